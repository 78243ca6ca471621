import { packJson, unpackJson } from '../core/compress.ts';
import type { CustomEvent, PostedEvent } from '../core/records/automations.ts';
import type { EventPlan } from '../core/records/runs.ts';
import { type Id, type Runtime, timestamp } from '../core/runtime.ts';
import type { CustomEventStore, StoredEvent } from '../domain/ports/runs.ts';
import { takeClaim } from './claims.ts';
import { conditionHeld, failureOf, retryTransaction, updateIf } from './conflicts.ts';
import { outboxRow } from './outbox.ts';
import { queryAll } from './pages.ts';
import { type Key, keys, partitions, ttlAfter } from './schema.ts';
import { absent, type Item, isExpired, present, recordOf, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

const nothing: EventPlan = { cancels: [], resumes: [], starts: [] };

/** For how many seconds the later pages of a plan are kept. The sweep retries the plan for as long. */
const planned_s = 30 * 86_400;

/** Max size of a plan stored in the event's item, which is updated once. */
const inlinePlan = 400;

/**
 * The items stored for an event: the event item, and the parts that don't change with its counts. The data is
 * compressed JSON, because a `__proto__` member would not survive a DynamoDB map.
 */
function itemsOf({ account, posted, plan, due, done }: StoredEvent, kept_s: number): [Item, ...Item[]] {
  const { event, ...counts } = posted;
  const { data, ...record } = event;
  const ttl = ttlAfter(event.created_at, kept_s);
  const content = { content: packJson(data) };
  const planned = due === null ? {} : { plan: packJson(plan) };
  const changes = plan.cancels.length + plan.resumes.length > 0;
  const item = { ...keys.customEvent(event.id), et: 'custom_event', ttl, account, ...record, ...counts };
  const progress = { ...(due !== null && { due }), ...(!done && { open: true }) };
  if (!changes) return [{ ...item, ...progress, ...content, ...planned }];
  const inline = (planned.plan?.length ?? 0) <= inlinePlan;
  return [
    { ...item, ...progress, ...(inline && planned) },
    { ...keys.customEventBody(event.id), et: 'custom_event_body', ttl, account, ...content },
    ...(inline
      ? []
      : [{ ...keys.customEventPlan(event.id), et: 'custom_event_plan', ttl, account, ...planned }]),
  ];
}

type Stored = Omit<PostedEvent, 'event'> &
  Omit<CustomEvent, 'data'> & {
    account: Id<'acc'>;
    content?: Uint8Array;
    plan?: Uint8Array;
    due?: number;
    open?: boolean;
  };

/**
 * The event, with its fields in the order of the response, so that a repeated request gets the same bytes.
 */
function eventOf(item: Item, body: Item | null): CustomEvent {
  const { id, name, user_id, email, source, created_at, hops, content } = recordOf<Stored>(item);
  const data = unpackJson<CustomEvent['data']>((content ?? body?.content) as Uint8Array);
  return { id, name, user_id, email, data, source, created_at, ...(hops !== undefined && { hops }) };
}

function storedOf(items: Item[]): StoredEvent | null {
  const at = ({ sk }: Key) => items.find((item) => item.sk === sk) ?? null;
  const item = at(keys.customEvent('ae_'));
  if (item === null) return null;
  const stored = recordOf<Stored>(item);
  const { account, matched_automations, resumed_runs, cancelled_runs, due = null, open = false } = stored;
  const plan = stored.plan ?? (at(keys.customEventPlan('ae_'))?.plan as Uint8Array | undefined);
  const event = eventOf(item, at(keys.customEventBody('ae_')));
  return {
    account,
    posted: { event, matched_automations, resumed_runs, cancelled_runs },
    plan: plan ? { ...nothing, ...unpackJson<Partial<EventPlan>>(plan) } : nothing,
    due,
    done: !open,
  };
}

/** The row by which the sweep finds an event with unfinished work. */
const rowOf = ({ id, account }: { id: Id<'ae'>; account: Id<'acc'> }, minute: number): Item =>
  outboxRow(minute, id, 'event_due', { account });

export function customEventStore(table: Table, runtime: Runtime): CustomEventStore {
  return {
    create: async (stored, { claim, kept_s }) => {
      const { account, posted, due } = stored;
      const [item, ...rest] = itemsOf(stored, kept_s);
      const writes: Write[] = [
        { label: 'event', put: item, condition: absent },
        ...rest.map((put) => ({ put })),
        ...(due === null ? [] : [{ put: rowOf({ id: posted.event.id, account }, due) }]),
        ...(claim ? [takeClaim(claim, runtime.now())] : []),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The id is new, so an existing item means the SDK repeated a write whose response was lost.
      return failure === null || failure.failed.has('event') ? 'created' : 'duplicate_key';
    },

    get: async (id) => storedOf(await queryAll(table, { ...partitions.customEvent(id), consistent: true })),

    find: async (ids) => {
      const wanted = ids.flatMap((id) => [keys.customEvent(id), keys.customEventBody(id)]);
      const items = await table.batchGet(wanted, { consistent: true });
      return ids.map((_, i) => {
        const [item = null, body = null] = items.slice(2 * i);
        return item === null || isExpired(item, runtime.now()) ? null : eventOf(item, body);
      });
    },

    turn: async ({ id, account }, plan) => {
      const { page = 0 } = plan;
      const when = { condition: '#page = :seen', values: { ':seen': page - 1 } };
      const first = { condition: `${present} AND attribute_not_exists(#page)` };
      const turned = setFields(keys.customEvent(id), { plan: undefined, page }, page === 1 ? first : when);
      const ttl = ttlAfter(timestamp(runtime.now()), planned_s);
      const item = { et: 'custom_event_plan', ttl, account, plan: packJson(plan) };
      const writes: Write[] = [turned, { put: { ...keys.customEventPlan(id), ...item } }];
      return conditionHeld(retryTransaction(table, runtime, writes));
    },

    storeCounts: async (id, counts) => {
      const change = { ...counts, open: undefined };
      await updateIf(table, setFields(keys.customEvent(id), change, { condition: present }));
    },
    isLeft: async (id, due) => (await table.get(keys.outbox(due, id), { consistent: true })) !== null,
    end: (id, due) => table.delete(keys.outbox(due, id)),
    // The event names its row, so the worker that finishes last can remove it.
    moveRow: async (event, from, to) => {
      await table.batchWrite({ puts: [rowOf(event, to)], deletes: [keys.outbox(from, event.id)] });
      await updateIf(table, setFields(keys.customEvent(event.id), { due: to }, { condition: present }));
    },
  };
}
