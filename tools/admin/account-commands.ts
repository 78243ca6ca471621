import { InvalidArgumentError, Option } from 'commander';
import { invalid } from '../../shared/core/errors.ts';
import { explain } from '../../shared/core/explain.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import { deleteAccount } from '../../shared/domain/accounts/delete-account.ts';
import { setPaymentMethod, setPlan, unlockAccount } from '../../shared/domain/accounts/set-plan.ts';
import { listAccounts, showAccount } from '../../shared/domain/accounts/show-account.ts';
import { resumeAccount, suspendAccount } from '../../shared/domain/accounts/suspend-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { createKeyFor } from '../../shared/domain/keys/create-key-for.ts';
import { type Scope, scopes } from '../../shared/domain/keys/scopes.ts';
import { LimitOverrides } from '../../shared/domain/limits/overrides.ts';
import {
  type AdminCommand,
  accountOption,
  emailOption,
  numberOption,
  planOption,
  required,
  say,
  tenantOption,
  valued,
} from './options.ts';

const limitsOption = () =>
  new Option(
    '--limits <json>',
    `JSON object of limits that override the plan's limits. {} removes all overrides. Limit names: ${Object.keys(LimitOverrides.shape).join(', ')}.`,
  ).argParser(readLimits);

/** Removes duplicates and keeps the order. */
const scopesOption = () =>
  valued('--scopes <scope,…>', "The key's scopes.", readScopes, `one or more of ${scopes.join(', ')}`);

/** The commands on accounts and their keys. */
export const accountCommands: Record<string, AdminCommand> = {
  'create-account': {
    about: 'Create an account and its first API key',
    options: [
      required(emailOption()),
      planOption().default('dedicated'),
      new Option('--payment-method', 'Record that a payment method is on file.'),
      numberOption('--requests-per-second <n>', 'Maximum API requests per second.', 999_999),
    ],
    read: ({ email, plan, paymentMethod = false, requestsPerSecond: requests_per_second = null }) => {
      const input = { email, plan, payment_method: paymentMethod, requests_per_second };
      return async (ctx) => {
        const { account, api_key } = await createAccount(ctx, input);
        return { account_id: account.id, email: account.email, plan: account.plan, api_key };
      };
    },
  },
  'list-accounts': {
    about: 'List accounts, newest first',
    options: [
      numberOption('--limit <n>', 'Accounts per page.', 100).default(100),
      accountOption('--cursor <acc_…>', 'next_cursor from the previous page.'),
    ],
    read:
      ({ limit, cursor = null }) =>
      async (ctx) =>
        listAccounts(ctx, { limit, before: cursor }),
  },
  'show-account': onAccount(showAccount, 'Show the same fields as GET /account, plus suspension and members'),
  'set-plan': {
    about: "Change an account's plan immediately. Without --limits, the account keeps its limit overrides.",
    options: [required(accountOption()), required(planOption()), limitsOption()],
    read:
      ({ account, plan, limits }) =>
      async (ctx) => ({ account: await setPlan(ctx, { account, plan, limits }) }),
  },
  'set-payment-method': {
    about:
      'Record whether a payment method is on file. Production requires a payment method and a verified domain.',
    options: [
      required(accountOption()),
      new Option('--on', 'Record that a payment method is on file.').conflicts('off'),
      new Option('--off', 'Record that no payment method is on file.'),
    ],
    read: ({ account, on = false, off = false }) => {
      if (on === off) throw wrong('--on', '--on or --off is required');
      return async (ctx) => ({ account: await setPaymentMethod(ctx, { account, payment_method: on }) });
    },
  },
  unlock: {
    about: 'Allow production without a payment method or verified domain',
    options: [
      required(accountOption()),
      new Option('--off', 'Require a payment method and a verified domain again.'),
    ],
    read:
      ({ account, off }) =>
      async (ctx) => ({ account: await unlockAccount(ctx, { account, unlocked: off !== true }) }),
  },
  'suspend-account': onAccount(
    suspendAccount,
    "Reject an account's requests, logins, and incoming mail. Queued mail stays queued until resume-account.",
  ),
  'resume-account': onAccount(
    resumeAccount,
    'End a suspension. Queued emails are sent within 15 minutes, and automation runs resume within 6 minutes.',
  ),
  'delete-account': {
    about: "Delete an account and everything in it. This can't be undone.",
    options: [
      required(accountOption()),
      new Option(
        '--confirm <acc_…>',
        'The account id again, to confirm. Without it, the command only shows what would be deleted and exits with status 2.',
      ),
    ],
    read:
      ({ account: id, confirm = null }) =>
      async (ctx, identities) =>
        deleteAccount(ctx, identities, { id, confirm }, say),
  },
  'create-key': {
    about: 'Create an API key. Its secret is shown only once.',
    options: [required(accountOption()), required(scopesOption()), tenantOption()],
    read:
      ({ account, scopes: held, tenant }) =>
      async (ctx) =>
        createKeyFor(ctx, { account, scopes: held, tenant }),
  },
};

/** A command whose only option is the account. */
function onAccount(
  verb: (ctx: Context, account: Id<'acc'>) => Promise<Record<string, unknown>>,
  about: string,
): AdminCommand {
  return {
    about,
    options: [required(accountOption())],
    read: (values) => (ctx) => verb(ctx, values.account),
  };
}

const wrong = (path: string, message: string) => invalid([{ path, rule: 'required', message }]);

function readScopes(list: string): Scope[] | undefined {
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  return names.every((name) => (scopes as readonly string[]).includes(name)) ? (names as Scope[]) : undefined;
}

function readLimits(json: string): LimitOverrides {
  const { data, error } = LimitOverrides.safeParse(parsed(json), { error: explain });
  if (data) return data;
  const [first] = error.issues;
  throw new InvalidArgumentError(`${['limits', ...(first?.path ?? [])].join('.')} ${first?.message}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidArgumentError('Expected JSON.');
  }
}
