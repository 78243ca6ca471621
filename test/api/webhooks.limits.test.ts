import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { StoredLimits } from '../../shared/core/records/accounts.ts';
import { createAccount } from '../../shared/domain/accounts/create-account.ts';
import { type Answer, inProcess, keyWith, testContext } from '../support/api.ts';

type Made = { id: string; url: string; enabled: boolean };

/** An account with these limits of its own. */
async function setUp(limits: Partial<StoredLimits & { webhooks: number }>) {
  const ctx = testContext();
  const { account } = await createAccount(ctx, {
    email: `${ctx.runtime.id('acc').slice(4)}@example.com`,
    plan: 'dedicated',
    payment_method: true,
    requests_per_second: 10_000,
  });
  await ctx.accounts.update(account.id, { limits });
  const secret = await keyWith(ctx, account.id, ['full']);
  const call = inProcess(testContext(), webhookRoutes, secret);
  const create = (host: string, i = 0) => call('POST', '/webhooks', { body: { url: `http://${host}/${i}` } });
  const change = (id: string, body: object) => call('PATCH', `/webhooks/${id}`, { body });
  const enabledAt = async () => {
    const { body } = await call('GET', '/webhooks?limit=100');
    return (body.webhooks as Made[]).filter(({ enabled }) => enabled).map(({ url }) => new URL(url).hostname);
  };
  return { ctx, account, call, create, change, enabledAt };
}

const madeOf = ({ body }: Answer) => body.webhook as Made;
const count = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

test('of 100 endpoints of one host made at once 20 are, whatever the plan; other hosts have room [A72]', async () => {
  const { create, enabledAt } = await setUp({});
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => create('127.0.0.1', i)));
  expect([count(answers, 200), count(answers, 403)]).toEqual([20, 80]);
  expect(answers.find(({ status }) => status === 403)?.body.error).toMatchObject({
    code: 'plan_limit',
    message: 'Your plan allows at most 20 enabled webhook endpoints at 127.0.0.1',
    details: { limit: 20, used: 20, period: 'total' },
  });
  expect(await enabledAt()).toHaveLength(20);
  expect([(await create('127.0.0.2')).status, (await create('127.0.0.1.')).status]).toEqual([200, 403]);
}, 60_000);

test('an endpoint that is off takes no room; switching on and moving to another host do [A72]', async () => {
  const { create, change, call } = await setUp({ webhooks_per_host: 2 });
  const [one, two] = [madeOf(await create('127.0.0.1', 1)), madeOf(await create('127.0.0.1', 2))] as [
    Made,
    Made,
  ];
  expect((await create('127.0.0.1', 3)).status).toBe(403);
  expect((await change(one.id, { enabled: false })).status).toBe(200);
  const three = madeOf(await create('127.0.0.1', 3));
  expect((await change(one.id, { enabled: true })).body.error?.code).toBe('plan_limit');
  expect((await change(one.id, { url: 'http://127.0.0.1/other' })).status).toBe(200);
  const four = madeOf(await create('127.0.0.2', 4));
  expect((await change(four.id, { url: 'http://127.0.0.1/4' })).status).toBe(403);
  expect((await change(two.id, { url: 'http://127.0.0.1/5', enabled: true })).status).toBe(200);
  expect((await call('DELETE', `/webhooks/${three.id}`)).status).toBe(200);
  expect((await change(one.id, { enabled: true })).status).toBe(200);
});

test('the enabled endpoints of the account, exactly, when many are switched on at once [A72]', async () => {
  const { create, change, enabledAt } = await setUp({ enabled_webhooks: 5, webhooks: 100 });
  const made: Made[] = [];
  for (let i = 0; i < 30; i++) {
    const one = madeOf(await create(`127.0.0.${i}`));
    made.push(one);
    await change(one.id, { enabled: false });
  }
  const answers = await Promise.all(made.map(({ id }) => change(id, { enabled: true })));
  expect([count(answers, 200), count(answers, 403)]).toEqual([5, 25]);
  expect(await enabledAt()).toHaveLength(5);
}, 60_000);

test('an account above a new limit keeps its endpoints, and moves them [A72]', async () => {
  const { ctx, account, create, change, enabledAt } = await setUp({ webhooks_per_host: 5 });
  const made = await Promise.all([1, 2, 3].map((i) => create('127.0.0.1', i).then(madeOf)));
  await ctx.accounts.update(account.id, { limits: { enabled_webhooks: 1, webhooks_per_host: 1 } });
  const secret = await keyWith(ctx, account.id, ['full']);
  const later = inProcess(testContext(), webhookRoutes, secret);
  const patch = (i: number, body: object) => later('PATCH', `/webhooks/${made[i]?.id}`, { body });
  expect((await patch(0, { description: 'x' })).status).toBe(200);
  expect((await patch(0, { url: 'http://127.0.0.2/' })).status).toBe(200);
  expect((await patch(1, { url: 'http://127.0.0.2/' })).status).toBe(403);
  expect(await enabledAt()).toHaveLength(3);
  expect((await change(made[2]?.id ?? '', { enabled: true })).status).toBe(200);
});
