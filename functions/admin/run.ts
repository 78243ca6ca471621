import { parseArgs } from 'node:util';
import { canonicalAddress, isAddress } from '../../shared/core/addresses.ts';
import { type Issue, invalid } from '../../shared/core/errors.ts';
import type { Plan } from '../../shared/core/records/accounts.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { adoptDomain } from '../../shared/domain/domains/adopt-domain.ts';
import { plans } from '../../shared/domain/limits/plans.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';

type Values = Record<string, string | boolean | undefined>;
type Command = (ctx: Context, identities: Identities, values: Values) => Promise<Record<string, unknown>>;

const issue = (path: string, rule: Issue['rule'], message: string) => invalid([{ path, rule, message }]);

function text(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '')
    throw issue(`--${name}`, 'required', `--${name} is required`);
  return value;
}

function planOf(value: Values[string]): Plan {
  if (value === undefined) return 'dedicated';
  if (typeof value === 'string' && Object.hasOwn(plans, value)) return value as Plan;
  throw issue('--plan', 'enum', `--plan is one of ${Object.keys(plans).join(', ')}`);
}

function rateOf(value: Values[string]): number | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw issue('--requests-per-second', 'range', '--requests-per-second is a whole number from 1');
}

const commands: Record<string, Command> = {
  'create-account': async (ctx, _identities, values) => {
    const email = text(values, 'email');
    if (!isAddress(email)) throw issue('--email', 'format', '--email is not an email address');
    const { account, api_key } = await createAccount(ctx, {
      email: canonicalAddress(email),
      plan: planOf(values.plan),
      payment_method: values['payment-method'] === true,
      requests_per_second: rateOf(values['requests-per-second']),
    });
    return { account_id: account.id, email: account.email, plan: account.plan, api_key };
  },
  'adopt-domain': async (ctx, identities, values) => {
    const name = canonicalAddress(`postmaster@${text(values, 'domain')}`).split('@')[1] ?? '';
    const domain = await adoptDomain(ctx, identities, { account: text(values, 'account'), name });
    return { domain_id: domain.id, name: domain.name, status: domain.status };
  },
};

/** The operator's commands; each answers one JSON object. Bad options throw 400 in the service's own shape. */
export async function runAdmin(
  ctx: Context,
  identities: Identities,
  argv: string[],
): Promise<Record<string, unknown>> {
  const [name = '', ...rest] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw issue('command', 'enum', `commands: ${Object.keys(commands).join(', ')}`);
  const { values } = parseArgs({
    args: rest,
    options: {
      email: { type: 'string' },
      plan: { type: 'string' },
      'payment-method': { type: 'boolean' },
      'requests-per-second': { type: 'string' },
      account: { type: 'string' },
      domain: { type: 'string' },
    },
  });
  return command(ctx, identities, values);
}
