import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';

test('of a tenant that is deleted while the export goes on no entry stands in the file as one of the account [Q30]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...suppressionRoutes, ...tenantRoutes], api_key);
  for (const external_id of ['first', 'second']) await call('POST', '/tenants', { body: { external_id } });
  for (const tenant of [undefined, 'first', 'second'])
    await call('POST', '/suppressions', { body: { email: `${tenant ?? 'own'}@x.example`, tenant } });
  // Each list takes all the time of a request.
  const { list } = ctx.suppressions;
  ctx.suppressions.list = async (...asked) => {
    clock.advance(20_000);
    return list(...asked);
  };
  const ask = () => call('GET', '/suppressions/export?tenant=*');
  expect((await ask()).status).toBe(503);
  // Its lists are emptied by a worker, later.
  expect((await call('DELETE', '/tenants/second')).status).toBe(200);
  expect((await ask()).status).toBe(503);
  const { status, text } = await ask();
  expect(status).toBe(200);
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
    ['own@x.example', 'manual', ''],
    ['first@x.example', 'manual', 'first'],
  ]);
});
