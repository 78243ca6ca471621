import { agedCache } from '../core/cache.ts';
import type { WebhookEndpoint } from '../core/records/webhooks.ts';
import type { Runtime } from '../core/runtime.ts';
import type { WebhookStore } from '../domain/ports/webhooks.ts';
import { takeClaim } from './claims.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { queryAll } from './query-all.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { setFields } from './set-fields.ts';
import {
  absent,
  type Expression,
  type Item,
  present,
  recordOf,
  type Table,
  type Update,
  type Write,
} from './table.ts';

/** Endpoints that one process keeps in memory. */
const remembered = 1_000;

const itemOf = (endpoint: WebhookEndpoint): Item => ({
  ...keys.webhook(endpoint.account, endpoint.id),
  et: 'wh',
  ...endpoint,
});

/** What became of a new endpoint. */
type CreatedEndpoint =
  | { result: 'created' | 'duplicate_key' | 'changed' }
  | { result: 'limit'; used: number };

/** One more, for the plan and for who has read the account's endpoints: `made` is how many there ever were by then. */
function countMade(account: string, limit: number, made: number | null): Update {
  const counted = countOne(account, 'webhooks', limit);
  const none = made === 0 ? 'attribute_not_exists(webhooks_made)' : 'webhooks_made = :made';
  return {
    ...counted,
    expression: 'ADD webhooks :one, webhooks_made :one',
    ...(made !== null && { condition: `(${counted.condition}) AND ${none}` }),
    values: { ...counted.values, ...(made !== null && made > 0 && { ':made': made }) },
  };
}

/** Endpoints: one item each under their account, and one count that the plan limits (A37). */
export function webhookStore(table: Table, runtime: Runtime): WebhookStore {
  const { now } = runtime;
  const endpoints = agedCache<WebhookEndpoint>(now, remembered);

  /** The endpoint after an update, or null when the condition does not hold; what is in memory is out of date then. */
  async function change(
    { account, id }: { account: string; id: string },
    expression: string,
    options: Expression,
  ): Promise<WebhookEndpoint | null> {
    const written = await unlessFailed(
      table
        .update(keys.webhook(account, id), expression, options)
        .then((item) => recordOf<WebhookEndpoint>(item)),
      () => null,
    );
    endpoints.delete(id);
    return written;
  }

  return {
    create: async (endpoint, limit, claim = null, made = null) => {
      const writes: Write[] = [
        countMade(endpoint.account, limit, made),
        { put: itemOf(endpoint), condition: absent },
        ...(claim ? [takeClaim(claim, now())] : []),
      ];
      return unlessFailed<CreatedEndpoint, CreatedEndpoint>(
        retryTransaction(table, runtime, writes).then(() => {
          endpoints.delete(endpoint.id);
          return { result: 'created' };
        }),
        ({ failed, item }) => {
          if (failed.has('claim')) return { result: 'duplicate_key' };
          const changed = made !== null && Number(item?.webhooks ?? 0) < limit;
          return changed ? { result: 'changed' } : { result: 'limit', used: limit };
        },
      );
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

    made: async (account) => {
      const item = await table.get(keys.counts(account), { consistent: true });
      return Number(item?.webhooks_made ?? 0);
    },

    all: async (account) => {
      const items = await queryAll(table, partitions.webhooks(account));
      return items.map((item) => recordOf<WebhookEndpoint>(item));
    },

    list: async (account, limit, before) => {
      const { items, more } = await table.query({
        ...partitions.webhooks(account),
        descending: true,
        limit,
        consistent: true,
        ...(before !== null && { after: keys.webhook(account, before).sk }),
      });
      const webhooks = items.map((item) => recordOf<WebhookEndpoint>(item));
      return { webhooks, next: more ? (webhooks.at(-1)?.id ?? null) : null };
    },

    update: (seen, changed) => {
      const { expression, names, values } = setFields(changed);
      return change(seen, expression, {
        condition: '#updated_at = :seen',
        names,
        values: { ...values, ':seen': seen.updated_at },
      });
    },

    disable: async (account, id, reason, at) => {
      const expression = 'SET enabled = :false, disabled_reason = :reason, updated_at = :at';
      const disabled = await change({ account, id }, expression, {
        condition: 'enabled = :true',
        values: { ':false': false, ':true': true, ':reason': reason, ':at': at },
      });
      return disabled !== null;
    },

    countFailures: (account, id, failures, at_ms) => {
      const expression = 'SET failing_since = if_not_exists(failing_since, :at) ADD failing_count :failures';
      return change({ account, id }, expression, {
        condition: present,
        values: { ':at': at_ms, ':failures': failures },
      });
    },

    clearFailures: async (account, id, recover_at) => {
      const set = recover_at === undefined ? '' : 'SET recover_at = :at ';
      const cleared = await change({ account, id }, `${set}REMOVE failing_since, failing_count`, {
        condition: 'attribute_exists(failing_since)',
        ...(recover_at !== undefined && { values: { ':at': recover_at } }),
      });
      return cleared !== null;
    },

    setRecovery: async (account, id, at) => {
      await change({ account, id }, 'SET recover_at = :at', {
        condition: `${present} AND NOT recover_at >= :at`,
        values: { ':at': at },
      });
    },

    endRecovery: async (account, id, at) => {
      const ended = await change({ account, id }, 'REMOVE recover_at', {
        condition: `${present} AND NOT recover_at > :at`,
        values: { ':at': at },
      });
      return ended !== null;
    },

    countTimeout: (account, id, at_ms) =>
      change({ account, id }, 'SET timed_out_at = :at ADD timeouts :one', {
        condition: present,
        values: { ':one': 1, ':at': at_ms },
      }),

    setSlow: async (account, id, until) => {
      await change({ account, id }, 'SET slow_until = :until', {
        condition: `${present} AND NOT slow_until >= :until`,
        values: { ':until': until },
      });
    },

    setShort: async (seen, until, at_ms) => {
      const { short_until } = seen;
      const since = 'short_since = if_not_exists(short_since, :at)';
      const shortened = await change(seen, `SET short_until = :until, ${since}`, {
        condition:
          short_until === undefined
            ? `${present} AND attribute_not_exists(short_until)`
            : 'short_until = :seen',
        values: {
          ':until': until,
          ':at': at_ms,
          ...(short_until !== undefined && { ':seen': short_until }),
        },
      });
      return shortened !== null;
    },

    clearTimeouts: async (account, id) => {
      const fields = 'timeouts, timed_out_at, short_until, short_since, slow_until';
      await change({ account, id }, `REMOVE ${fields}`, { condition: present });
    },

    remove: async (account, id) => {
      const writes: Write[] = [
        { delete: keys.webhook(account, id), condition: present },
        countOneLess(account, 'webhooks'),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      if (removed) endpoints.delete(id);
      return removed;
    },
  };
}
