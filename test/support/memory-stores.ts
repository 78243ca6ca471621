import type {
  Delivery,
  FailedDelivery,
  ReplayClaim,
  WebhookEndpoint,
} from '../../shared/core/records/webhooks.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { DeliveryLog, DeliveryStore, WebhookStore } from '../../shared/domain/ports/webhooks.ts';

/**
 * The stores of webhooks in memory, with the conditions that the table puts on its writes: one suite runs over both
 * (test/store/webhook-stores.test.ts). `reads` counts.
 */
export function memoryStores(now: () => number = Date.now) {
  const endpoints = new Map<string, WebhookEndpoint>();
  const rows = new Map<string, Delivery>();
  const failed = new Set<string>();
  const payloads = new Map<string, string>();
  const reads = { log: 0, endpoints: 0, payloads: 0 };

  const everMade = new Map<string, number>();
  const find = (account: string, id: string) => {
    const found = endpoints.get(id);
    return found?.account === account ? found : null;
  };
  const ofAccount = (account: string) => [...endpoints.values()].filter((each) => each.account === account);
  const change = (current: WebhookEndpoint, fields: Partial<WebhookEndpoint>) => {
    const written = { ...current, ...fields };
    endpoints.set(current.id, written);
    return written;
  };

  const webhooks: WebhookStore = {
    create: async (endpoint, limit, _claim, { made = null } = {}) => {
      const { account } = endpoint;
      const before = everMade.get(account) ?? 0;
      if (ofAccount(account).length >= limit) return { result: 'limit', used: limit };
      if (made !== null && made !== before) return { result: 'changed' };
      everMade.set(account, before + 1);
      endpoints.set(endpoint.id, endpoint);
      return { result: 'created' };
    },
    get: async (account, id) => {
      reads.endpoints++;
      return find(account, id);
    },
    made: async (account) => everMade.get(account) ?? 0,
    switchedOn: async () => 0,
    all: async (account) => ofAccount(account),
    list: async (account, { limit, before }) => {
      const older = ofAccount(account)
        .filter(({ id }) => before === null || id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const page = older.slice(0, limit);
      return { entries: page, next: older.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
    update: async (seen, fields) => {
      const current = find(seen.account, seen.id);
      return current?.updated_at === seen.updated_at ? change(current, fields) : null;
    },
    updateOnce: (seen, fields) => webhooks.update(seen, fields),
    disable: async ({ account, id, url, failing_since }, disabled_reason, at) => {
      const current = find(account, id);
      if (!current?.enabled || current.url !== url) return false;
      if (disabled_reason === 'failing' && current.failing_since !== failing_since) return false;
      change(current, { enabled: false, disabled_reason, disabled_at: at, updated_at: at });
      return true;
    },
    countFailures: async ({ account, id, url }, failures, at) => {
      const current = find(account, id);
      if (current?.url !== url) return null;
      const failing_count = (current.failing_count ?? 0) + failures;
      return change(current, { failing_since: current.failing_since ?? at, failing_count });
    },
    clearFailures: async (account, id, recover_at) => {
      const current = find(account, id);
      if (current?.failing_since === undefined) return false;
      const { failing_since: _since, failing_count: _count, ...rest } = current;
      endpoints.set(id, { ...rest, ...(recover_at !== undefined && { recover_at }) });
      return true;
    },
    setRecovery: async (account, id, recover_at) => {
      const current = find(account, id);
      if (current !== null && !((current.recover_at ?? 0) >= recover_at)) change(current, { recover_at });
    },
    endRecovery: async (account, id, at) => {
      const current = find(account, id);
      if (current === null || (current.recover_at ?? 0) > at) return false;
      const { recover_at: _at, ...rest } = current;
      endpoints.set(id, rest);
      return true;
    },
    countTimeout: async ({ account, id, url }, timed_out_at) => {
      const current = find(account, id);
      if (current?.url !== url) return null;
      return change(current, { timeouts: (current.timeouts ?? 0) + 1, timed_out_at });
    },
    setSlow: async ({ account, id, url }, slow_until) => {
      const current = find(account, id);
      if (current?.url === url && !((current.slow_until ?? 0) >= slow_until)) change(current, { slow_until });
    },
    setShort: async (seen, short_until, at_ms) => {
      const current = find(seen.account, seen.id);
      if (current?.url !== seen.url || current.short_until !== seen.short_until) return false;
      change(current, { short_until, short_since: current.short_since ?? at_ms });
      return true;
    },
    clearTimeouts: async (account, id) => {
      const current = find(account, id);
      if (current === null) return;
      const {
        timeouts: _1,
        timed_out_at: _2,
        short_until: _3,
        short_since: _4,
        slow_until: _5,
        ...rest
      } = current;
      endpoints.set(id, rest);
    },
    remove: async (account, id) => find(account, id) !== null && endpoints.delete(id),
  };

  const deliveries: DeliveryStore = {
    get: async (_webhook, _shards, id) => {
      reads.log++;
      return rows.get(id) ?? null;
    },
    record: async (delivery, { attempt }) => {
      const current = rows.get(delivery.id);
      if (current && !(current.status === 'pending' && current.attempts < attempt)) return false;
      rows.set(delivery.id, delivery);
      if (delivery.status === 'failed') failed.add(delivery.id);
      return true;
    },
    putFailed: async (delivery) => {
      if (!replays.has(delivery.id)) failed.add(delivery.id);
    },
    putPayload: async (_account, event, payload) => {
      payloads.set(event.id, payload);
    },
    readPayload: async (_account, id) => {
      reads.payloads++;
      return payloads.get(id) ?? null;
    },
  };

  const position = ({ id, first_id }: FailedDelivery) => (first_id ? `${first_id}#${id}` : id);
  const replays = new Map<string, { replay: Id<'whd'>; at: number }>();
  const claimReplay = ({ id, replay }: { id: Id<'whd'>; replay: Id<'whd'> }): ReplayClaim | null => {
    const bound = replays.get(id);
    if (bound === undefined) {
      if ((rows.get(id)?.status ?? 'pending') === 'pending') return null;
      replays.set(id, { replay, at: now() });
      return { replay, state: 'new' };
    }
    if (now() - bound.at < 30_000) return { replay: bound.replay, state: 'taken' };
    bound.at = now();
    return { replay: bound.replay, state: 'repeat' };
  };

  const delivery_log: DeliveryLog = {
    ...({} as DeliveryLog),
    find: async (_webhook, _shards, ids) => ids.flatMap((id) => rows.get(id) ?? []),
    replayOf: async (_webhook, _shards, id) => replays.get(id)?.replay ?? null,
    openFailures: async (webhook, { since, until, limit }) => {
      reads.log++;
      const open = [...failed]
        .flatMap((id) => rows.get(id) ?? [])
        .filter((row) => row.webhook_id === webhook && position(row) >= since && position(row) < until)
        .sort((a, b) => (position(a) < position(b) ? -1 : 1));
      return { failures: open.slice(0, limit), more: open.length > limit };
    },
    claimReplays: async (_webhook, _shards, claims) => claims.map(claimReplay),
    putPending: async (made) => {
      for (const row of made) rows.set(row.id, row);
    },
    closeFailures: async (_webhook, _shards, failures) => {
      for (const { id } of failures) failed.delete(id);
    },
  };

  return { webhooks, deliveries, delivery_log, endpoints, rows, failed, payloads, reads };
}
