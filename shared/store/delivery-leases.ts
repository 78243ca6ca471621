import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { EmailStore } from '../domain/ports/emails.ts';
import { unlessFailed, updateIf } from './conflicts.ts';
import { readEmail } from './email-items.ts';
import { failWithEvent } from './events.ts';
import { outboxItem } from './outbox.ts';
import { keys } from './schema.ts';
import { type Item, present, type Table } from './table.ts';
import { setFields } from './updates.ts';

/**
 * The states of a send attempt, and the condition of its lease:
 *
 *   queued ──lease──> sending ──SES took it──────────────────────────> sent
 *     ^                  │ └──SES refused it──> failed
 *     └──release─────────┘ (throttled: nothing was sent)
 *                        │
 *                        └ lease_until ·· waiting for SES's Send ·· dead_before ──lease (attempt n+1)──> sending
 *
 * An expired lease is ambiguous: SES may have taken the message. The next attempt starts only when SES's `Send`
 * event hasn't arrived for a while, and never once an outcome is known (docs/internals/decisions/0005). By the
 * token, a worker recognizes its own write when the SDK repeated it after a lost response.
 */
const leasable = [
  '#state = :queued',
  '(#state = :sending AND lease_until < :dead_before AND size(outcomes) = :zero AND attribute_not_exists(message_id))',
].join(' OR ');

const named = { '#state': 'state' };
const states = { ':queued': 'queued', ':sending': 'sending' };

export type LeaseStore = Pick<EmailStore, 'lease' | 'release' | 'markSent' | 'markFailed' | 'markDelayed'>;

/** State changes of an email during sending. Each is one conditional write of one unit, except a failure. */
export function leaseStore(table: Table, runtime: Runtime, retention: Retention): LeaseStore {
  return {
    lease: async ({ id, lease_until, dead_before }) => {
      const expression = 'SET #state = :sending, lease_until = :until, lease_token = :token ADD attempt :one';
      const token = runtime.secret(12, 'base62');
      const values = { ':until': lease_until, ':token': token, ':dead_before': dead_before };
      const lease = table.update(keys.email(id), expression, {
        condition: `${present} AND (${leasable})`,
        names: named,
        values: { ...states, ...values, ':zero': 0, ':one': 1 },
      });
      const granted = async (meta: Item) => ({ leased: true as const, email: await readEmail(table, meta) });
      return unlessFailed(lease.then(granted), async ({ item }) => {
        // Our own lease. The response was lost, and the SDK repeated the update.
        if (item?.lease_token === token) return granted(item);
        return { leased: false as const, email: item && (await readEmail(table, item)) };
      });
    },

    release: async (email, outbox) => {
      const { id, attempt } = email;
      await table.put(outboxItem({ ...email, state: 'queued' }, outbox));
      const change = { state: 'queued', outbox, lease_until: undefined, lease_token: undefined };
      const values = { ':sending': 'sending', ':attempt': attempt };
      const when = { condition: '#state = :sending AND attempt = :attempt', values };
      await updateIf(table, setFields(keys.email(id), change, when));
    },

    markSent: ({ id, sent_at, message_id }) => {
      const expression =
        'SET #state = :sent, sent_at = if_not_exists(sent_at, :at), message_id = if_not_exists(message_id, :message), lease_token = :token REMOVE lease_until, outbox';
      const token = runtime.secret(12, 'base62');
      const update = table.update(keys.email(id), expression, {
        condition: '#state IN (:queued, :sending)',
        names: named,
        values: { ...states, ':sent': 'sent', ':at': sent_at, ':message': message_id, ':token': token },
      });
      const recorded = (meta: Item) => ({
        sent_at: String(meta.sent_at),
        message_id: String(meta.message_id),
      });
      return unlessFailed(update.then(recorded), ({ item }) =>
        item?.lease_token === token ? recorded(item) : null,
      );
    },

    markFailed: (end) =>
      failWithEvent({ table, runtime, retention }, end, {
        condition: '#state IN (:queued, :sending) AND size(outcomes) = :zero',
        values: { ...states, ':zero': 0 },
      }),

    markDelayed: async (id) => {
      await updateIf(table, setFields(keys.email(id), { delayed: true }, { condition: present }));
    },
  };
}
