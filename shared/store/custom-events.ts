import { compress, decompress } from '../core/compress.ts';
import type { PostedEvent } from '../core/records/automations.ts';
import type { IdempotencyClaim } from '../core/records/emails.ts';
import type { Runtime } from '../core/runtime.ts';
import { takeClaim } from './claims.ts';
import { retryTransaction, unlessFailed } from './conflicts.ts';
import { keys, ttlAfter } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

/** The data of an event as JSON, compressed: a member `__proto__` would not survive a map of the table. */
function itemOf(account: string, { event, ...counts }: PostedEvent, kept_s: number): Item {
  const { data, ...record } = event;
  return {
    ...keys.customEvent(event.id),
    et: 'custom_event',
    ttl: ttlAfter(event.created_at, kept_s),
    account,
    ...record,
    content: compress(Buffer.from(JSON.stringify(data))),
    ...counts,
  };
}

/** In the order in which they were answered: a repeated request gets the same bytes. */
function postedOf(item: Item): PostedEvent {
  type Stored = Omit<PostedEvent, 'event'> & Omit<PostedEvent['event'], 'data'> & { content: Uint8Array };
  const stored = recordOf<Stored>(item);
  const { id, name, user_id, email, source, created_at } = stored;
  const data = JSON.parse(decompress(stored.content).toString('utf8')) as PostedEvent['event']['data'];
  const { matched_automations, resumed_runs, cancelled_runs } = stored;
  const event = { id, name, user_id, email, data, source, created_at };
  return { event, matched_automations, resumed_runs, cancelled_runs };
}

/** Custom events, each with what its request answered. */
export function customEventStore(table: Table, runtime: Runtime, kept_s: number) {
  return {
    create: (
      account: string,
      posted: PostedEvent,
      claim: IdempotencyClaim | null,
    ): Promise<'created' | 'duplicate_key'> => {
      const writes: Write[] = [
        { label: 'event', put: itemOf(account, posted, kept_s), condition: absent },
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      return unlessFailed<'created', 'created' | 'duplicate_key'>(
        retryTransaction(table, runtime, writes).then(() => 'created'),
        // The id is new: where it exists, the SDK repeated a write whose answer was lost.
        ({ failed }) => (failed.has('claim') && !failed.has('event') ? 'duplicate_key' : 'created'),
      );
    },

    get: async (account: string, id: string): Promise<PostedEvent | null> => {
      const item = await table.get(keys.customEvent(id), { consistent: true });
      return item?.account === account ? postedOf(item) : null;
    },
  };
}
