import { type Email, type EmailMeta, type Envelope, initialProgress } from '../core/records/emails.ts';
import type { Retention } from '../core/retention.ts';
import { outboxItem } from './outbox.ts';
import { emailIdOf, entryOf, indexes, type Key, keys, shardOf, ttlAfter } from './schema.ts';
import { sizeOf } from './size.ts';
import { getWritten, type Item, recordOf, type Table } from './table.ts';

/**
 * Bytes of the meta reserved for later writes: lease, message id, outcomes, reason, and the settings, which a
 * draft written in parallel with the reads doesn't know yet.
 */
const updateRoom = 345 + 11;

/** The record without nulls, false, and empty lists, which the table doesn't store; `emailOf` restores them. */
export function dense(record: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in record) {
    const value = record[name];
    const isEmpty = value === null || value === undefined || value === false;
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) kept[name] = value;
  }
  return kept;
}

const empty = {
  key: null,
  tenant: null,
  template: null,
  resent_from: null,
  scheduled_at: null,
  content: null,
  outbox: null,
  ...initialProgress,
};
const emptyEnvelope = { to: [], cc: [], bcc: [], reply_to: [], tags: [] };

export function emailOf(meta: Item, envelope: Item | null): Email {
  const id = emailIdOf(meta);
  const rest = envelope === null ? {} : recordOf<Envelope>(envelope);
  return { ...empty, ...emptyEnvelope, ...recordOf<EmailMeta>(meta), ...rest, id } as Email;
}

/** Whether the envelope needs its own item, because with the meta it would exceed 1 KB. */
export const hasOwnEnvelope = (meta: Item): boolean => meta.envelope === 'item';

/**
 * Reads immutable items in key order. If a replica lacks an item, such as a brand-new envelope, it is read
 * again with strong consistency.
 */
export async function readWritten(table: Table, wanted: Key[]): Promise<(Item | null)[]> {
  const found = wanted.length > 0 ? await table.batchGet(wanted) : [];
  const missing = wanted.filter((_, i) => found[i] === null);
  if (missing.length === 0) return found;
  const again = await table.batchGet(missing, { consistent: true });
  return found.map((item) => item ?? again.shift() ?? null);
}

export async function readEmail(table: Table, meta: Item): Promise<Email> {
  const envelope = hasOwnEnvelope(meta) ? await getWritten(table, keys.envelope(emailIdOf(meta))) : null;
  return emailOf(meta, envelope);
}

/** Emails from their metas, without the reasons that have their own items. */
export async function readEmails(table: Table, metas: Item[]): Promise<Email[]> {
  const own = metas.filter(hasOwnEnvelope);
  const envelopes = await readWritten(
    table,
    own.map((meta) => keys.envelope(emailIdOf(meta))),
  );
  return metas.map((meta) => emailOf(meta, envelopes[own.indexOf(meta)] ?? null));
}

/** The keys that the account's list is spread over, and how long items are kept. */
type Keeping = { shards: number; retention: Retention };

/** Meta, plus a separate envelope item if both would exceed 1 KB. */
export function itemsOf(
  meta: EmailMeta,
  envelope: Envelope,
  { shards, retention }: Keeping,
): { meta: Item; envelope: Item | null } {
  const { id, outcomes, settings, ...record } = meta;
  const ttl = ttlAfter(meta.scheduled_at ?? meta.created_at, retention.email);
  const shard = shardOf(id, shards);
  const listed = entryOf(indexes.emails(meta.account, shard), id);
  const of_tenant =
    meta.tenant !== null && entryOf(indexes.emailsOfTenant(meta.account, meta.tenant, shard), id);
  const item: Item = {
    ...keys.email(id),
    et: 'email',
    ...listed,
    ...of_tenant,
    ttl,
    outcomes,
    ...dense(record),
  };
  const fullItem = { ...item, ...dense(envelope) };
  const known = settings !== undefined && { settings };
  if (sizeOf(fullItem) + updateRoom + 14 * meta.recipient_count <= 1024)
    return { meta: { ...fullItem, ...known }, envelope: null };
  const own: Item = { ...keys.envelope(id), et: 'envelope', ttl, ...dense(envelope) };
  return { meta: { ...item, ...known, envelope: 'item' }, envelope: own };
}

/** The other items of an email: the outbox row, if any, and separate envelope and body items. */
export function draftItems(
  meta: EmailMeta,
  envelope: Envelope,
  content: Uint8Array,
  keeping: Keeping,
): Item[] {
  const { id, account, outbox } = meta;
  const own = itemsOf(meta, envelope, keeping).envelope;
  const ttl = ttlAfter(meta.scheduled_at ?? meta.created_at, keeping.retention.body);
  return [
    ...(outbox === null ? [] : [outboxItem({ ...meta, ...envelope }, outbox)]),
    ...(own ? [own] : []),
    ...(meta.content === 'item' ? [{ ...keys.body(id), et: 'body', account, content, ttl }] : []),
  ];
}

/** Max bytes of a compressed body stored as an item. An S3 PUT costs as much as 8 write units. */
export const itemBody = 8 * 1024;

/** Max bytes of a body stored as an item in the final write. Larger bodies go to the bucket first. */
export const joinedBody = 256 * 1024;
