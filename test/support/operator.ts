import { accountRoutes } from '../../functions/account/routes.ts';
import { domainRoutes } from '../../functions/domains/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { AccountRecord } from '../../shared/domain/accounts/get-account.ts';
import type { Identities } from '../../shared/domain/ports/sending.ts';
import { readCommand } from '../../tools/admin/commands.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';

/** For commands that don't call SES. */
const noIdentities = {} as Identities;

const routes = [
  ...accountRoutes,
  ...domainRoutes,
  ...emailRoutes,
  ...templateRoutes,
  ...tenantRoutes,
  ...webhookRoutes,
];

/** Runs an operator's command in this process, like `npm run admin`. */
export const operate = (
  argv: string[],
  ctx = testContext(),
  identities = noIdentities,
): Promise<Record<string, unknown>> => readCommand(argv)(ctx, identities);

/** A new account, its client on a clock that the test moves, and operator commands for it. */
export async function operatedAccount(options: Parameters<typeof freshAccount>[1] = {}) {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const fresh = await freshAccount(ctx, options);
  const call = inProcess(ctx, routes, fresh.api_key);
  const email = {
    from: `a@${fresh.domain}`,
    to: 'ada@success.simulator.example.net',
    subject: 's',
    text: 't',
  };
  /** Half a minute later, every function knows the change (A64). */
  const command = async (name: string, ...argv: string[]): Promise<AccountRecord> => {
    const printed = await operate([name, '--account', fresh.account.id, ...argv]);
    clock.advance(30_000);
    return printed.account as AccountRecord;
  };
  return {
    ...clock,
    ...fresh,
    ctx,
    call,
    email,
    command,
    clientOf: (key: string) => inProcess(ctx, routes, key),
    /** Without effective rate limits, unless the test sets them. */
    setLimits: (limits: object, plan = 'pro') =>
      command(
        'set-plan',
        '--plan',
        plan,
        '--limits',
        JSON.stringify({ requests_per_second: 9_999, ...limits }),
      ),
    send: (fields: object = {}) => call('POST', '/emails', { body: { ...email, ...fields } }),
  };
}
