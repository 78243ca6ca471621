import { freshAccount, testContext, verifiedDomain } from '../support/api.ts';
import { forExamples, ranExample } from '../support/example.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();
const envOf = forExamples(ctx);

test('saas-tenants signs a customer up, sends from its domain once, and pauses it alone [D82]', async () => {
  const { account, api_key } = await freshAccount(ctx);
  const client = sdkClient(ctx, api_key);
  const env = envOf(api_key);
  const name = `acme.${account.id.slice(4)}.example.com`;
  const command = (...args: string[]) => ranExample('saas-tenants/tenants.mjs', env, { args });
  const signedUp = await command('sign-up', 'acme', name);
  expect(signedUp).toMatchObject({
    code: 0,
    lines: [{ tenant: expect.stringMatching(/^ten_/), status: 'pending' }],
  });
  expect(JSON.stringify(signedUp.lines)).toContain('_domainkey');
  expect((await command('sign-up', 'acme', name)).lines).toEqual(signedUp.lines);
  const early = await command('notify', 'acme', name, 'ann@example.net', 'report-1');
  expect([early.code, early.lines]).toEqual([1, []]);

  await client.tenants.create({ external_id: 'globex' });
  const tenants = new Map<string, string>();
  for await (const { id, external_id } of client.tenants.list()) tenants.set(external_id, id);
  const own = (tenant: string) => `${tenant}.verified.${account.id.slice(4)}.example.com`;
  for (const tenant of ['acme', 'globex'])
    await verifiedDomain(ctx, account.id, own(tenant), { tenant: tenants.get(tenant) as never });
  const notify = (tenant: string, job: string) =>
    command('notify', tenant, own(tenant), 'ann@example.net', job);
  const sent = await notify('acme', 'report-1');
  expect(sent).toMatchObject({ code: 0, stderr: '', lines: [{ id: expect.stringMatching(/^msg_/) }] });
  expect((await notify('acme', 'report-1')).lines).toMatchObject([{ id: sent.lines[0]?.id }]);
  expect((await command('pause', 'acme')).lines).toMatchObject([{ status: 'paused' }]);
  const paused = await notify('acme', 'report-2');
  expect([paused.code, paused.stderr]).toEqual([1, expect.stringMatching(/^PermissionError: .*paused/)]);
  expect((await notify('globex', 'report-2')).code).toBe(0);
  expect((await command('resume', 'acme')).lines).toMatchObject([{ status: 'active' }]);
  expect((await notify('acme', 'report-2')).code).toBe(0);
  expect((await command('stats', 'acme')).code).toBe(0);
  expect((await command('unknown')).code).toBe(2);
});
