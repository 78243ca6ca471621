import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

type Delivery = Record<string, unknown> & { id: string; status: string };
type World = Awaited<ReturnType<typeof webhookDeliveries>>;

const listed = async ({ call }: World, path: string): Promise<Delivery[]> => {
  const { status, body } = await call('GET', path);
  expect(status).toBe(200);
  return body.deliveries as Delivery[];
};

/** Every delivery that a list shows, page by page. */
async function walk({ call }: World, path: string): Promise<Delivery[]> {
  const seen: Delivery[] = [];
  for (let cursor: unknown = null; ; ) {
    const { status, body } = await call('GET', `${path}${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    expect(body.has_more).toBe(body.next_cursor !== null);
    seen.push(...(body.deliveries as Delivery[]));
    cursor = body.next_cursor;
    if (cursor === null) return seen;
  }
}

test('the log shows each delivery once, and one delivery its payload and attempts [H18, E32]', async () => {
  const world = await webhookDeliveries();
  let status = 500;
  const { url } = await receiver((_, response) => response.writeHead(status).end('no'.repeat(1_500)));
  const { id } = await world.addEndpoint(url);
  const event = await world.emit({ subject: 'Grüße' });
  await world.work();
  status = 204;
  await world.work();
  const [row, ...others] = await listed(world, `/webhooks/${id}/deliveries`);
  expect(others).toEqual([]);
  expect(row).toEqual({
    id: expect.stringMatching(/^whd_[0-9a-hjkmnp-tv-z]{26}$/),
    event_id: event.id,
    event_type: 'email.bounced',
    status: 'delivered',
    attempts: 2,
    last_status_code: 204,
    last_error: null,
    next_attempt_at: null,
    created_at: event.created_at,
    delivered_at: expect.stringMatching(/Z$/),
  });
  const detail = await world.call('GET', `/webhooks/${id}/deliveries/${row?.id}`);
  expect(detail.status).toBe(200);
  expect(detail.body.delivery).toEqual({
    ...row,
    url,
    payload: event,
    request_body: JSON.stringify(event),
    attempt_log: [
      {
        attempt: 1,
        started_at: expect.stringMatching(/Z$/),
        duration_ms: expect.any(Number),
        status_code: 500,
        error: 'http_status',
        request_headers: expect.any(Object),
        response_body: 'no'.repeat(1_500),
      },
      {
        attempt: 2,
        started_at: expect.stringMatching(/Z$/),
        duration_ms: expect.any(Number),
        status_code: 204,
        error: null,
        request_headers: expect.any(Object),
        response_body: null,
      },
    ],
  });
});

test('a waiting delivery is pending, and next_attempt_at shows the wait that Retry-After asks for [E27, E32]', async () => {
  const world = await webhookDeliveries();
  const { url } = await receiver((_, response) => response.writeHead(503, { 'retry-after': '600' }).end());
  const { id } = await world.addEndpoint(url);
  await world.emit();
  const before = world.ctx.runtime.now();
  await world.work();
  const [row] = await listed(world, `/webhooks/${id}/deliveries?status=pending`);
  expect(row).toMatchObject({ status: 'pending', attempts: 1, last_status_code: 503 });
  const waits = Date.parse(row?.next_attempt_at as string) - before;
  expect(waits).toBeGreaterThanOrEqual(600_000);
  expect(waits).toBeLessThan(610_000);
});

test('newest first in pages; status, event, since and until narrow the list; the filters may meet [C5, E32]', async () => {
  const world = await webhookDeliveries();
  const fails = new Set<number>();
  let served = 0;
  const { url } = await receiver((_, response) => response.writeHead(fails.has(served++) ? 410 : 200).end());
  const ids: string[] = [];
  const { id } = await world.addEndpoint(url);
  const times: number[] = [];
  for (let i = 0; i < 24; i++) {
    world.clock.advance(1_000);
    times.push(world.ctx.runtime.now());
    if (i % 4 === 3) fails.add(i);
    const { id: event } = await world.emit({}, i % 2 === 0 ? 'email.sent' : 'email.bounced');
    ids.unshift(event);
    await world.workAll();
    // A 410 disables.
    await world.call('PATCH', `/webhooks/${id}`, { body: { enabled: true } });
    world.clock.advance(2_000);
  }
  const path = `/webhooks/${id}/deliveries?limit=5`;
  expect((await walk(world, path)).map(({ event_id }) => event_id)).toEqual(ids);
  const failed = ids.filter((_, i) => (23 - i) % 4 === 3);
  expect((await walk(world, `${path}&status=failed`)).map(({ event_id }) => event_id)).toEqual(failed);
  expect((await walk(world, `${path}&status=failed&event=email.sent`)).length).toBe(0);
  const sent = ids.filter((_, i) => i % 2 === 1);
  expect((await walk(world, `${path}&event=email.sent`)).map(({ event_id }) => event_id)).toEqual(sent);
  expect(await walk(world, `${path}&status=delivered`)).toHaveLength(18);
  expect(await walk(world, `${path}&status=pending`)).toHaveLength(0);
  const all = await walk(world, path);
  const tenth = all[9] as Delivery;
  const from = encodeURIComponent(String(tenth.created_at));
  expect((await walk(world, `${path}&since=${from}`)).map((row) => row.id)).toEqual(
    all.slice(0, 10).map((row) => row.id),
  );
  expect((await walk(world, `${path}&until=${from}`)).map((row) => row.id)).toEqual(
    all.slice(10).map((row) => row.id),
  );
  expect(await walk(world, `${path}&since=${from}&until=${from}`)).toEqual([]);
});

test.each([
  ['status=done', 'status', 'enum'],
  ['event=email.sentt', 'event', 'enum'],
  ['since=yesterday', 'since', 'format'],
  ['until=2026-01-01T00:00:00', 'until', 'format'],
  ['include=url', 'include', 'enum'],
  ['include=payload&limit=26', 'limit', 'range'],
])('?%s is 400 %s %s [E32]', async (query, path, rule) => {
  const world = await webhookDeliveries();
  const { id } = await world.addEndpoint('http://127.0.0.1:1/');
  const answer = await world.call('GET', `/webhooks/${id}/deliveries?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ path, rule })]);
});

