import { keys } from '../../shared/store/schema.ts';
import { adminError } from '../../tools/admin/commands.ts';
import { newTenant, testContext } from '../support/api.ts';
import { operate, operatedAccount } from '../support/operator.ts';
import { testTable } from '../support/table.ts';

test('show-account prints the account as GET /account shows it, its suspension and its members [A26, N22]', async () => {
  const { account, call } = await operatedAccount({ plan: 'free' });
  const { body } = await call('GET', '/account');
  const of = ['--account', account.id];
  const owner = { email: account.email, role: 'owner', status: 'invited', last_seen_at: null };
  expect(await operate(['show-account', ...of])).toEqual({ ...body, suspended_at: null, members: [owner] });
  await operate(['add-member', ...of, '--email', 'ada@acme.test', '--role', 'support']);
  const { suspended_at } = await operate(['suspend-account', ...of]);
  expect(await operate(['show-account', ...of])).toEqual({
    ...body,
    suspended_at: expect.stringMatching(/Z$/),
    members: expect.arrayContaining([owner, { ...owner, email: 'ada@acme.test', role: 'support' }]),
  });
  expect((await operate(['show-account', ...of])).suspended_at).toBe(suspended_at);
});

test('set-plan holds at once, what was used counts on, and resources above the limit stay [A26, A64]', async () => {
  const { ctx, account, command, call, send } = await operatedAccount({ plan: 'scale' });
  for (const name of ['one', 'two']) await newTenant(ctx, account.id, name);
  const scale = await command('set-plan', '--plan', 'scale', '--limits', '{"emails_day": 3}');
  expect(scale).toMatchObject({ id: account.id, plan: 'scale', limits: { emails_day: 3, tenants: 1_000 } });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const free = await command('set-plan', '--plan', 'free');
  expect(free.limits).toMatchObject({
    emails_month: 3_000,
    emails_day: 3,
    domains: 1,
    tenants: 0,
    requests_per_second: 10,
  });
  expect(free).toMatchObject({ plan: 'free', tenants_enabled: true });
  expect((await send()).status).toBe(200);
  const refused = await send();
  expect(refused.body.error).toMatchObject({ code: 'plan_limit', details: { limit: 3, period: 'day' } });
  const more = await call('POST', '/tenants', { body: { external_id: 'three' } });
  expect([more.status, more.body.error?.code]).toEqual([403, 'plan_limit']);
  expect((await call('GET', '/tenants')).body.tenants).toHaveLength(2);
});

test('--limits replaces the limits of before, {} removes them; without it they are kept [H4]', async () => {
  const { command } = await operatedAccount({ plan: 'pro' });
  const set = async (...argv: string[]) => (await command('set-plan', '--plan', 'pro', ...argv)).limits;
  expect(await set('--limits', '{"domains": 7, "requests_per_second": 9}')).toMatchObject({
    domains: 7,
    requests_per_second: 9,
    emails_month: 50_000,
  });
  expect(await set('--limits', '{"tenants": 4}')).toMatchObject({
    domains: 10,
    tenants: 4,
    requests_per_second: 50,
  });
  expect(await set()).toMatchObject({ domains: 10, tenants: 4 });
  expect(await set('--limits', '{}')).toMatchObject({ tenants: 0 });
});

test('a faster plan has more shards for the lists of emails, and a slower one keeps them [P23]', async () => {
  const { account, command } = await operatedAccount({ plan: 'free' });
  const shards = async () => (await testTable().get(keys.account(account.id)))?.email_shards;
  expect(await shards()).toBe(3);
  await command('set-plan', '--plan', 'scale');
  expect(await shards()).toBe(16);
  await command('set-plan', '--plan', 'free');
  expect(await shards()).toBe(16);
});

test('payment method and verified domain unlock production together; taking the payment method back locks it [A26, A39]', async () => {
  const { call, command, send } = await operatedAccount({ plan: 'pro', payment_method: false });
  const locked = await send();
  expect([locked.status, locked.body.error?.code]).toEqual([403, 'production_locked']);
  expect(locked.body.error?.details).toEqual({ missing: ['payment_method'] });
  expect(await command('set-payment-method', '--on')).toMatchObject({ production_unlocked: true });
  expect((await send()).status).toBe(200);
  expect(await command('set-payment-method', '--off')).toMatchObject({ production_unlocked: false });
  expect((await send()).body.error?.code).toBe('production_locked');
  await command('set-payment-method', '--on');
  const { body } = await call('GET', '/domains');
  const [{ id }] = body.domains as [{ id: string; name: string }];
  expect((await call('DELETE', `/domains/${id}`)).status).toBe(200);
  // The domain is gone.
  expect(await command('show-account')).toMatchObject({ production_unlocked: true });
});

test('a payment method alone does not unlock production; what lacks is the verified domain [A39]', async () => {
  const { command } = await operatedAccount({ plan: 'pro', payment_method: true, domain: false });
  expect(await command('show-account')).toMatchObject({ production_unlocked: false });
});

test('unlock opens production whatever lacks; --off leaves it to payment method and domain again [A26, A39]', async () => {
  const { command, send } = await operatedAccount({ plan: 'pro', payment_method: false });
  expect(await command('unlock')).toMatchObject({ production_unlocked: true });
  expect((await send()).status).toBe(200);
  expect(await command('unlock', '--off')).toMatchObject({ production_unlocked: false });
  expect((await send()).body.error?.code).toBe('production_locked');
  await command('set-payment-method', '--on');
  expect(await command('unlock', '--off')).toMatchObject({ production_unlocked: true });
});

