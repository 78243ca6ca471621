import type { Email, EmailMeta, Envelope } from '../core/records/emails.ts';
import { initialProgress } from '../core/records/emails.ts';
import type { Retention } from '../core/retention.ts';
import { outboxItem } from './outbox.ts';
import { emailIdOf, entryOf, indexes, keys, shardOf, ttlAfter } from './schema.ts';
import { sizeOf } from './size.ts';
import { type Item, recordOf, type Table } from './table.ts';

/** Room that the meta keeps for what is written to it later: lease, message id, outcomes, reason. */
const updateRoom = 345;

/** Nulls and empty lists are absent in the table; `read` puts them back. */
export function dense(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, v]) => v !== null && v !== undefined && v !== false && !(Array.isArray(v) && v.length === 0),
    ),
  );
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

/** The email of a meta item and, where it has one, its envelope item. */
export function emailOf(meta: Item, envelope: Item | null): Email {
  const id = emailIdOf(meta);
  const rest = envelope === null ? {} : recordOf<Envelope>(envelope);
  return { ...empty, ...emptyEnvelope, ...recordOf<EmailMeta>(meta), ...rest, id } as Email;
}

/** Whether the envelope is an item of its own: it and the meta would pass 1 KB together (Q18). */
export const hasOwnEnvelope = (meta: Item): boolean => meta.envelope === 'item';

/** The email of a meta item, its envelope read where it is an item of its own. */
export async function readEmail(table: Table, meta: Item): Promise<Email> {
  return emailOf(meta, hasOwnEnvelope(meta) ? await table.get(keys.envelope(emailIdOf(meta))) : null);
}

/** Over how many keys the account's list is spread, and for how long all of it is kept. */
export type Keeping = { shards: number; retention: Retention };

/** Meta and, when both would pass 1 KB, envelope as an item of its own (Q18). */
export function itemsOf(
  meta: EmailMeta,
  envelope: Envelope,
  { shards, retention }: Keeping,
): { meta: Item; envelope: Item | null } {
  const { id, outcomes, ...record } = meta;
  const ttl = ttlAfter(meta.scheduled_at ?? meta.created_at, retention.email);
  const shard = shardOf(id, shards);
  const item: Item = {
    ...keys.email(id),
    et: 'email',
    ...entryOf(indexes.emails(meta.account, shard), id),
    ...(meta.tenant !== null && entryOf(indexes.emailsOfTenant(meta.account, meta.tenant, shard), id)),
    ttl,
    outcomes,
    ...dense(record),
  };
  const whole = { ...item, ...dense(envelope) };
  if (sizeOf(whole) + updateRoom + 14 * meta.recipient_count <= 1024) return { meta: whole, envelope: null };
  const apart = { ...keys.envelope(id), et: 'envelope', ttl, ...dense(envelope) } as Item;
  return { meta: { ...item, envelope: 'item' }, envelope: apart };
}

export function bodyItem(meta: EmailMeta, content: Uint8Array, retention: Retention): Item {
  const ttl = ttlAfter(meta.scheduled_at ?? meta.created_at, retention.body);
  return { ...keys.body(meta.id), et: 'body', account: meta.account, content, ttl };
}

/** What stands beside the meta of an email that may be accepted: outbox row and, where they are items, envelope and body. */
export function draftItems(
  meta: EmailMeta,
  envelope: Envelope,
  content: Uint8Array,
  keeping: Keeping,
): Item[] {
  const minute = meta.outbox as number;
  const outbox = outboxItem(meta, minute);
  const apart = itemsOf(meta, envelope, keeping).envelope;
  return [
    outbox,
    ...(apart ? [apart] : []),
    ...(meta.content === 'item' ? [bodyItem(meta, content, keeping.retention)] : []),
  ];
}

/** Compressed bodies up to here are items; an S3 PUT costs as much as 8 write units (architecture 3). */
export const itemBody = 8 * 1024;

/** In the deciding write they are items up to here: that saves the bucket's round trip where one was spent before. */
export const joinedBody = 256 * 1024;
