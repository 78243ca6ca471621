import { type Email, type EmailMeta, isRowAhead } from '../core/records/emails.ts';
import type { ExceededLimit } from '../core/records/limits.ts';
import type { Retention } from '../core/retention.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { FromDomain, OpenScheduleStore } from '../domain/ports/domains.ts';
import type { EmailStore } from '../domain/ports/emails.ts';
import { failureOf, noConflict, orNull, retryUpdate, unlessFailed, updateIf } from './conflicts.ts';
import { writeCountedSend } from './counted-write.ts';
import { readEmail, readEmails } from './email-items.ts';
import { failWithEvent, rowOf } from './events.ts';
import type { Counted } from './limit-counts.ts';
import { inBucket, type Objects, objectKeys } from './objects.ts';
import { outboxItem } from './outbox.ts';
import { idInSk, indexes, keys, listedId, listShards, schedulesFrom, ttlAfter } from './schema.ts';
import { type Item, present, recordOf, type Table, type Update, type Write } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

/**
 * The states of a scheduled email. Each arrow is one conditional write of the meta item, so of a concurrent
 * cancel, reschedule, and fire exactly one succeeds:
 *
 *   scheduled ──fire (state, its own time)──> queued ──lease──> sending (delivery-leases.ts)
 *     │  ^ └──reschedule (state, the time that was read): outbox row and expiries change with it
 *     │  └────────┘
 *     ├──cancel (state)──> cancelled: never leased again
 *     └──refused at its time (state, its own time)──> failed
 */
const stillAt = '#state = :scheduled AND scheduled_at = :at';

function cancelScheduled(id: Id<'msg'>, cancelled_at: string): Update {
  const when = { condition: '#state = :scheduled', values: { ':scheduled': 'scheduled' } };
  return setFields(keys.email(id), { state: 'cancelled', cancelled_at }, when);
}

/** All writes of a reschedule: time, outbox row, expiries, and the timeline's row. */
function rescheduleWrites(
  email: Email,
  { scheduled_at, outbox, event }: Parameters<EmailStore['reschedule']>[1],
  retention: Retention,
): Write[] {
  const { id, content, batch } = email;
  const ttl = ttlAfter(scheduled_at, retention.email);
  const moved = {
    condition: `${stillAt} AND #outbox = :was_outbox`,
    names: { '#state': 'state' },
    values: { ':scheduled': 'scheduled', ':at': email.scheduled_at, ':was_outbox': email.outbox },
  };
  return [
    setFields(keys.email(id), { scheduled_at, outbox, ttl }, moved),
    { put: outboxItem(email, outbox) },
    ...(email.outbox === null || email.outbox === outbox ? [] : [{ delete: keys.outbox(email.outbox, id) }]),
    ...(content === 'item' && batch === undefined
      ? [setFields(keys.body(id), { ttl: ttlAfter(scheduled_at, retention.body) })]
      : []),
    ...(email.envelope === 'item' ? [setFields(keys.envelope(id), { ttl })] : []),
    { put: rowOf(event, retention) },
  ];
}

/**
 * The bucket deletes a scheduled body this long after accept, plus the days of H42
 * (`infra/constructs/bodies.ts`).
 */
const furthest_ms = 2 * 90 * 86_400_000;

type Fired = 'queued' | 'lost' | { exceeded: ExceededLimit };

export type ScheduleStore = Pick<EmailStore, 'fire' | 'failScheduled' | 'cancel' | 'reschedule'>;

