import { agedCache } from '../core/cache.ts';
import type { WebhookEndpoint } from '../core/records/webhooks.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { EnabledRoom, WebhookStore } from '../domain/ports/webhooks.ts';
import { releaseClaim, takeClaim } from './claims.ts';
import { conditionHeld, failureOf, retryTransaction, updateRecord } from './conflicts.ts';
import { entriesOf, queryAll } from './pages.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Expression, present, recordOf, type Table, type Update, type Write } from './table.ts';
import { sendUpdate, setFields } from './updates.ts';

const maxEndpoints = 1_000;

/** Counts an endpoint as enabled, unless other endpoints took the room since it was read. */
const taking = ({ before, free }: EnabledRoom): Expression => ({
  condition: '(attribute_not_exists(webhooks_switched) OR webhooks_switched < :end)',
  values: { ':one': 1, ':end': before + free },
});

const takeRoom = (account: Id<'acc'>, room: EnabledRoom): Update => ({
  ...taking(room),
  update: keys.counts(account),
  expression: 'ADD webhooks_switched :one',
});

type Counting = { made?: number | null; room?: EnabledRoom | null };

/**
 * Adds one to the plan's count. Fails if another endpoint was created since the caller read `made`, the total
 * number ever created.
 */
function countMade(account: Id<'acc'>, limit: number, { made = null, room = null }: Counting): Update {
  const counted = countOne(account, 'webhooks', limit);
  const none = made === 0 ? 'attribute_not_exists(webhooks_made)' : 'webhooks_made = :made';
  const conditions = [
    `(${counted.condition})`,
    made !== null && none,
    room !== null && taking(room).condition,
  ];
  return {
    ...counted,
    expression: `ADD webhooks :one, webhooks_made :one${room === null ? '' : ', webhooks_switched :one'}`,
    condition: conditions.filter(Boolean).join(' AND '),
    values: {
      ...counted.values,
      ...(made !== null && made > 0 && { ':made': made }),
      ...(room !== null && taking(room).values),
    },
  };
}

/** The condition that the endpoint is unchanged. */
const asSeen = ({ updated_at }: WebhookEndpoint): Expression => ({
  condition: '#updated_at = :seen',
  values: { ':seen': updated_at },
});

/** The condition that the endpoint still has the url that was posted to. */
const atUrl = ({ url }: Pick<WebhookEndpoint, 'url'>) => ({
  condition: '#url = :posted',
  names: { '#url': 'url' },
  values: { ':posted': url },
});