test('a delivery shows at its own endpoint only; a cursor belongs to its endpoint and filters [C13]', async () => {
  const world = await webhookDeliveries();
  const { url } = await receiver();
  const one = await world.addEndpoint(url);
  const two = await world.addEndpoint(url);
  await world.emit();
  world.clock.advance(5);
  await world.emit();
  await world.workAll();
  const { body } = await world.call('GET', `/webhooks/${one.id}/deliveries?limit=1`);
  const [row] = body.deliveries as Delivery[];
  expect((await world.call('GET', `/webhooks/${two.id}/deliveries/${row?.id}`)).status).toBe(404);
  for (const path of [
    `/webhooks/${two.id}/deliveries?limit=1`,
    `/webhooks/${one.id}/deliveries?limit=1&status=failed`,
  ]) {
    const answer = await world.call('GET', `${path}&cursor=${body.next_cursor}`);
    expect(answer.status).toBe(400);
  }
  const { api_key } = await freshAccount(testContext(), { domain: false });
  const stranger = inProcess(world.ctx, webhookRoutes, api_key);
  expect((await stranger('GET', `/webhooks/${one.id}/deliveries/${row?.id}`)).status).toBe(404);
  expect((await stranger('GET', `/webhooks/${one.id}/deliveries`)).status).toBe(404);
  await world.call('DELETE', `/webhooks/${one.id}`);
  expect((await world.call('GET', `/webhooks/${one.id}/deliveries`)).status).toBe(404);
});

test('what is older than the log is kept shows neither in the list nor by id [H42]', async () => {
  const world = await webhookDeliveries();
  const { url } = await receiver((_, response) => response.writeHead(410).end());
  const { id } = await world.addEndpoint(url);
  await world.emit();
  await world.workAll();
  const [row] = await listed(world, `/webhooks/${id}/deliveries`);
  world.clock.advance(world.ctx.settings.retention.webhook_log * 1000 + 1_000);
  expect(await listed(world, `/webhooks/${id}/deliveries`)).toEqual([]);
  expect(await listed(world, `/webhooks/${id}/deliveries?status=failed`)).toEqual([]);
  expect((await world.call('GET', `/webhooks/${id}/deliveries/${row?.id}`)).status).toBe(404);
});

test('include=payload lists the bytes that were posted; a cursor is good with it and without [D73]', async () => {
  const world = await webhookDeliveries();
  const { url, received } = await receiver();
  const { id } = await world.addEndpoint(url);
  const subjects = [
    'Grüße \u2028 \ud83d\ude00',
    '\ufffe\uffff',
    'line\nbreak "quoted" \\ </script>',
    'x'.repeat(300_000),
  ];
  for (const subject of subjects) {
    world.clock.advance(5);
    await world.emit({ subject, value: 1e21, name: { 2: 'b', 10: 'a', __proto__x: null } });
    await world.workAll();
  }
  const path = `/webhooks/${id}/deliveries?limit=2`;
  const first = await world.call('GET', `${path}&include=payload`);
  const rest = await world.call('GET', `${path}&include=payload&cursor=${first.body.next_cursor}`);
  const shown = [...(first.body.deliveries as Delivery[]), ...(rest.body.deliveries as Delivery[])];
  expect(received).toHaveLength(subjects.length);
  expect(shown.map(({ payload }) => payload).toReversed()).toEqual(received.map(({ body }) => body));
  const without = await world.call('GET', `${path}&cursor=${first.body.next_cursor}`);
  expect([
    without.status,
    (without.body.deliveries as Delivery[]).map((row) => [row.id, 'payload' in row]),
  ]).toEqual([200, (rest.body.deliveries as Delivery[]).map((row) => [row.id, false])]);
});

test('a page of payloads that one answer does not carry is cut, and the next one goes on there [D73]', async () => {
  const world = await webhookDeliveries();
  const { url, received } = await receiver();
  const { id } = await world.addEndpoint(url);
  for (let i = 0; i < 25; i++) {
    world.clock.advance(5);
    await world.emit({ references: Array.from({ length: 50 }, (_, n) => `${i}-${n}-${'"'.repeat(2_300)}`) });
    await world.workAll();
  }
  const path = `/webhooks/${id}/deliveries?limit=25&include=payload`;
  const first = await world.call('GET', path);
  const count = (first.body.deliveries as Delivery[]).length;
  expect({ some: count > 0, underPage: count < 25, has_more: first.body.has_more }).toEqual({
    some: true,
    underPage: true,
    has_more: true,
  });
  const all = await walk(world, path);
  expect(all.map(({ payload }) => payload).toReversed()).toEqual(received.map(({ body }) => body));
});
