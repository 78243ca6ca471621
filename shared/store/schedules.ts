import type { Email } from '../core/records/emails.ts';
import type { EmailEvent, TimelineType } from '../core/records/events.ts';
import type { ExceededLimit } from '../core/records/limits.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { EmailStore } from '../domain/ports/emails.ts';
import { conditionHeld, noConflict, unlessFailed } from './conflicts.ts';
import { writeCountedSend } from './counted-write.ts';
import { readEmail } from './email-items.ts';
import { rowOf } from './events.ts';
import { failWithEvent } from './fail-with-event.ts';
import type { Counted } from './limit-counts.ts';
import { inBucket, objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';
import { outboxItem } from './outbox.ts';
import { keys, ttlAfter } from './schema.ts';
import type { Table, Write } from './table.ts';

/**
 * The states of a scheduled email. Each arrow is one conditional write of the meta item, so that of a concurrent
 * cancel, reschedule and fire exactly one succeeds:
 *
 *   scheduled ──fire (state, its own time)──> queued ──lease──> sending (delivery-leases.ts)
 *     │  ^ └──reschedule (state, the time that was read): outbox row and expiries change with it
 *     │  └────────┘
 *     ├──cancel (state)──> cancelled: nothing leases it any more
 *     └──refused at its time (state, its own time)──> failed
 */
const stillAt = '#state = :scheduled AND scheduled_at = :at';

const named = { '#state': 'state' };

/** What a reschedule writes together: time, outbox row, expiries (Q4) and the timeline's row (Q28). */
function rescheduleWrites(
  email: Email,
  change: { scheduled_at: string; outbox: number; event: EmailEvent<TimelineType> },
  retention: Retention,
): Write[] {
  const { scheduled_at, outbox, event } = change;

  const expire = (kind: 'body' | 'envelope', kept_s: number): Write => ({
    update: keys[kind](email.id),
    expression: 'SET #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':ttl': ttlAfter(scheduled_at, kept_s) },
  });
  return [
    {
      update: keys.email(email.id),
      expression: 'SET scheduled_at = :to, outbox = :outbox, #ttl = :ttl',
      condition: `${stillAt} AND outbox = :was_outbox`,
      names: { ...named, '#ttl': 'ttl' },
      values: {
        ':scheduled': 'scheduled',
        ':at': email.scheduled_at,
        ':was_outbox': email.outbox,
        ':to': scheduled_at,
        ':outbox': outbox,
        ':ttl': ttlAfter(scheduled_at, retention.email),
      },
    },
    { put: outboxItem(email, outbox) },
    ...(email.outbox === null || email.outbox === outbox
      ? []
      : [{ delete: keys.outbox(email.outbox, email.id) }]),
    ...(email.content === 'item' && email.batch === undefined ? [expire('body', retention.body)] : []),
    ...(email.envelope === 'item' ? [expire('envelope', retention.email)] : []),
    { put: rowOf(event, retention) },
  ];
}

/** The bucket deletes a scheduled body this long, plus the days of H42, after its accept (`infra/constructs/bodies.ts`). */
const furthest_ms = 2 * 90 * 86_400_000;

type Fired = 'queued' | 'lost' | { exceeded: ExceededLimit };

/** The state changes of a scheduled email (H12, H13). */
export function scheduleStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  retention: Retention,
): Pick<EmailStore, 'fire' | 'failScheduled' | 'cancel' | 'reschedule'> {
  /** The body of a batch is kept as long as its last email needs it; its expiry is only ever moved later. */
  const keepShared = (batch: string, scheduled_at: string) =>
    conditionHeld(
      table.update(keys.body(batch), 'SET #ttl = :ttl', {
        condition: 'attribute_exists(pk) AND #ttl < :ttl',
        names: { '#ttl': 'ttl' },
        values: { ':ttl': ttlAfter(scheduled_at, retention.body) },
      }),
    );

  /** The bucket deletes by age: the object of an email that is moved far is written again. */
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
        const transaction = table.transact([
          {
            label: 'email',
            update: keys.email(input.id),
            expression: 'SET #state = :queued',
            condition: stillAt,
            names: named,
            values: { ':scheduled': 'scheduled', ':queued': 'queued', ':at': input.scheduled_at },
          },
          ...counts,
        ]);
        return unlessFailed<Fired, Fired>(
          transaction.then(() => 'queued'),
          (failure) => {
            if (failure.failed.has('email')) return 'lost';
            throw failure;
          },
        );
      };
      // `lost` may be this very write, whose answer was lost: then its count has to stay.
      const keeps = (result: Fired) => result === 'queued' || result === 'lost';
      return writeCountedSend({ table, runtime }, input.limits, write, keeps);
    },

    failScheduled: ({ scheduled_at, ...end }) =>
      failWithEvent({ table, runtime, retention }, end, {
        condition: stillAt,
        values: { ':scheduled': 'scheduled', ':at': scheduled_at },
      }),

    cancel: async (input) => {
      const cancel = table.update(keys.email(input.id), 'SET #state = :cancelled, cancelled_at = :now', {
        condition: '#state = :scheduled',
        names: named,
        values: { ':scheduled': 'scheduled', ':cancelled': 'cancelled', ':now': input.cancelled_at },
      });
      return unlessFailed(
        cancel.then(async (meta) => ({ cancelled: true as const, email: await readEmail(table, meta) })),
        async ({ item }) => ({ cancelled: false as const, email: item && (await readEmail(table, item)) }),
      );
    },

    reschedule: async (email, change) => {
      if (email.batch && email.content === 'item') await keepShared(email.batch.id, change.scheduled_at);
      await keepObject(email, change.scheduled_at);
      // A conflict means a concurrent change: the caller reads the email again.
      return noConflict(table.transact(rescheduleWrites(email, change, retention)));
    },
  };
}