/** Endpoints: one item each under their account, and one count that the plan limits. */
export function webhookStore(table: Table, runtime: Runtime): WebhookStore {
  const { now } = runtime;
  const endpoints = agedCache<WebhookEndpoint>(now, maxEndpoints);

  /** The endpoint after an update. Null if the condition fails. Either way, the cached one is outdated. */
  async function send(id: Id<'wh'>, update: Update): Promise<WebhookEndpoint | null> {
    const endpoint = await updateRecord<WebhookEndpoint>(table, update);
    endpoints.delete(id);
    return endpoint;
  }

  const countsOf = async (account: Id<'acc'>) => {
    const item = await table.get(keys.counts(account), { consistent: true });
    return { made: Number(item?.webhooks_made ?? 0), switched: Number(item?.webhooks_switched ?? 0) };
  };

  type Place = Pick<WebhookEndpoint, 'account' | 'id'>;
  const change = ({ account, id }: Place, fields: Partial<WebhookEndpoint>, when: Expression) =>
    send(id, setFields(keys.webhook(account, id), fields, when));

  return {
    create: async (endpoint, limit, claim = null, options = {}) => {
      const { account, id } = endpoint;
      const writes: Write[] = [
        countMade(account, limit, options),
        { put: { ...keys.webhook(account, id), et: 'wh', ...endpoint }, condition: absent },
        ...(claim ? [takeClaim(claim, now())] : []),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) {
        endpoints.delete(id);
        return { result: 'created' };
      }
      if (failure.failed.has('claim')) return { result: 'duplicate_key' };
      if (Number(failure.item?.webhooks ?? 0) >= limit) return { result: 'limit', used: limit };
      return { result: (options.made ?? null) === null ? 'crowded' : 'changed' };
    },

    get: async (account, id, max_age_ms) => {
      const known = max_age_ms === undefined ? undefined : endpoints.get(id, max_age_ms);
      if (known?.account === account) return known;
      const at = now();
      const consistent = max_age_ms === undefined;
      const item = await table.get(keys.webhook(account, id), { consistent });
      if (item === null) return null;
      const endpoint = recordOf<WebhookEndpoint>(item);
      endpoints.set(id, endpoint, at);
      return endpoint;
    },

    made: async (account) => (await countsOf(account)).made,
    switchedOn: async (account) => (await countsOf(account)).switched,

    all: async (account, options) =>
      (await queryAll(table, { ...partitions.webhooks(account), ...options })).map(recordOf<WebhookEndpoint>),

    list: (account, page) => entriesOf<WebhookEndpoint>(table, partitions.webhooks(account), page),
    update: async (seen, changed, room = null) => {
      if (room === null) return change(seen, changed, asSeen(seen));
      const changing = setFields(keys.webhook(seen.account, seen.id), changed, asSeen(seen));
      const writes = [changing, takeRoom(seen.account, room)];
      const held = await conditionHeld(retryTransaction(table, runtime, writes));
      endpoints.delete(seen.id);
      return held ? { ...seen, ...changed } : null;
    },

    updateOnce: async (seen, changed, claim) => {
      const writes = [
        setFields(keys.webhook(seen.account, seen.id), changed, asSeen(seen)),
        takeClaim(claim, now()),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      endpoints.delete(seen.id);
      if (failure === null) return { ...seen, ...changed };
      return failure.failed.has('claim') ? 'duplicate_key' : null;
    },

    disable: async (seen, disabled_reason, at) => {
      const fields = { enabled: false, disabled_reason, disabled_at: at, updated_at: at };
      const { condition, names, values } = atUrl(seen);
      const fails = disabled_reason === 'failing';
      const when = {
        condition: `${condition} AND #enabled = :true${fails ? ' AND failing_since = :since' : ''}`,
        names,
        values: { ...values, ':true': true, ...(fails && { ':since': seen.failing_since ?? null }) },
      };
      return (await change(seen, fields, when)) !== null;
    },

    countFailures: (posted, failures, at_ms) => {
      const { values, ...when } = atUrl(posted);
      return send(posted.id, {
        ...when,
        update: keys.webhook(posted.account, posted.id),
        expression: 'SET failing_since = if_not_exists(failing_since, :at) ADD failing_count :failures',
        values: { ...values, ':at': at_ms, ':failures': failures },
      });
    },

    clearFailures: async (account, id, recover_at) => {
      const ended = { failing_since: undefined, failing_count: undefined };
      const fields = recover_at === undefined ? ended : { ...ended, recover_at };
      const when = { condition: 'attribute_exists(#failing_since)' };
      const failure = await failureOf(sendUpdate(table, setFields(keys.webhook(account, id), fields, when)));
      endpoints.delete(id);
      // The stored time is the one from this write, because the response was lost and the client sent the
      // write again.
      return failure === null || (recover_at !== undefined && failure.item?.recover_at === recover_at);
    },

    setRecovery: async (account, id, recover_at) => {
      const when = { condition: `${present} AND NOT #recover_at >= :recover_at` };
      await change({ account, id }, { recover_at }, when);
    },
    endRecovery: async (account, id, at) => {
      const when = { condition: `${present} AND NOT #recover_at > :at`, values: { ':at': at } };
      return (await change({ account, id }, { recover_at: undefined }, when)) !== null;
    },

    countTimeout: (posted, at_ms) => {
      const { values, ...when } = atUrl(posted);
      return send(posted.id, {
        ...when,
        update: keys.webhook(posted.account, posted.id),
        expression: 'SET timed_out_at = :at ADD timeouts :one',
        values: { ...values, ':one': 1, ':at': at_ms },
      });
    },

    setSlow: async (posted, slow_until) => {
      const { condition, ...when } = atUrl(posted);
      const later = `${condition} AND NOT #slow_until >= :slow_until`;
      await change(posted, { slow_until }, { ...when, condition: later });
    },

    setShort: async (seen, until, at_ms) => {
      const { account, id, short_until } = seen;
      const { condition, names, values } = atUrl(seen);
      const isFirst = short_until === undefined;
      const update: Update = {
        update: keys.webhook(account, id),
        expression: 'SET short_until = :until, short_since = if_not_exists(short_since, :at)',
        condition: `${condition} AND ${isFirst ? 'attribute_not_exists(short_until)' : 'short_until = :seen'}`,
        names,
        values: { ...values, ':until': until, ':at': at_ms, ...(!isFirst && { ':seen': short_until }) },
      };
      return (await send(id, update)) !== null;
    },

    clearTimeouts: async (account, id) => {
      const timeouts = { timeouts: undefined, timed_out_at: undefined };
      const pauses = { short_until: undefined, short_since: undefined, slow_until: undefined };
      await change({ account, id }, { ...timeouts, ...pauses }, { condition: present });
    },

    remove: async (account, id, claim = null) => {
      const writes: Write[] = [
        { delete: keys.webhook(account, id), condition: present },
        countOneLess(account, 'webhooks'),
        ...(claim ? [releaseClaim(claim)] : []),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      if (removed) endpoints.delete(id);
      return removed;
    },
  };
}
