import { agedCache } from '../core/cache.ts';
import type { WebhookEndpoint } from '../core/records/webhooks.ts';
import type { Runtime } from '../core/runtime.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { keys } from './schema.ts';
import { type Item, recordOf, type Table, type Write } from './table.ts';

/** Endpoints that one process remembers. */
const remembered = 1_000;

const itemOf = (endpoint: WebhookEndpoint): Item => ({
  ...keys.webhook(endpoint.account, endpoint.id),
  et: 'wh',
  ...endpoint,
});

const idPrefix = 'WH#';

/** `SET a = :a, …` for a change's own fields; undefined ones are removed. */
function changeOf(change: Record<string, unknown>) {
  const set = Object.entries(change).filter(([, value]) => value !== undefined);
  const gone = Object.keys(change).filter((name) => change[name] === undefined);
  const expression = [
    `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ...(gone.length > 0 ? [`REMOVE ${gone.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  return {
    expression,
    names: Object.fromEntries(Object.keys(change).map((name) => [`#${name}`, name])),
    values: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}

/** The endpoint after an update, or null when the condition does not hold. */
const orNull = (write: Promise<Item>): Promise<WebhookEndpoint | null> =>
  unlessFailed(
    write.then((item) => recordOf<WebhookEndpoint>(item)),
    () => null,
  );

/** Endpoints: one item each under their account, and one count that the plan limits (A37). */
export function webhookStore(table: Table, runtime: Runtime) {
  const { now } = runtime;
  const endpoints = agedCache<WebhookEndpoint>(now, remembered);

  async function readAll(account: string): Promise<WebhookEndpoint[]> {
    const all: WebhookEndpoint[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await table.query({ pk: `ACC#${account}`, prefix: idPrefix, ...(after && { after }) });
      all.push(...page.items.map((item) => recordOf<WebhookEndpoint>(item)));
      after = page.items.at(-1)?.sk;
      more = page.more && after !== undefined;
    }
    return all;
  }

  return {
    create: async (
      endpoint: WebhookEndpoint,
      limit: number,
    ): Promise<{ created: true } | { created: false; used: number }> => {
      const writes: Write[] = [
        {
          update: keys.counts(endpoint.account),
          expression: 'ADD webhooks :one',
          condition: 'attribute_not_exists(webhooks) OR webhooks < :limit',
          values: { ':one': 1, ':limit': limit },
        },
        { put: itemOf(endpoint), condition: 'attribute_not_exists(pk)' },
      ];
      const created = await conditionHeld(retryTransaction(table, runtime, writes));
      if (!created) return { created, used: limit };
      endpoints.delete(endpoint.id);
      return { created };
    },

    get: async (account: string, id: string, max_age_ms?: number): Promise<WebhookEndpoint | null> => {
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

    all: readAll,

    list: async (account: string, limit: number, before: string | null) => {
      const { items, more } = await table.query({
        pk: `ACC#${account}`,
        prefix: idPrefix,
        descending: true,
        limit,
        consistent: true,
        ...(before !== null && { after: keys.webhook(account, before).sk }),
      });
      const webhooks = items.map((item) => recordOf<WebhookEndpoint>(item));
      return { webhooks, next: more ? (webhooks.at(-1)?.id ?? null) : null };
    },

    update: async (
      seen: WebhookEndpoint,
      change: Partial<WebhookEndpoint> & { updated_at: string },
    ): Promise<WebhookEndpoint | null> => {
      const { expression, names, values } = changeOf(change);
      const written = await orNull(
        table.update(keys.webhook(seen.account, seen.id), expression, {
          condition: '#updated_at = :seen',
          names,
          values: { ...values, ':seen': seen.updated_at },
        }),
      );
      endpoints.delete(seen.id);
      return written;
    },

    disable: async (
      account: string,
      id: string,
      reason: 'failing' | 'gone',
      at: string,
    ): Promise<boolean> => {
      const written = await orNull(
        table.update(
          keys.webhook(account, id),
          'SET enabled = :false, disabled_reason = :reason, updated_at = :at',
          {
            condition: 'enabled = :true',
            values: { ':false': false, ':true': true, ':reason': reason, ':at': at },
          },
        ),
      );
      endpoints.delete(id);
      return written !== null;
    },

    countFailures: async (
      account: string,
      id: string,
      failures: number,
      at_ms: number,
    ): Promise<WebhookEndpoint | null> => {
      const written = await orNull(
        table.update(
          keys.webhook(account, id),
          'SET failing_since = if_not_exists(failing_since, :at) ADD failing_count :failures',
          { condition: 'attribute_exists(pk)', values: { ':at': at_ms, ':failures': failures } },
        ),
      );
      endpoints.delete(id);
      return written;
    },

    clearFailures: async (account: string, id: string): Promise<void> => {
      await orNull(
        table.update(keys.webhook(account, id), 'REMOVE failing_since, failing_count', {
          condition: 'attribute_exists(pk)',
        }),
      );
      endpoints.delete(id);
    },

    remove: async (account: string, id: string): Promise<boolean> => {
      const writes: Write[] = [
        { delete: keys.webhook(account, id), condition: 'attribute_exists(pk)' },
        { update: keys.counts(account), expression: 'ADD webhooks :less', values: { ':less': -1 } },
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      if (removed) endpoints.delete(id);
      return removed;
    },
  };
}
