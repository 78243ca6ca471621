import { stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

async function setUp() {
  const world = await answeringEndpoint(500, { auto_replay: false });
  const health = async () => {
    const { webhook } = (await world.call('GET', world.path)).body as Record<string, object>;
    const listed = (await world.call('GET', '/webhooks')).body.webhooks;
    expect(listed).toEqual([webhook]);
    return webhook;
  };
  return { ...world, health };
}

test('an endpoint shows since when it fails, its last response, and the rate of 24 hours; a success ends it', async () => {
  const { answer, clock, emit, work, workAll, health } = await setUp();
  const none = { delivered: 0, failed: 0, failure_rate: null, median_duration_ms: null, sampled: false };
  expect(await health()).toMatchObject({ failing_since: null, last_response: null, last_24_hours: none });
  await emit();
  await work();
  expect(await health()).toMatchObject({
    failing_since: null,
    last_response: { at: time, status_code: 500, error: 'http_status' },
    last_24_hours: none,
  });
  await workAll();
  const { failing_since: since } = (await health()) as { failing_since: string };
  expect(Math.abs(Date.parse(since) - clock.runtime.now())).toBeLessThan(60_000);
  clock.advance(60_000);
  for (let i = 0; i < 2; i++) await emit();
  await workAll();
  expect(await health()).toMatchObject({
    failing_since: since,
    last_response: { at: time, status_code: 500, error: 'http_status' },
    last_24_hours: {
      delivered: 0,
      failed: 3,
      failure_rate: 1,
      median_duration_ms: expect.any(Number),
      sampled: false,
    },
  });
  answer.status = 204;
  await emit();
  await workAll();
  expect(await health()).toMatchObject({
    failing_since: null,
    last_response: { at: time, status_code: 204, error: null },
    last_24_hours: { delivered: 1, failed: 3, failure_rate: 0.75 },
  });
  clock.advance(86_400_000);
  expect(await health()).toMatchObject({ failing_since: null, last_response: null, last_24_hours: none });
});

test('a test event counts for no rate; its response shows', async () => {
  const { answer, call, workAll, health, id: webhook_id } = await setUp();
  answer.status = 404;
  await call('POST', '/emails/test', { body: { event: 'email.sent', webhook_id } });
  await workAll();
  expect(await health()).toMatchObject({
    failing_since: null,
    last_response: { status_code: 404 },
    last_24_hours: { delivered: 0, failed: 0 },
  });
});

test('of more than 50 deliveries in 24 hours the newest are counted, and the answer says so', async () => {
  const { answer, emit, workAll, health } = await setUp();
  answer.status = 204;
  for (let i = 0; i < 51; i++) {
    await emit();
    if (i === 49) {
      await workAll();
      expect(await health()).toMatchObject({ last_24_hours: { delivered: 50, sampled: false } });
    }
  }
  await workAll();
  expect(await health()).toMatchObject({ last_24_hours: { delivered: 50, sampled: true } });
});
