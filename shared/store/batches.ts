import { type Batch, type EmailMeta, type Envelope, partId } from '../core/records/emails.ts';
import type { Retention } from '../core/retention.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { BatchStore } from '../domain/ports/emails.ts';
import { takeClaim } from './claims.ts';
import { failureOf, isConflict, orNull, retryUpdate, unlessFailed } from './conflicts.ts';
import { writeCounted } from './counted-write.ts';
import { countAhead } from './counts-ahead.ts';
import { emailOf, itemBody, itemsOf } from './email-items.ts';
import { inBucket, type Objects, objectKeys } from './objects.ts';
import { outboxItem } from './outbox.ts';
import { retention_s } from './retention.ts';
import { batchIdOf, keys, ttlAfter } from './schema.ts';
import { absent, type Item, present, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

type New = { meta: EmailMeta; envelope: Envelope };

/** A scheduled email has its own outbox row, in the minute it is due. */
const ownOutboxRow = ({ meta, envelope }: New): Item[] =>
  meta.outbox === null ? [] : [outboxItem({ ...meta, ...envelope }, meta.outbox)];

async function itemOf(objects: Objects, batch: Batch): Promise<Item> {
  const { id, refusals, scheduled, outbox, content, parts, ...record } = batch;
  const large = refusals !== null && refusals.length > itemBody;
  if (large) await objects.put(objectKeys.refusals(batch.account, id), refusals);
  return {
    ...keys.batch(id),
    et: 'batch',
    ttl: ttlAfter(batch.created_at, retention_s.batch),
    ...record,
    ...(outbox !== null && { outbox }),
    ...(content !== null && { content }),
    ...(parts > 1 && { parts }),
    ...(scheduled.length > 0 && { scheduled }),
    ...(refusals !== null && { refusals: large ? 'object' : refusals }),
  };
}

async function batchOf(objects: Objects, item: Item): Promise<Batch> {
  const id = batchIdOf(item);
  const empty = { outbox: null, content: null, parts: 1, scheduled: [], refusals: null };
  const batch = { ...empty, ...recordOf<Batch>(item), id };
  if ((batch.refusals as unknown) !== 'object') return batch;
  const refusals = await objects.get(objectKeys.refusals(batch.account, id));
  // Without the refusals, refused items would count as accepted.
  if (refusals === null) throw new Error('the refusals of a batch are gone');
  return { ...batch, refusals };
}

/** Whether the batch is certainly not stored. After a timeout it may be, so its counts must stay. */
const isUnstored = (error: unknown): boolean => isConflict(error) && !error.failed.has('batch');

export function batchStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  retention: Retention,
): BatchStore {
  const readMetas = (ids: Id<'msg'>[]) => table.batchGet(ids.map(keys.email), { consistent: true });

  /** Stores metas that don't exist yet. Returns each email as stored. */
  const putNew = (metas: Item[]) =>
    Promise.all(
      metas.map(async (meta) => {
        const put = table.put(meta, { condition: absent }).then(() => meta);
        return emailOf(await unlessFailed(put, ({ item }) => item ?? meta), null);
      }),
    );

  return {
    putDraft: async (draft, packed) => {
      const { id, account, last_at, outbox, content } = draft;
      const ttl = ttlAfter(last_at, retention.body);
      const body: Item = { ...keys.body(id), et: 'body', account, content: packed[0], ttl };
      const at = (n: number) => ({ account, id: partId(id, n) });
      const puts = [outboxItem({ id, account }, outbox), ...(content === 'item' ? [body] : [])];
      const bodies = inBucket(content)
        ? packed.map((part, n) => objects.put(objectKeys.body(content, at(n)), part))
        : [];
      await Promise.all([table.batchWrite({ puts }), ...bodies]);
    },

    discardDraft: async ({ id, account, outbox, content, parts }) => {
      const deletes = [keys.outbox(outbox, id), ...(content === 'item' ? [keys.body(id)] : [])];
      const at = (n: number) => ({ account, id: partId(id, n) });
      const bodies = inBucket(content)
        ? Array.from({ length: parts }, (_, n) => objects.remove(objectKeys.body(content, at(n))))
        : [];
      await Promise.all([table.batchWrite({ deletes }), ...bodies]);
    },

    /** The final write: batch, claim, and counts, all or nothing. */
    writeBatch: ({ claim, limits, record }) =>
      writeCounted({ table, runtime }, limits, async ({ exceeded, counts }) => {
        const batch = record(exceeded);
        const decision: Write[] = [
          { label: 'batch', put: await itemOf(objects, batch), condition: absent },
          ...(claim ? [takeClaim(claim, runtime.now())] : []),
        ];
        const { rest, giveBack } = await countAhead({ table, runtime }, counts, decision.length);
        const transaction = table.transact([...decision, ...rest]).catch(async (error) => {
          if (isUnstored(error)) await giveBack();
          throw error;
        });
        const failure = await failureOf(transaction);
        if (failure === null) return batch;
        // The SDK repeated a write whose response was lost.
        const stored = failure.failed.get('batch');
        if (stored) return batchOf(objects, stored);
        if (failure.failed.has('claim')) return 'duplicate_key';
        throw failure;
      }),

    read: async (id) => {
      const item = await table.get(keys.batch(id), { consistent: true });
      if (item === null) return null;
      const batch = await batchOf(objects, item);
      if (batch.outbox === null) return { batch, unfinished: false };
      const row = await table.get(keys.outbox(batch.outbox, id), { consistent: true });
      return { batch, unfinished: row !== null };
    },

    putEmails: async (emails, shards) => {
      const items = emails.map(({ meta, envelope }) => itemsOf(meta, envelope, { shards, retention }));
      const metas = items.map(({ meta }) => meta);
      const queued = metas.filter(({ state }) => state !== 'scheduled');
      const scheduled = metas.filter(({ state }) => state === 'scheduled');
      const envelopes = items.flatMap(({ envelope }) => (envelope ? [envelope] : []));
      await table.batchWrite({ puts: [...emails.flatMap(ownOutboxRow), ...envelopes, ...queued] });
      // A write whose response was lost is sent again. It must not undo a cancel in between (H13).
      const stored = await putNew(scheduled);
      return [...queued.map((meta) => emailOf(meta, null)), ...stored];
    },

    putMissing: async (emails, shards) => {
      const items = emails.map(({ meta, envelope }) => itemsOf(meta, envelope, { shards, retention }));
      // Envelopes never change, so rewriting one is safe. The sweep drops unneeded outbox rows.
      const envelopes = items.flatMap(({ envelope }) => (envelope ? [envelope] : []));
      await table.batchWrite({ puts: [...envelopes, ...emails.flatMap(ownOutboxRow)] });
      const stored = await readMetas(emails.map(({ meta }) => meta.id));
      const missing = items.flatMap(({ meta }, i) => ((stored[i] ?? null) === null ? [meta] : []));
      const known = stored.flatMap((meta) => (meta === null ? [] : [emailOf(meta, null)]));
      return [...known, ...(await putNew(missing))];
    },

    haveEmails: async (ids) => (await readMetas(ids)).every((meta) => meta !== null),
    unseenEmails: async (ids) => {
      const emails = (await readMetas(ids)).flatMap((meta) => (meta === null ? [] : [emailOf(meta, null)]));
      return emails.filter(({ state, outbox }) => state === 'queued' && outbox === null);
    },
    keepFinishedRow: ({ id, account }, from, to) => {
      const row = { ...outboxItem({ id, account }, to), finished: true };
      return table.batchWrite({ puts: [row], deletes: [keys.outbox(from, id)] });
    },
    isFinished: async (id, minute) =>
      (await table.get(keys.outbox(minute, id), { consistent: true }))?.finished === true,
    moveOutboxRow: async (id, account, from, to) => {
      await table.batchWrite({ puts: [outboxItem({ id, account }, to)], deletes: [keys.outbox(from, id)] });
      const moved = setFields(keys.batch(id), { outbox: to }, { condition: present });
      // If an email was removed because its account is being deleted, it must not block the sweep.
      await orNull(retryUpdate(table, runtime, moved));
    },
  };
}
