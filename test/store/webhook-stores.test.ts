import type { Delivery, WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import { firstId, systemRuntime, timestamp } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { endpointOf as recordOf } from '../support/records.ts';

let time = Date.now();
const runtime = systemRuntime(() => ++time);

const endpointOf = (account = runtime.id('acc'), change: Partial<WebhookEndpoint> = {}) =>
  recordOf({ runtime }, account, { events: ['email.sent'], ...change });

const rowOf = (change: Partial<Delivery> = {}): Delivery => ({
  id: runtime.id('whd'),
  webhook_id: runtime.id('wh'),
  event_id: runtime.id('evt'),
  event_type: 'email.sent',
  status: 'pending',
  attempts: 1,
  last_status_code: 500,
  last_error: 'http_status',
  next_attempt_at: timestamp(time),
  created_at: timestamp(time),
  delivered_at: null,
  url: 'https://example.com/',
  attempt_log: [],
  ...change,
});

const { webhooks, deliveries, delivery_log } = testContext({ runtime });

test('A37: takes as many endpoints of an account as its plan has, and room is made by a delete', async () => {
  const one = endpointOf();
  const two = endpointOf(one.account);
  expect(await webhooks.create(one, 1)).toEqual({ result: 'created' });
  expect(await webhooks.create(two, 1)).toEqual({ result: 'limit', used: 1 });
  expect(await webhooks.create(endpointOf(), 1)).toEqual({ result: 'created' });
  expect(await webhooks.remove(runtime.id('acc'), one.id)).toBe(false);
  expect(await webhooks.remove(one.account, one.id)).toBe(true);
  expect(await webhooks.remove(one.account, one.id)).toBe(false);
  expect(await webhooks.create(two, 1)).toEqual({ result: 'created' });
});

test('an endpoint is read as it was written, by its own account', async () => {
  const one = endpointOf();
  await webhooks.create(one, 10);
  expect(await webhooks.get(one.account, one.id)).toEqual(one);
  expect(await webhooks.get(runtime.id('acc'), one.id)).toBeNull();
  expect(await webhooks.all(one.account)).toEqual([one]);
  expect(await webhooks.all(runtime.id('acc'))).toEqual([]);
});

test('a list is newest first, in pages', async () => {
  const account = runtime.id('acc');
  const made = [1, 2, 3].map(() => endpointOf(account));
  for (const one of made) await webhooks.create(one, 10);
  const [oldest, middle, newest] = made.map(({ id }) => id);
  const first = await webhooks.list(account, { limit: 2, before: null });
  expect([first.entries.map(({ id }) => id), first.next]).toEqual([[newest, middle], middle]);
  const second = await webhooks.list(account, { limit: 2, before: first.next });
  expect([second.entries.map(({ id }) => id), second.next]).toEqual([[oldest], null]);
});

test('a change is written over what it has seen, and over nothing else', async () => {
  const seen = endpointOf();
  await webhooks.create(seen, 10);
  const changed = await webhooks.update(seen, { url: 'https://b.example/', updated_at: 'later' });
  expect(changed).toEqual({ ...seen, url: 'https://b.example/', updated_at: 'later' });
  expect(await webhooks.update(seen, { url: 'https://c.example/', updated_at: 'even later' })).toBeNull();
  expect(await webhooks.update(endpointOf(), { updated_at: 'later' })).toBeNull();
  expect(await webhooks.get(seen.account, seen.id)).toEqual(changed);
});

test('the service switches an endpoint off once', async () => {
  const { account, id } = endpointOf();
  const endpoint = endpointOf(account, { id });
  await webhooks.create(endpoint, 10);
  expect(await webhooks.disable(endpoint, 'gone', 'now')).toBe(true);
  expect(await webhooks.disable(endpoint, 'gone', 'later')).toBe(false);
  expect(await webhooks.disable({ ...endpoint, id: runtime.id('wh') }, 'gone', 'now')).toBe(false);
  const off = { enabled: false, disabled_reason: 'gone', disabled_at: 'now', updated_at: 'now' };
  expect(await webhooks.get(account, id)).toMatchObject(off);
});

test('E54: an answer of a former url neither switches an endpoint off nor counts for it', async () => {
  const endpoint = endpointOf();
  await webhooks.create(endpoint, 10);
  await webhooks.update(endpoint, { url: 'https://b.example/', updated_at: 'later' });
  expect(await webhooks.disable(endpoint, 'gone', 'now')).toBe(false);
  expect(await webhooks.countFailures(endpoint, 1, 1_000)).toBeNull();
  expect(await webhooks.countTimeout(endpoint, 1_000)).toBeNull();
  await webhooks.setSlow(endpoint, 1_000);
  const moved = { ...endpoint, url: 'https://b.example/', updated_at: 'later' };
  expect(await webhooks.get(endpoint.account, endpoint.id)).toEqual(moved);
});

test('E21: failures add up from the first one on, until they are cleared', async () => {
  const one = endpointOf();
  await webhooks.create(one, 10);
  await webhooks.countFailures(one, 2, 1_000);
  const counted = await webhooks.countFailures(one, 3, 2_000);
  expect(counted).toEqual({ ...one, failing_since: 1_000, failing_count: 5 });
  const cleared = await Promise.all([1, 2, 3].map(() => webhooks.clearFailures(one.account, one.id)));
  expect(cleared.filter(Boolean)).toHaveLength(1);
  expect(await webhooks.get(one.account, one.id)).toEqual(one);
  const gone = runtime.id('wh');
  expect(await webhooks.countFailures({ ...one, id: gone }, 1, 1_000)).toBeNull();
  await webhooks.clearFailures(one.account, gone);
  expect(await webhooks.get(one.account, gone)).toBeNull();
});

test('E21: an endpoint is not switched off for failures that a success has ended', async () => {
  const one = endpointOf();
  const { account, id } = one;
  await webhooks.create(one, 10);
  const count = async (at: number) => ({ ...one, ...(await webhooks.countFailures(one, 20, at)) });
  const failing = await count(1_000);
  await webhooks.clearFailures(account, id);
  expect(await webhooks.disable(failing, 'failing', 'now')).toBe(false);
  const anew = await count(2_000);
  expect(await webhooks.disable(failing, 'failing', 'now')).toBe(false);
  expect(await webhooks.disable(anew, 'failing', 'now')).toBe(true);
  expect(await webhooks.disable(anew, 'failing', 'later')).toBe(false);
});

test('N3: the time of the next look goes forward, back only with the end of a failing time, and ends if it is the last', async () => {
  const one = endpointOf();
  await webhooks.create(one, 10);
  const { account, id } = one;
  const at = async () => (await webhooks.get(account, id))?.recover_at;
  expect(await webhooks.clearFailures(account, id, 1)).toBe(false);
  expect(await at()).toBeUndefined();
  const seen = [];
  for (const next of [5_000, 4_000, 6_000]) {
    await webhooks.setRecovery(account, id, next);
    seen.push(await at());
  }
  expect(seen).toEqual([5_000, 5_000, 6_000]);
  await webhooks.countFailures(one, 1, 1_000);
  expect(await webhooks.clearFailures(account, id, 2_000)).toBe(true);
  expect(await webhooks.get(account, id)).toEqual({ ...one, recover_at: 2_000 });
  expect(await webhooks.endRecovery(account, id, 1_999)).toBe(false);
  expect(await webhooks.endRecovery(account, id, 2_000)).toBe(true);
  expect(await webhooks.get(account, id)).toEqual(one);
  expect(await webhooks.endRecovery(account, id, 3_000)).toBe(true);
  const gone = runtime.id('wh');
  await webhooks.setRecovery(account, gone, 1);
  expect(await webhooks.endRecovery(account, gone, 1)).toBe(false);
  expect(await webhooks.get(account, gone)).toBeNull();
});

test('E31, N3: open failures are found in the order of their events, bound to one replay each, and closed', async () => {
  const shards = 3;
  const webhook_id = runtime.id('wh');
  const made = (change: Partial<Delivery> = {}) =>
    rowOf({ webhook_id, status: 'failed', next_attempt_at: null, ...change });
  const [first, second, third] = [made(), made(), made()];
  const replay = made({ first_id: first.id });
  for (const row of [third, replay, second, first, made({ webhook_id: runtime.id('wh') })])
    await deliveries.record(row, { attempt: 1, shards });
  const open = async (since: string, limit: number) => {
    const until = firstId('whd', time + 60_000);
    const page = await delivery_log.openFailures(webhook_id, { shards, limit, since, until });
    return [page.failures.map(({ id }) => id), page.more];
  };
  const begin = firstId('whd', 0);
  expect(await open(begin, 10)).toEqual([[first.id, replay.id, second.id, third.id], false]);
  expect(await open(begin, 2)).toEqual([[first.id, replay.id], true]);
  expect(await open(`${first.id}#${replay.id}!`, 10)).toEqual([[second.id, third.id], false]);
  expect(await open(`${first.id}!`, 1)).toEqual([[replay.id], true]);

  const wanted = runtime.id('whd');
  const claim = (id = second.id, as = wanted) =>
    delivery_log.claimReplays(webhook_id, shards, [{ id, replay: as }]);
  expect(await claim()).toEqual([{ replay: wanted, state: 'new' }]);
  expect(await claim(second.id, runtime.id('whd'))).toEqual([{ replay: wanted, state: 'taken' }]);
  time += 30_000;
  const again = await Promise.all([1, 2, 3].map(() => claim(second.id, runtime.id('whd'))));
  expect(again.flat().map((each) => each?.replay)).toEqual([wanted, wanted, wanted]);
  expect(again.flat().filter((each) => each?.state === 'repeat')).toHaveLength(1);
  expect(await claim(runtime.id('whd'))).toEqual([null]);
  const pending = rowOf({ webhook_id });
  await deliveries.record(pending, { attempt: 1, shards });
  expect(await claim(pending.id)).toEqual([null]);

  await delivery_log.closeFailures(webhook_id, shards, [{ ...second }]);
  await deliveries.putFailed(second, shards);
  expect(await open(begin, 10)).toEqual([[first.id, replay.id, third.id], false]);
});

test('P9: of concurrent workers one opens the circuit and one claims the probe; an answer clears both', async () => {
  const one = endpointOf();
  await webhooks.create(one, 10);
  const three = <T>(run: (n: number) => Promise<T>) => Promise.all([1, 2, 3].map(run));
  const counted = await three(() => webhooks.countTimeout(one, 500));
  expect(counted.map((each) => each?.timeouts).toSorted()).toEqual([1, 2, 3]);
  for (const from of [1_000, 2_000]) {
    const seen = await webhooks.get(one.account, one.id);
    if (seen === null) throw new Error('gone');
    const taken = await three((n) => webhooks.setShort(seen, from + n, from));
    expect(taken.filter(Boolean)).toHaveLength(1);
  }
  const former = { ...one, short_until: 2_002, url: 'https://former.example/' };
  expect(await webhooks.setShort(former, 9_000, 9_000)).toBe(false);
  for (const until of [3_000, 2_000]) await webhooks.setSlow(one, until);
  expect(await webhooks.get(one.account, one.id)).toMatchObject({
    ...one,
    timeouts: 3,
    timed_out_at: 500,
    short_since: 1_000,
    slow_until: 3_000,
  });
  await webhooks.clearTimeouts(one.account, one.id);
  expect(await webhooks.get(one.account, one.id)).toEqual(one);
  const gone = runtime.id('wh');
  expect(await webhooks.countTimeout({ ...one, id: gone }, 500)).toBeNull();
  await webhooks.setSlow({ ...one, id: gone }, 1_000);
  expect(await webhooks.get(one.account, gone)).toBeNull();
});

test('E8: the row of a delivery takes each attempt once, in their order, until the last', async () => {
  const first = rowOf();
  const record = (change: Partial<Delivery>, attempt: number) =>
    deliveries.record({ ...first, ...change, attempts: attempt }, { attempt, shards: 3 });
  const read = () => deliveries.get(first.webhook_id, 3, first.id);
  expect(await read()).toBeNull();
  expect([await record({}, 1), await record({}, 1), await record({}, 2), await record({}, 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  const done = { status: 'delivered', delivered_at: timestamp(time), next_attempt_at: null } as const;
  expect([await record(done, 3), await record({}, 4)]).toEqual([true, false]);
  expect(await read()).toEqual({ ...first, ...done, attempts: 3 });
});

test('E8, E31: a copy that fails after the other was answered leaves no failure to replay; a dead run does', async () => {
  const webhook_id = runtime.id('wh');
  const failed = { status: 'failed', attempts: 5, next_attempt_at: null } as const;
  const [answered, dead] = [rowOf({ webhook_id, ...failed }), rowOf({ webhook_id, ...failed })];
  const write = (row: Delivery) => deliveries.record(row, { attempt: 5, shards: 1 });
  expect(await write({ ...answered, status: 'delivered', delivered_at: timestamp(time) })).toBe(true);
  expect([await write(answered), await write(dead), await write(dead)]).toEqual([false, true, false]);
  const range = { shards: 1, limit: 10, since: firstId('whd', 0), until: firstId('whd', time + 60_000) };
  const { failures } = await delivery_log.openFailures(webhook_id, range);
  expect(failures.map(({ id }) => id)).toEqual([dead.id]);
});

test('E7: a failed row may be written again; a payload is read byte for byte', async () => {
  const row = rowOf({ status: 'failed', next_attempt_at: null });
  await deliveries.record(row, { attempt: 1, shards: 1 });
  await deliveries.putFailed(row, 1);
  expect(await deliveries.get(row.webhook_id, 1, row.id)).toEqual(row);
  const account = runtime.id('acc');
  const event = { id: row.event_id, created_at: row.created_at };
  expect(await deliveries.readPayload(account, event.id)).toBeNull();
  for (const _again of [1, 2]) await deliveries.putPayload(account, event, '{"subject":"Grüße 😀"}');
  expect(await deliveries.readPayload(account, event.id)).toBe('{"subject":"Grüße 😀"}');
});
