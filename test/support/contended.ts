import { emailRoutes } from '../../functions/emails/routes.ts';
import { waitAfterConflict } from '../../shared/core/backoff.ts';
import type { Plan } from '../../shared/core/records/accounts.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../shared/domain/context.ts';
import { batchStore } from '../../shared/store/batches.ts';
import { emailStore } from '../../shared/store/emails.ts';
import type { Objects } from '../../shared/store/objects.ts';
import { scheduleStore } from '../../shared/store/schedules.ts';
import type { Key } from '../../shared/store/schema.ts';
import { type Table, TransactionConflict, type Write } from '../../shared/store/table.ts';
import { type Client, inProcess, type Request, verifiedDomain } from './api.ts';
import { captured } from './captured.ts';
import { usualRetention } from './retention.ts';
import { testTable } from './table.ts';

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};
const textOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/** As `shared/aws/table-writes.ts` tries a single write. */
const singleAttempts = 6;

/**
 * A table that behaves like AWS's, unlike the emulator's. Of two concurrent transactions on an item, one is canceled,
 * and a single write waits for a transaction on its item.
 */
function conflicting(table: Table): { table: Table; conflicts: () => number } {
  const held = new Set<string>();
  let count = 0;
  const transact: Table['transact'] = async (writes, options) => {
    const keys = writes.map((write) => textOf(keyOf(write)));
    if (keys.some((key) => held.has(key))) {
      count++;
      throw new TransactionConflict();
    }
    for (const key of keys) held.add(key);
    await table.transact(writes, options).finally(() => {
      for (const key of keys) held.delete(key);
    });
  };
  const single = async <T>(key: Key, write: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; held.has(textOf(key)); attempt++) {
      count++;
      if (attempt + 1 >= singleAttempts) throw new TransactionConflict();
      await waitAfterConflict(
        { sleep: (ms) => new Promise((done) => setTimeout(done, ms)), random: Math.random },
        attempt,
      );
    }
    return write();
  };
  return {
    table: {
      ...table,
      transact: (writes, options) => {
        const [only, ...others] = writes;
        if (only === undefined || others.length > 0 || options?.once) return transact(writes, options);
        return single(keyOf(only), () => table.transact(writes));
      },
      update: (key, ...input) => single(key, () => table.update(key, ...input)),
      put: (item, ...input) => single(item, () => table.put(item, ...input)),
      delete: (key, ...input) => single(key, () => table.delete(key, ...input)),
    },
    conflicts: () => count,
  };
}

/**
 * An account over such a table, without an effective rate limit. `functions` is how many processes take its requests.
 */
export async function contendedAccount({ plan = 'free' as Plan, functions = 1 } = {}) {
  const world = captured();
  const { runtime } = world.ctx;
  const { table, conflicts } = conflicting(testTable(runtime));
  const none = () => Promise.reject(new Error('everything fits an item'));
  const objects: Objects = { put: none, get: none, remove: none };
  const processOf = (): Context => {
    const own = { ...table };
    return {
      ...world.ctx,
      emails: {
        ...world.ctx.emails,
        ...emailStore(own, objects, runtime, usualRetention),
        ...scheduleStore(own, objects, runtime, usualRetention),
      },
      batches: batchStore(own, objects, runtime, usualRetention),
    };
  };
  const contexts = Array.from({ length: functions }, processOf);
  const [ctx] = contexts as [Context];
  const { account, api_key } = await createAccount(ctx, {
    email: 'owner@example.com',
    plan,
    payment_method: true,
    requests_per_second: 10_000,
  });
  const domain = `${account.id.slice(4)}.example.com`;
  await verifiedDomain(ctx, account.id, domain);
  const calls = contexts.map((one) => inProcess(one, emailRoutes, api_key));
  let turn = 0;
  const nextCall = () => calls[turn++ % calls.length] as Client;
  /** Retries a 503 with the same key, as the specification advises. */
  const post = async (path: string, request: Request) => {
    const call = nextCall();
    for (;;) {
      const answer = await call('POST', path, request);
      if (answer.status !== 503) return answer;
    }
  };
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' };
  return { ...world, ctx, table, account, call: calls[0] as Client, nextCall, post, email, conflicts };
}
