import { domainWorld, noteOf } from '../support/domain-world.ts';
import { environment } from '../support/environment.ts';

async function ofTenant(path: string, TenantName: string): Promise<object> {
  const url = `${environment().AWS_ENDPOINT_URL_SES}/v2/email/tenants/${path}`;
  return (
    await fetch(url, { method: 'POST', body: JSON.stringify({ TenantName }) })
  ).json() as Promise<object>;
}

/** What the tenant of SES may use. */
async function tenantResources(TenantName: string): Promise<string[]> {
  const { TenantResources = [] } = (await ofTenant('resources/list', TenantName)) as {
    TenantResources?: { ResourceArn: string }[];
  };
  return TenantResources.map(({ ResourceArn }) => ResourceArn.split(':').at(-1) ?? '').sort();
}

test("the worker lets the account's tenant of SES use the identity and the configuration sets [P18, P41]", async () => {
  const { ctx, create, runTasks, nextCheck, name, account } = await domainWorld();
  await create();
  await runTasks();
  expect(await tenantResources(account.id)).toEqual([
    'configuration-set/local-enforced',
    'configuration-set/local-opportunistic',
    `identity/${name}`,
  ]);
  // SES keeps no suppression list of it (P41).
  expect(await ofTenant('get', account.id)).toMatchObject({
    Tenant: { SuppressionAttributes: { SuppressedReasons: [] } },
  });
  const joined = async () => (await ctx.domains.read(name))?.domain.ses_tenant;
  expect(await joined()).toBe(account.id);
  ctx.identities.join = async () => {
    throw new Error('it has joined before');
  };
  await nextCheck();
  expect(await joined()).toBe(account.id);
});

test('where SES refuses tenants, the check goes on, sends name none, and the next check tries again [P18]', async () => {
  const { ctx, create, runTasks, nextCheck, name, account, get } = await domainWorld();
  const { join } = ctx.identities;
  ctx.identities.join = async () => {
    throw Object.assign(new Error('no tenants here'), { name: 'LimitExceededException' });
  };
  await create();
  await runTasks();
  expect(noteOf(await get(), 'dkim')).not.toBe('preparing');
  expect((await ctx.domains.read(name))?.domain.ses_tenant).toBeNull();
  ctx.identities.join = join;
  await nextCheck();
  expect((await ctx.domains.read(name))?.domain.ses_tenant).toBe(account.id);
});

test('while SES is busy the domain waits for its tenant, twice at most; then it goes on without [P18]', async () => {
  const { ctx, create, queued, runTasks, name, account } = await domainWorld();
  const { join } = ctx.identities;
  let calls = 0;
  ctx.identities.join = async () => {
    calls++;
    throw Object.assign(new Error('slow down'), { name: 'TooManyRequestsException' });
  };
  await create();
  await runTasks();
  expect(queued).toEqual([expect.objectContaining({ task: 'check', tries: 1 })]);
  expect((await ctx.domains.read(name))?.domain.last_checked_at).toBeNull();
  await runTasks();
  await runTasks();
  expect([calls, queued]).toEqual([3, []]);
  const { domain } = (await ctx.domains.read(name)) ?? {};
  expect([domain?.last_checked_at, domain?.ses_tenant]).toEqual([expect.any(String), null]);
  ctx.identities.join = join;
  ctx.domain_tasks.enqueue([
    { task: 'check', id: domain?.id ?? 'dom_', name, account: account.id, now: true },
  ]);
  await runTasks();
  expect((await ctx.domains.read(name))?.domain.ses_tenant).toBe(account.id);
});
