import { requestHash } from '../../../shared/core/json-body.ts';
import type { Account } from '../../../shared/core/records/accounts.ts';
import type { Id, Runtime } from '../../../shared/core/runtime.ts';
import { sendBatch } from '../../../shared/domain/batches/send-batch.ts';
import { type Context, systemCaller } from '../../../shared/domain/context.ts';
import { SendRequest } from '../../../shared/domain/sending/send-request.ts';
import { freshAccount, testClock, testContext } from '../../support/api.ts';
import { indexesCaughtUp } from '../../support/lag.ts';

type Message = Parameters<Context['queues']['deliver']>[0][number];

/** An account, its batches over the real table, and what they would queue. */
export async function world(options: Parameters<typeof freshAccount>[1] = {}) {
  const clock = testClock();
  const made = new Set<string>();
  const id: Runtime['id'] = (prefix) => {
    const one = clock.runtime.id(prefix);
    made.add(one);
    return one;
  };
  const real = testContext({ runtime: { ...clock.runtime, id } });
  const queued: Message[] = [];
  const ctx: Context = {
    ...real,
    queues: {
      webhooks: async () => {},
      recover: async () => {},
      deliver: async (messages) => void queued.push(...messages),
    },
  };
  const fresh = await freshAccount(ctx, options);
  const account = (await ctx.accounts.get(fresh.account.id)) as Account;
  const caller = systemCaller(account, 'req_test');
  const item = (i: number, change: Record<string, unknown> = {}) => ({
    from: `shop@${fresh.domain}`,
    to: `r${i}@x.example`,
    subject: `No ${i}`,
    text: `Text of ${i}.`,
    ...change,
  });
  const send = (through: Context, items: Record<string, unknown>[], key: string | null) =>
    sendBatch(
      through,
      caller,
      items.map((one) => SendRequest.parse(one)),
      { source: 'api', idempotency: key === null ? null : { key, hash: requestHash('POST', '/x', items) } },
    );
  /** Ids are known here, so that a sweep need not read the rows of others to leave them alone. */
  const isMine = (one: string) => made.has(one);
  return { ctx, account, queued, item, send, isMine, advance: clock.advance, skipSleeps: clock.skipSleeps };
}

/** All emails of the account. */
export async function emailsOf(ctx: Context, account: Account) {
  await indexesCaughtUp();
  const { id, email_shards: shards } = account;
  const list = { account: id, tenant: null, shards, limit: 100, before: null, since: null };
  return (await ctx.emails.list(list)).entries;
}

/** Recipients that the plan's day counts. */
export async function usedToday(ctx: Context, account: Id<'acc'>): Promise<number> {
  const limit = { owner: account, kind: 'plan', recipients: 0, day_limit: null, month_limit: null } as const;
  const input = {
    account,
    idempotency_key: null,
    domain: null,
    tenant: null,
    counted: true,
    limits: [limit],
    ramps: [],
    template: null,
    addresses: [],
  };
  const [facts] = await ctx.emails.readFacts([input]);
  const counts = facts?.limits[0]?.counts ?? null;
  return counts !== null && 'day_used' in counts ? counts.day_used : 0;
}
