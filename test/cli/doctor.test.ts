import { freshAccount, newTenant, testContext } from '../support/api.ts';
import { shell } from '../support/cli.ts';
import { idOf } from '../support/ids.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { sdkClient } from '../support/sdk.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterAll(stopReceivers);

const lineOf = (out: string, check: string) =>
  out.split('\n').find((line) => line.split(/ +/)[1] === check) ?? '';

test('doctor names the endpoints that the service disabled, and those whose deliveries failed in the last hour [D74]', async () => {
  const world = await webhookDeliveries();
  const { cli } = await shell(world.ctx, { api_key: world.key });
  const answer = { status: 500 };
  const { url } = await receiver((_, response) => response.writeHead(answer.status).end());
  const { id } = await world.addEndpoint(url);
  await world.emit();
  expect(lineOf((await cli('doctor')).out, 'webhooks')).toContain('no endpoints are failing (1 checked)');
  await world.workAll();
  const [off, owners] = [
    await world.addEndpoint('https://hooks.acme.test/off'),
    await world.addEndpoint('https://hooks.acme.test/owners'),
  ];
  const endpoint = { account: world.account.id, id: idOf('wh', off.id), url: 'https://hooks.acme.test/off' };
  await world.ctx.webhooks.disable(endpoint, 'gone', new Date(world.ctx.runtime.now()).toISOString());
  await world.call('PATCH', `/webhooks/${owners.id}`, { body: { enabled: false } });
  const found = await cli('doctor');
  expect(lineOf(found.out, 'webhooks')).toBe(`FAIL  webhooks    disabled: ${off.id}; failing: ${id}`);
  expect(found.out).toContain(`mailwright webhooks deliveries ${id}`);
  world.clock.advance(3_600_000);
  await world.call('DELETE', `/webhooks/${off.id}`);
  expect(lineOf((await cli('doctor')).out, 'webhooks')).toMatch(
    /^ok .*no endpoints are failing \(2 checked\)$/,
  );
});

test('doctor says what its key may do [D74]', async () => {
  const ctx = testContext();
  const { account, api_key } = await freshAccount(ctx);
  await newTenant(ctx, account.id, 'acme');
  const client = sdkClient(ctx, api_key);
  const scopesOf = async (scopes: string[], bounds: object = {}) => {
    const body = { name: 'Doctor', scopes, ...bounds };
    const { secret } = await client.request<{ secret: string }>('POST', '/api-keys', { body });
    return lineOf((await (await shell(ctx, { api_key: secret })).cli('doctor')).out, 'scopes');
  };
  expect(await scopesOf(['full'])).toBe('ok    scopes      full');
  expect(await scopesOf(['emails:send', 'emails:read'])).toBe('ok    scopes      emails:send, emails:read');
  expect(await scopesOf(['account:read'])).toBe('FAIL  scopes      account:read (emails:send is missing)');
  expect(await scopesOf(['emails:send'], { tenant: 'acme' })).toMatch(
    /^ok {4}scopes {6}skipped: a tenant key /,
  );
});