test('create-key prints the key as the API shows it, with its secret; it has its scopes and its tenant only [A26]', async () => {
  const { ctx, account, clientOf, domain } = await operatedAccount();
  const tenant = await newTenant(ctx, account.id, 'bakery');
  const create = async (...argv: string[]) => {
    const made = await operate(['create-key', '--account', account.id, ...argv]);
    expect(Object.keys(made).sort()).toEqual(['api_key', 'secret']);
    return made as { api_key: Record<string, unknown>; secret: string };
  };
  const limited = await create('--scopes', 'emails:send,emails:read', '--tenant', 'bakery');
  expect(limited.secret).toMatch(/^svc_[0-9A-Za-z]{43}$/);
  expect(limited.api_key).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'operator',
    prefix: limited.secret.slice(0, 12),
    scopes: ['emails:send', 'emails:read'],
    tenant: 'bakery',
    allowed_domains: null,
    allowed_ips: null,
    expires_at: null,
    last_used_at: null,
    created_at: expect.any(String),
  });
  const body = { from: `a@${domain}`, to: account.email, subject: 's', text: 't' };
  const sent = await clientOf(limited.secret)('POST', '/emails', { body });
  expect(sent.status).toBe(200);
  const { body: shown } = await clientOf(limited.secret)('GET', `/emails/${sent.body.id}`);
  expect((shown.email as { tenant: string }).tenant).toBe('bakery');
  expect((await clientOf(limited.secret)('GET', '/account')).status).toBe(403);
  const byId = await create('--scopes', 'full', '--tenant', tenant.id);
  expect(byId.api_key).toMatchObject({ scopes: ['full'], tenant: 'bakery' });
  expect((await create('--scopes', 'account:read')).api_key).toMatchObject({ tenant: null });
});

test('create-key is the way back after the last key was deleted [A36]', async () => {
  const { account, api_key, clientOf } = await operatedAccount({ domain: false });
  const { body } = await clientOf(api_key)('GET', '/account');
  expect(body.account).toMatchObject({ id: account.id });
  const { secret } = await operate(['create-key', '--account', account.id, '--scopes', 'full']);
  expect((await clientOf(secret as string)('GET', '/account')).status).toBe(200);
});

const unknown = 'acc_00000000000000000000000000';

test.each([
  ['show-account'],
  ['set-plan', '--plan', 'pro'],
  ['set-payment-method', '--on'],
  ['unlock'],
  ['suspend-account'],
  ['resume-account'],
  ['create-key', '--scopes', 'full'],
  ['resume-tenant', '--tenant', 'acme'],
  ['add-member', '--email', 'ada@acme.test', '--role', 'owner'],
])('%s of an unknown account is not_found, and creates no account [A26, D20]', async (name, ...argv) => {
  const error = await operate([name as string, '--account', unknown, ...argv]).catch(adminError);
  expect(error).toEqual({ error: { message: 'Account not found', code: 'not_found' } });
  expect(await testTable().get(keys.account(unknown))).toBeNull();
});

test('an unknown tenant is not_found [A26]', async () => {
  const { account } = await operatedAccount();
  for (const argv of [['resume-tenant'], ['create-key', '--scopes', 'full']]) {
    const [name = '', ...more] = argv;
    const run = operate([name, '--account', account.id, ...more, '--tenant', 'nobody']);
    expect(await run.catch(adminError)).toEqual({
      error: { message: 'Tenant not found', code: 'not_found' },
    });
  }
});

/** A deployment whose accounts have a ramp. */
function rampContext() {
  const ctx = testContext();
  return { ...ctx, settings: { ...ctx.settings, account_ramp: true } };
}

test('an account ramp that is switched on begins at stage 1 that day, and GET /account shows it [H22, A65]', async () => {
  const { account, command, call, send, setLimits, runtime } = await operatedAccount({ plan: 'pro' });
  expect((await command('show-account')).ramp).toBeNull();
  const day = new Date(runtime.now()).toISOString().slice(0, 10);
  const old = { day, stage: 4, transactional: 240_000, product: 0, total: 240_000 };
  await testTable().put({ ...keys.limit(account.id, 'ramp'), ...old });
  expect((await setLimits({ account_ramp: true })).ramp).toMatchObject({
    object: 'account_ramp',
    active: true,
    stage: 1,
    used_today: { transactional: 0, product: 0 },
    daily_limit: { transactional: 30_000, product: 10_000 },
  });
  expect((await send()).status).toBe(200);
  // Set again it goes on where it is.
  await setLimits({ account_ramp: true });
  const ramp = { stage: 1, used_today: { transactional: 1, product: 0 } };
  expect((await call('GET', '/account')).body.account).toMatchObject({ ramp });
  await testTable().put({ ...keys.limit(account.id, 'ramp'), ...old });
  expect((await setLimits({})).ramp).toBeNull();
  // The deployment switches it on.
  const { account: later } = await operate(['show-account', '--account', account.id], rampContext());
  expect(later).toMatchObject({ ramp: { stage: 1, used_today: { transactional: 0, product: 0 } } });
});

test('where the deployment sets it, every account has a ramp but those that are excepted [A65]', async () => {
  const { account, setLimits } = await operatedAccount({ plan: 'pro' });
  const shown = async () => (await operate(['show-account', '--account', account.id], rampContext())).account;
  expect(await shown()).toMatchObject({ ramp: { object: 'account_ramp', stage: 1 } });
  await setLimits({ account_ramp: false });
  expect(await shown()).toMatchObject({ ramp: null });
});
