import { compress, decompress } from '../core/compress.ts';
import type { CustomEvent, PostedEvent } from '../core/records/automations.ts';
import type { IdempotencyClaim } from '../core/records/emails.ts';
import type { EventPlan } from '../core/records/runs.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import { takeClaim } from './claims.ts';
import { retryTransaction, unlessFailed } from './conflicts.ts';
import { keys, retention_s, ttlAfter } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

type StoredEvent = { account: Id<'acc'>; posted: PostedEvent; plan: EventPlan; due: number | null };

const nothing: EventPlan = { starts: [] };

const packed = (value: unknown) => compress(Buffer.from(JSON.stringify(value)));
const unpacked = (content: Uint8Array) => JSON.parse(decompress(content).toString('utf8'));

/** The data of an event as JSON, compressed: a member `__proto__` would not survive a map of the table. */
function itemOf({ account, posted, plan, due }: StoredEvent, kept_s: number): Item {
  const { event, ...counts } = posted;
  const { data, ...record } = event;
  return {
    ...keys.customEvent(event.id),
    et: 'custom_event',
    ttl: ttlAfter(event.created_at, kept_s),
    account,
    ...record,
    content: packed(data),
    ...counts,
    ...(due !== null && { due, plan: packed(plan) }),
  };
}

type Stored = Omit<PostedEvent, 'event'> &
  Omit<CustomEvent, 'data'> & { account: Id<'acc'>; content: Uint8Array; plan?: Uint8Array; due?: number };

/** In the order in which it was answered: a repeated request gets the same bytes. */
function eventOf(item: Item): CustomEvent {
  const { id, name, user_id, email, source, created_at, content } = recordOf<Stored>(item);
  return { id, name, user_id, email, data: unpacked(content), source, created_at };
}

function storedOf(item: Item): StoredEvent {
  const stored = recordOf<Stored>(item);
  const { account, matched_automations, resumed_runs, cancelled_runs, plan, due = null } = stored;
  return {
    account,
    posted: { event: eventOf(item), matched_automations, resumed_runs, cancelled_runs },
    plan: plan ? unpacked(plan) : nothing,
    due,
  };
}

/** The row by which the sweep finds an event of which something may be left to do. */
const rowOf = ({ id, account }: { id: string; account: string }, minute: number): Item => ({
  ...keys.outbox(minute, id),
  et: 'event_due',
  ttl: minute * 60 + retention_s.outbox,
  account,
});

/** Custom events, each with what it does and what its request answered. */
export function customEventStore(table: Table, runtime: Runtime) {
  return {
    create: (
      stored: StoredEvent,
      { claim, kept_s }: { claim: IdempotencyClaim | null; kept_s: number },
    ): Promise<'created' | 'duplicate_key'> => {
      const { account, posted, due } = stored;
      const writes: Write[] = [
        { label: 'event', put: itemOf(stored, kept_s), condition: absent },
        ...(due === null ? [] : [{ put: rowOf({ id: posted.event.id, account }, due) }]),
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      return unlessFailed<'created', 'created' | 'duplicate_key'>(
        retryTransaction(table, runtime, writes).then(() => 'created'),
        // The id is new: where it exists, the SDK repeated a write whose answer was lost.
        ({ failed }) => (failed.has('claim') && !failed.has('event') ? 'duplicate_key' : 'created'),
      );
    },

    get: async (id: string): Promise<StoredEvent | null> => {
      const item = await table.get(keys.customEvent(id), { consistent: true });
      return item && storedOf(item);
    },

    find: async (ids: string[]): Promise<(CustomEvent | null)[]> => {
      const items = await table.batchGet(ids.map(keys.customEvent), { consistent: true });
      return items.map((item) => item && eventOf(item));
    },

    end: (id: string, due: number): Promise<void> => table.delete(keys.outbox(due, id)),

    moveRow: (event: { id: string; account: string }, from: number, to: number): Promise<void> =>
      table.batchWrite({ puts: [rowOf(event, to)], deletes: [keys.outbox(from, event.id)] }),
  };
}