export function scheduleStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  retention: Retention,
): ScheduleStore {
  /** A batch's body is kept for its last email. Its expiry only ever moves later. */
  const keepShared = (batch: Id<'bat'>, scheduled_at: string) => {
    const ttl = ttlAfter(scheduled_at, retention.body);
    return updateIf(table, setFields(keys.body(batch), { ttl }, { condition: `${present} AND #ttl < :ttl` }));
  };

  /**
   * The bucket deletes objects by age, so an email moved far into the future gets its object written again.
   */
  const keepObject = async ({ account, id, batch, content, created_at }: Email, scheduled_at: string) => {
    if (!inBucket(content) || Date.parse(scheduled_at) - Date.parse(created_at) <= furthest_ms) return;
    const key = objectKeys.body(content, { account, id: batch?.id ?? id });
    const body = await objects.get(key);
    if (body !== null) await objects.put(key, body);
  };

  return {
    fire: (input) => {
      const write = async ({ exceeded: [exceeded], counts }: Counted): Promise<Fired> => {
        if (exceeded) return { exceeded };
        const values = { ':scheduled': 'scheduled', ':at': input.scheduled_at };
        const fired = setFields(keys.email(input.id), { state: 'queued' }, { condition: stillAt, values });
        const failure = await failureOf(table.transact([{ label: 'email', ...fired }, ...counts]));
        if (failure === null) return 'queued';
        if (failure.failed.has('email')) return 'lost';
        throw failure;
      };
      // `lost` may mean this very write, after a lost response, so its count must stay.
      const keeps = (result: Fired) => result === 'queued' || result === 'lost';
      return writeCountedSend({ table, runtime }, input.limits, write, keeps);
    },

    failScheduled: ({ scheduled_at, ...end }) =>
      failWithEvent({ table, runtime, retention }, end, {
        condition: stillAt,
        values: { ':scheduled': 'scheduled', ':at': scheduled_at },
      }),

    cancel: async ({ id, cancelled_at }) => {
      const cancelling = sendUpdate(table, cancelScheduled(id, cancelled_at));
      const done = async (meta: Item) => ({ cancelled: true as const, email: await readEmail(table, meta) });
      return unlessFailed(cancelling.then(done), async ({ item }) => {
        return { cancelled: false as const, email: item && (await readEmail(table, item)) };
      });
    },

    reschedule: async (email, change) => {
      if (email.batch && email.content === 'item') await keepShared(email.batch.id, change.scheduled_at);
      await keepObject(email, change.scheduled_at);
      // A conflict means a concurrent change, so the caller reads the email again.
      return noConflict(table.transact(rescheduleWrites(email, change, retention)));
    },
  };
}

/** Max rows that a count reads from one shard: about one DynamoDB page. */
const maxRows = 1_000;

/** Up to this many rows, a count checks that each email is still scheduled. Beyond, it counts all. */
const maxAsked = 1_000;

/**
 * The rows of one shard, and the emails, that are read to find those due next: about 80 and 100 read units. The
 * index is by domain, so every row is needed to know which are next.
 */
const [maxDueRows, maxDueEmails] = [250, 200];

/** A from-domain's scheduled emails, by the sparse index of their outbox rows. */
export function openScheduleStore(table: Table, runtime: Runtime): OpenScheduleStore {
  const page = ({ account, domain }: FromDomain, shard: number, limit: number, after: string | null) => {
    const range = { prefix: schedulesFrom(domain), ...(after !== null && { after }) };
    return table.query({ ...indexes.schedules(account, shard), ...range, limit });
  };

  return {
    shards: listShards,
    count: async (from) => {
      const shards = Array.from({ length: listShards }, (_, shard) => page(from, shard, maxRows, null));
      const rows = (await Promise.all(shards)).flatMap(({ items }) => items);
      const ids = [...new Set(rows.map(idInSk<'msg'>))];
      if (ids.length > maxAsked) return ids.length;
      // A row briefly outlives its schedule, and precedes its email.
      const metas = await table.batchGet(ids.map(keys.email), { consistent: true });
      return metas.filter((meta) => meta?.state === 'scheduled').length;
    },

    list: async (from, at) => {
      const { items, more } = await page(from, at.shard, at.limit, at.after);
      const last = items.at(-1);
      const rows = items.map(({ pk, sk }) => ({ id: idInSk<'msg'>({ sk }), outbox: { pk, sk } }));
      return { rows, next: more && last ? listedId(last) : null };
    },

    first: async (account, limit) => {
      const shards = Array.from({ length: listShards }, (_, shard) =>
        table.query({ ...indexes.schedules(account, shard), limit: maxDueRows }),
      );
      const pages = await Promise.all(shards);
      if (pages.some(({ more }) => more)) return null;
      const due = pages
        .flatMap(({ items }) => items)
        .map(({ pk, sk }) => ({ id: idInSk<'msg'>({ sk }), minute: Number(pk.split('#')[1]) }))
        .toSorted((a, b) => a.minute - b.minute);
      // A row's minute is only near the scheduled time. Rows also remain for a while after their emails are sent.
      const ids = [...new Set(due.map(({ id }) => id))];
      const metas = await table.batchGet(ids.slice(0, maxDueEmails).map(keys.email));
      const at = ({ scheduled_at }: Item) => Date.parse(String(scheduled_at));
      const next = metas
        .flatMap((meta) => (meta?.state === 'scheduled' ? [meta] : []))
        .toSorted((a, b) => at(a) - at(b))
        .slice(0, limit);
      if (next.length < limit && ids.length > maxDueEmails) return null;
      return readEmails(table, next);
    },

    cancel: async ({ id, outbox }, cancelled_at) => {
      const cancelled = await orNull(retryUpdate(table, runtime, cancelScheduled(id, cancelled_at)));
      if (cancelled === null) return false;
      // For a row before its time, the sweep publishes email.scheduled first.
      if (!isRowAhead(recordOf<EmailMeta>(cancelled))) await table.delete(outbox);
      return true;
    },
  };
}
