import type { Delivery } from '../../shared/core/records/webhooks.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** An endpoint whose answers the test sets. */
async function setUp() {
  const world = await webhookDeliveries();
  const answer = { status: 500 };
  const { url, received } = await receiver((_, response) => response.writeHead(answer.status).end());
  const { id: webhook_id } = await world.addEndpoint(url);
  const path = `/webhooks/${webhook_id}`;
  const list = async () => (await world.call('GET', `${path}/deliveries`)).body.deliveries as Delivery[];
  const test = () => world.call('POST', '/emails/test', { body: { event: 'email.sent', webhook_id } });
  return { ...world, answer, received, path, list, test };
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
