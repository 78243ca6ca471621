import type { EmailMeta } from '../core/records/emails.ts';
import { indexes, keys, retention_s } from './schema.ts';
import type { Item } from './table.ts';

/**
 * The row that stands for an email until a worker leases it (Q15). Those of scheduled emails are in a sparse
 * index of their account, so that open schedules can be counted.
 */
export function outboxItem(email: Pick<EmailMeta, 'id' | 'account' | 'state'>, minute: number): Item {
  const { id, account, state } = email;
  const index = { gsi1pk: indexes.schedulesOf(account), gsi1sk: id };
  const ttl = minute * 60 + retention_s.outbox;
  return { ...keys.outbox(minute, id), et: 'outbox', account, ttl, ...(state === 'scheduled' && index) };
}
