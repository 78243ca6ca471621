import { canonicalAddress, isAddress } from '../../shared/core/addresses.ts';
import { explain } from '../../shared/core/explain.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import { deleteAccount } from '../../shared/domain/accounts/delete-account.ts';
import { listAccounts } from '../../shared/domain/accounts/list-accounts.ts';
import { setPlan } from '../../shared/domain/accounts/set-plan.ts';
import { setPaymentMethod, unlockAccount } from '../../shared/domain/accounts/set-production.ts';
import { showAccount } from '../../shared/domain/accounts/show-account.ts';
import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { createKeyFor } from '../../shared/domain/keys/create-key-for.ts';
import { type Scope, scopes } from '../../shared/domain/keys/scopes.ts';
import { LimitOverrides } from '../../shared/domain/limits/overrides.ts';
import {
  accountOf,
  boolean,
  type Command,
  issue,
  planNames,
  planOf,
  string,
  text,
  type Values,
  type Work,
  wholeOf,
} from './options.ts';

/** The commands on accounts and their keys (A26). */
export const accountCommands: Record<string, Command> = {
  'create-account': {
    synopsis: `--email <address> [--plan ${planNames}] [--payment-method] [--requests-per-second <n>]`,
    about: 'a new account and its first API key; plan dedicated unless given',
    options: { email: string, plan: string, 'payment-method': boolean, 'requests-per-second': string },
    read: readCreateAccount,
  },
  'list-accounts': {
    synopsis: '[--limit <n>] [--cursor <acc_…>]',
    about: 'accounts, newest first, 100 unless --limit says so; --cursor: the next_cursor of the page before',
    options: { limit: string, cursor: string },
    read: (values) => {
      const page = {
        limit: wholeOf(values, 'limit', { most: 100, usual: 100 }),
        before: values.cursor === undefined ? null : accountOf(values, 'cursor'),
      };
      return async (ctx) => listAccounts(ctx, page);
    },
  },
  'show-account': {
    synopsis: '--account <acc_…>',
    about: 'the account as GET /account shows it: plan, limits, use, production; suspension and members',
    options: { account: string },
    read: onAccount(showAccount),
  },
  'set-plan': {
    synopsis: `--account <acc_…> --plan ${planNames} [--limits <json>]`,
    about: `the plan, at once; limits in place of the plan's: ${Object.keys(LimitOverrides.shape).join(', ')}. They
      replace those of before, {} removes them; without --limits they are kept`,
    options: { account: string, plan: string, limits: string },
    read: (values) => {
      const account = accountOf(values);
      const input = { account, plan: planOf(text(values, 'plan')), limits: limitsOf(values.limits) };
      return async (ctx) => ({ account: await setPlan(ctx, input) });
    },
  },
  'set-payment-method': {
    synopsis: '--account <acc_…> --on|--off',
    about: 'whether a payment method is on file: production needs one, and a verified domain',
    options: { account: string, on: boolean, off: boolean },
    read: (values) => {
      const input = { account: accountOf(values), payment_method: onOrOff(values) };
      return async (ctx) => ({ account: await setPaymentMethod(ctx, input) });
    },
  },
  unlock: {
    synopsis: '--account <acc_…> [--off]',
    about: 'production without payment method and verified domain; --off: it depends on them again',
    options: { account: string, off: boolean },
    read: (values) => {
      const input = { account: accountOf(values), unlocked: values.off !== true };
      return async (ctx) => ({ account: await unlockAccount(ctx, input) });
    },
  },
  'suspend-account': {
    synopsis: '--account <acc_…>',
    about:
      'refuses its requests, logins and mail for it; what it has waits, and is sent after resume-account',
    options: { account: string },
    read: onAccount(suspendAccount),
  },
  'resume-account': {
    synopsis: '--account <acc_…>',
    about: 'ends its suspension; waiting emails are sent within 15 minutes, and runs resume within 6',
    options: { account: string },
    read: onAccount(resumeAccount),
  },
  'delete-account': {
    synopsis: '--account <acc_…> [--confirm <acc_…>]',
    about: `deletes the account and all that it has, which cannot be undone; without --confirm, or with another id,
      shows what would go and ends with status 2`,
    options: { account: string, confirm: string },
    read: (values) => {
      const confirm = values.confirm === undefined ? null : text(values, 'confirm');
      const input = { id: accountOf(values), confirm };
      return async (ctx, identities) => deleteAccount(ctx, identities, input, say);
    },
  },
  'create-key': {
    synopsis: '--account <acc_…> --scopes <scope,…> [--tenant <external_id or ten_…>]',
    about: 'a new API key of the account; its secret is shown this once',
    options: { account: string, scopes: string, tenant: string },
    read: (values) => {
      const tenant = values.tenant === undefined ? undefined : text(values, 'tenant');
      const input = { account: accountOf(values), scopes: scopesOf(text(values, 'scopes')), tenant };
      return async (ctx) => createKeyFor(ctx, input);
    },
  },
};

/** A verb that takes nothing but the account. */
function onAccount(verb: (ctx: Context, account: string) => Promise<Record<string, unknown>>) {
  return (values: Values): Work => {
    const account = accountOf(values);
    return (ctx) => verb(ctx, account);
  };
}

/** Progress of a long command; stdout has its result alone. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function readCreateAccount(values: Values) {
  const email = text(values, 'email');
  if (!isAddress(email)) throw issue('--email', 'format', '--email is not an email address');
  const input = {
    email: canonicalAddress(email),
    plan: values.plan === undefined ? ('dedicated' as const) : planOf(text(values, 'plan')),
    payment_method: values['payment-method'] === true,
    requests_per_second: wholeOf(values, 'requests-per-second', { most: 999_999, usual: null }),
  };
  return async (ctx: Parameters<typeof createAccount>[0]) => {
    const { account, api_key } = await createAccount(ctx, input);
    return { account_id: account.id, email: account.email, plan: account.plan, api_key };
  };
}

function onOrOff({ on, off }: Values): boolean {
  if ((on === true) !== (off === true)) return on === true;
  throw issue('--on', 'required', 'one of --on and --off is required');
}

function limitsOf(value: Values[string]): LimitOverrides | undefined {
  if (value === undefined) return undefined;
  const { data, error } = LimitOverrides.safeParse(parsed(String(value)), { error: explain });
  if (data) return data;
  const [first] = error.issues;
  const message = `--limits${first?.path.map((name) => `.${String(name)}`).join('') ?? ''} ${first?.message}`;
  throw issue('--limits', 'format', message);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw issue('--limits', 'format', '--limits is no JSON');
  }
}

/** The scopes, each once, in their order (A57). */
function scopesOf(list: string): Scope[] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !(scopes as readonly string[]).includes(name));
  if (unknown === undefined) return names as Scope[];
  throw issue('--scopes', 'enum', `--scopes: "${unknown}" is none of ${scopes.join(', ')}`);
}
