import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

const url = 'https://receiver.invalid/hook';
const token = 'Bearer abc.DEF-123';

test('an endpoint’s own headers are sent with every delivery, below those of the service; answers mask them [N2]', async () => {
  const world = await webhookDeliveries();
  const { url: target, received } = await receiver();
  const headers = { Authorization: token, 'X-Shop': 'a  b' };
  const made = await world.call('POST', '/webhooks', { body: { url: target, headers } });
  expect(made.status).toBe(200);
  const shown = { Authorization: '********', 'X-Shop': '********' };
  expect(made.body.webhook).toMatchObject({ headers: shown });
  await world.emit();
  await world.workAll();
  expect(received[0]?.headers).toMatchObject({
    authorization: token,
    'x-shop': 'a  b',
    'content-type': 'application/json',
  });

  const path = `/webhooks/${(made.body.webhook as { id: string }).id}`;
  expect((await world.call('PATCH', path, { body: { description: 'd' } })).body.webhook).toMatchObject({
    headers: shown,
  });
  const changed = await world.call('PATCH', path, { body: { headers: { 'x-other': '1' } } });
  expect(changed.body.webhook).toMatchObject({ headers: { 'x-other': '********' } });
  expect((await world.call('GET', '/webhooks')).body.webhooks).toEqual([changed.body.webhook]);
  world.clock.advance(1_500);
  await world.emit();
  await world.workAll();
  expect(received[1]?.headers).toMatchObject({ 'x-other': '1' });
  expect(received[1]?.headers).not.toHaveProperty('authorization');

  for (const none of [null, {}]) {
    await world.call('PATCH', path, { body: { headers: { 'x-other': '1' } } });
    const cleared = await world.call('PATCH', path, { body: { headers: none } });
    expect(cleared.body.webhook).not.toHaveProperty('headers');
  }
});

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, 'v']));

const refused: [unknown, string, string][] = [
  ['a list', 'headers', 'type'],
  [['a'], 'headers', 'type'],
  [eleven, 'headers', 'length'],
  [{ 'x-a': 'v'.repeat(1_024), 'x-b': 'v'.repeat(1_020) }, 'headers', 'length'],
  [{ 'x a': 'v' }, 'headers.x a', 'format'],
  [{ 'x-ä': 'v' }, 'headers.x-ä', 'format'],
  [{ 'x:': 'v' }, 'headers.x:', 'format'],
  [{ '': 'v' }, 'headers.', 'format'],
  [{ 'x-a': 1 }, 'headers.x-a', 'type'],
  [{ 'x-a': { toString: 1 } }, 'headers.x-a', 'type'],
  [{ 'x-a': '' }, 'headers.x-a', 'format'],
  [{ 'x-a': ' v' }, 'headers.x-a', 'format'],
  [{ 'x-a': 'v\r\nx-b: w' }, 'headers.x-a', 'format'],
  [{ 'x-a': 'v\n' }, 'headers.x-a', 'format'],
  [{ 'x-a': 'v\u0000w' }, 'headers.x-a', 'format'],
  [{ 'x-a': 'grün' }, 'headers.x-a', 'format'],
  [{ 'x-a': '********' }, 'headers.x-a', 'format'],
  [{ 'x-a': 'v'.repeat(1_025) }, 'headers.x-a', 'length'],
  [{ 'x-a': 'v', 'X-A': 'w' }, 'headers.X-A', 'conflict'],
  ...[
    ...['Host', 'content-LENGTH', 'Content-Type', 'content-encoding', 'Accept-Encoding', 'User-Agent'],
    ...['Connection', 'Keep-Alive', 'Proxy-Authorization', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'],
    ...['Expect', 'Service-Signature', 'service-anything', 'Webhook-Id', 'webhook-signature'],
  ].map((name) => [{ [name]: 'v' }, `headers.${name}`, 'blocked'] as [unknown, string, string]),
];

test.each(refused)('POST and PATCH with headers %j: 400 %s %s [N2]', async (headers, path, rule) => {
  const ctx = testContext();
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, webhookRoutes, api_key);
  const made = await call('POST', '/webhooks', { body: { url } });
  const { id } = made.body.webhook as { id: string };
  for (const answer of [
    await call('POST', '/webhooks', { body: { url, headers } }),
    await call('PATCH', `/webhooks/${id}`, { body: { headers } }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.error?.details?.issues).toEqual([expect.objectContaining({ path, rule })]);
  }
});
