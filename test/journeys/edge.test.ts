import '../api/emails.errors.test.ts';
import { freshAccount, inProcess, keyWith, testContext, useDeployedStack } from '../support/api.ts';
import { requestDeployed } from '../support/deployed.ts';
import { bodyOf, fill, keyed, routes, title } from '../support/routes.ts';

// Runs the suite above unchanged, with each request through API Gateway and the Lambda adapter. `npm run check --
// whole` has more.
useDeployedStack();
const more = ['access', 'batch.errors', 'suppressions.errors', 'templates.errors'];
if (process.env.WHOLE) for (const suite of more) require(`../api/${suite}.test.ts`);

const ctx = testContext();

test('the suites of this file go through the gateway', async () => {
  const { headers } = await inProcess(ctx, routes, null)('GET', '/emails');
  expect(headers.get('apigw-requestid')).toEqual(expect.any(String));
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test('every endpoint is served by its function, which names the scope that a key lacks', async () => {
  const { account } = await freshAccount(ctx, { domain: false });
  const [reading, sending] = [
    await keyWith(ctx, account.id, ['account:read']),
    await keyWith(ctx, account.id, ['events:write']),
  ];
  for (const route of keyed) {
    const call = inProcess(ctx, routes, route.scope?.includes('account:read') ? sending : reading);
    const { status, body } = await call(route.method, fill(route.path, 'x'), bodyOf(route));
    const required = expect.arrayContaining([...(route.scope ?? [])]);
    expect([title(route), status, body.error?.details]).toEqual([
      title(route),
      403,
      { required, granted: expect.any(Array) },
    ]);
  }
});

test('%2F is a slash before a function sees it, as at API Gateway, and gives no other rights [Q53]', async () => {
  const { api_key, account, domain } = await freshAccount(ctx);
  const body = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Hello', text: 'Hi' };
  const { id } = (await inProcess(ctx, routes, api_key)('POST', '/emails', { body })).body;
  const ask = async (key: string, method: string, path: string) => {
    const response = await requestDeployed(method, path, { headers: { authorization: `Bearer ${key}` } });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const written = await ask(api_key, 'GET', `/emails/${id}%2Fevents`);
  expect(written).toEqual(await ask(api_key, 'GET', `/emails/${id}/events`));
  expect((await ask(api_key, 'POST', '/emails/x%2Fresend')).body.error.code).toBe('not_found');
  const narrow = await ask(await keyWith(ctx, account.id, ['emails:read']), 'POST', `/emails/${id}%2Fresend`);
  expect([narrow.status, narrow.body.error.code]).toEqual([403, 'insufficient_scope']);
  expect((await ask(api_key, 'GET', '/emails')).body.emails).toHaveLength(1);
});
