import type { DeliveryAnswer } from '../core/records/emails.ts';
import type { EmailEvent, EmailFailure, TimelineType } from '../core/records/events.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { EventStore, Reason } from '../domain/ports/emails.ts';
import { conditionHeld, retryTransaction, unlessFailed, updateIf } from './conflicts.ts';
import { readEmail } from './email-items.ts';
import { queryAll } from './pages.ts';
import { reasonUpdate } from './reasons.ts';
import { emailIdOf, keys, partitions, ttlAfter } from './schema.ts';
import { absent, currentOf, type Expression, type Item, recordOf, type Table } from './table.ts';
import { setFields } from './updates.ts';

export function rowOf(event: EmailEvent<TimelineType>, retention: Retention): Item {
  const { email_id, type, position, variant, ...record } = event;
  const ttl = ttlAfter(event.created_at, retention.event);
  const kept = { type, ...(position !== null && { position }), ...(variant !== '' && { variant }) };
  return { ...keys.event(email_id, type, position, variant), et: 'event', ttl, ...kept, ...record };
}

function eventOf<Type extends TimelineType>(row: Item): EmailEvent<Type> {
  const record = recordOf<Omit<EmailEvent<Type>, 'email_id'>>(row);
  const { position = null, variant = '' } = record;
  return { ...record, position, variant, email_id: emailIdOf(row) };
}

/**
 * One update sets all outcomes of a report, each once. Its only condition is that the email exists. The
 * earliest reason needs its own condition: reasons are strings, and DynamoDB has no min(). Names are short
 * and unspaced because expressions are limited to 4 KB, and a soft bounce of 50 recipients sets 101 outcomes.
 */
function outcomeUpdate(input: Parameters<EventStore['recordOutcomes']>[0]) {
  const sets = [
    'sent_at = if_not_exists(sent_at, :sent)',
    'message_id = if_not_exists(message_id, :message)',
  ];
  const names: Record<string, string> = { '#account': 'account', '#o': 'outcomes' };
  const values: Record<string, unknown> = {
    ':account': input.account,
    ':sent': input.sent_at,
    ':message': input.message_id,
  };
  for (const [i, [entry, at]] of Object.entries(input.outcomes).entries()) {
    names[`#${i}`] = entry;
    values[`:${i}`] = at;
    sets.push(`#o.#${i}=if_not_exists(#o.#${i},:${i})`);
  }
  const reason = input.reason && reasonUpdate(input.reason);
  return {
    expression: `SET ${[...sets, ...(reason?.sets ?? [])].join(',')}${reason?.remove ?? ''}`,
    options: {
      condition: ['#account = :account', ...(reason ? [reason.condition] : [])].join(' AND '),
      names,
      values: { ...values, ...reason?.values },
    },
  };
}

/** SES reports: a row per event, and each recipient's outcome on the email's meta. */
export function eventStore(table: Table, runtime: Runtime, retention: Retention): EventStore {
  return {
    putEvent: (event) => {
      const put = table.put(rowOf(event, retention), { condition: absent });
      const created = put.then(() => ({ created: true, event }));
      return unlessFailed(created, ({ item }) => ({ created: false, event: item ? eventOf(item) : event }));
    },

    putDelivered: async (input) => {
      // The meta outlives the row that it replaces.
      if (retention.event < retention.email) return null;
      const { expression, options } = outcomeUpdate({ ...input, reason: null });
      const condition = `${options.condition} AND recipient_count = :one AND attribute_not_exists(#o.#delivered) AND (attribute_not_exists(message_id) OR message_id = :message)`;
      const write = table.update(keys.email(input.email_id), `${expression}, answer = :answer`, {
        condition,
        names: { ...options.names, '#delivered': '0d' },
        values: { ...options.values, ':one': 1, ':answer': input.answer },
      });
      const meta = await unlessFailed(write, ({ item }) =>
        item?.account === input.account && item.answer !== undefined ? item : null,
      );
      if (meta === null) return null;
      const [made_at] = recordOf<{ answer: DeliveryAnswer }>(meta).answer;
      return { email: await readEmail(table, meta), created: made_at === input.answer[0] };
    },

    amendEvent: async ({ id, email_id, type, position, variant, data }) => {
      const when = { condition: 'id = :id', values: { ':id': id } };
      await updateIf(table, setFields(keys.event(email_id, type, position, variant), { data }, when));
    },
    listEvents: async (email_id) => {
      const rows = await queryAll(table, { ...partitions.events(email_id), consistent: true });
      return currentOf(rows, runtime.now()).map(eventOf<TimelineType>);
    },

    recordOutcomes: async (input) => {
      const write = async (reason: Reason | null): Promise<Item | null> => {
        const { expression, options } = outcomeUpdate({ ...input, reason });
        return unlessFailed(table.update(keys.email(input.email_id), expression, options), ({ item }) =>
          item?.account === input.account && reason !== null ? write(null) : null,
        );
      };
      const meta = await write(input.reason);
      return meta && readEmail(table, meta);
    },

    noteOutcome: async ({ email_id, account, key, at }) => {
      await updateIf(table, {
        update: keys.email(email_id),
        expression: 'SET outcomes.#key = if_not_exists(outcomes.#key, :at)',
        condition: '#account = :account',
        names: { '#key': key, '#account': 'account' },
        values: { ':at': at, ':account': account },
      });
    },
  };
}

/**
 * Fails an email on a condition on its state (`#state`) and writes its event in the same transaction, so a
 * crash leaves both or neither. False if the condition fails.
 */
export async function failWithEvent(
  { table, runtime, retention }: { table: Table; runtime: Runtime; retention: Retention },
  { id, failed_at, failure_reason, event }: EmailFailure,
  when: Expression,
): Promise<boolean> {
  const ended = { lease_until: undefined, lease_token: undefined, outbox: undefined };
  const update = setFields(keys.email(id), { state: 'failed', failed_at, failure_reason, ...ended }, when);
  return conditionHeld(retryTransaction(table, runtime, [update, { put: rowOf(event, retention) }]));
}
