import { stopReceivers } from '../support/receiver.ts';
import { answeringEndpoint } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** An endpoint that fails, and the call that tests it. */
async function setUp() {
  const world = await answeringEndpoint();
  const body = { event: 'email.sent', webhook_id: world.id };
  return { ...world, test: () => world.call('POST', '/emails/test', { body }) };
}

test('a test that names a disabled endpoint is posted and tried again; the endpoint stays as it is [D89]', async () => {
  const world = await setUp();
  const { call, path, answer, received, list, test: tested } = world;
  await call('PATCH', path, { body: { enabled: false } });
  await tested();
  await world.workAll();
  expect(received).toHaveLength(5);
  answer.status = 200;
  await tested();
  await world.workAll();
  expect(received).toHaveLength(6);
  const ended = (await list()).map(({ status, last_status_code }) => [status, last_status_code]);
  expect(ended).toEqual([
    ['delivered', 200],
    ['failed', 500],
  ]);
  expect((await call('GET', path)).body.webhook).toMatchObject({ enabled: false, disabled_reason: null });
});

test('an endpoint that is deleted while its test is under way gets nothing more [D89]', async () => {
  const world = await setUp();
  const { call, path, received, test: tested } = world;
  await tested();
  await call('DELETE', path);
  await world.workAll();
  expect(received).toHaveLength(0);
});
