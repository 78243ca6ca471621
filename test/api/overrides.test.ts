import { capturedAccount } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { operate, operatedAccount } from '../support/operator.ts';

type World = Awaited<ReturnType<typeof operatedAccount>>;

/** What is refused at a limit of 2: three requests, of which the last is the answer. */
const made: [limit: string, make: (world: World, n: number) => ReturnType<World['call']>, details: object][] =
  [
    [
      'domains',
      ({ call, domain }, n) => call('POST', '/domains', { body: { name: `d${n}.${domain}` } }),
      { domain_limit: 2 },
    ],
    [
      'tenants',
      ({ call }, n) => call('POST', '/tenants', { body: { external_id: `t${n}` } }),
      { tenant_limit: 2 },
    ],
    [
      'webhooks',
      ({ call }, n) => call('POST', '/webhooks', { body: { url: `https://h${n}.example.com/` } }),
      { limit: 2 },
    ],
    [
      'templates',
      ({ call }, n) => call('POST', '/templates', { body: { name: `t${n}`, subject: 's', text: 't' } }),
      { limit: 2 },
    ],
  ];

test.each(made)(
  '%s of the account instead of the plan’s, higher and lower [H4]',
  async (limit, make, details) => {
    // The plan has more of each but of tenants, of which it has none.
    const world = await operatedAccount({ plan: 'pro', domain: false });
    await world.setLimits({ [limit]: 2 });
    const answers = [];
    for (const n of [1, 2, 3]) answers.push(await make(world, n));
    expect(answers.map(({ status }) => status < 300)).toEqual([true, true, false]);
    expect(answers[2]?.body.error).toMatchObject({ code: 'plan_limit', details });
    const { body } = await world.call('GET', '/usage');
    expect(body.usage).toMatchObject({ resources: { [limit]: { used: 2, limit: 2 } } });
    await world.setLimits({ [limit]: 3 });
    expect((await make(world, 4)).status).toBeLessThan(300);
  },
);

test.each(made.filter(([limit]) => limit !== 'tenants'))(
  'of %s an account may be left none, also where it never had one [H4, A37]',
  async (limit, make) => {
    const world = await operatedAccount({ plan: 'pro', domain: false });
    await world.setLimits({ [limit]: 0 });
    const { status, body } = await make(world, 1);
    expect([status, body.error?.code, body.error?.details]).toMatchObject([
      ...[403, 'plan_limit', { limit: 0, used: 0 }],
    ]);
  },
);

test('tenants that an operator grants enable them on a plan without [C11, A27]', async () => {
  const { call, setLimits } = await operatedAccount({ plan: 'pro' });
  const named = async () => (await call('GET', '/emails?tenant=acme')).body.error?.code;
  expect(await named()).toBe('tenants_not_enabled');
  expect(await setLimits({ tenants: 1 })).toMatchObject({ tenants_enabled: true });
  expect(await named()).toBe('not_found');
});

test.each([
  ['emails_day', 'day'],
  ['emails_month', 'month'],
] as const)('%s of the account refuses the send that would pass it [rule 5, H4]', async (limit, period) => {
  const { setLimits, send, call } = await operatedAccount({ plan: 'dedicated' });
  await setLimits({ [limit]: 2 }, 'dedicated');
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const { body } = await send();
  expect(body.error).toMatchObject({ code: 'plan_limit', details: { limit: 2, used: 2, period } });
  expect((await call('GET', '/account')).body.account).toMatchObject({ limits: { [limit]: 2 } });
});

test('null lifts a limit of the plan; the month of pro and scale is never refused [H4, A38]', async () => {
  const free = await operatedAccount({ plan: 'free' });
  await free.setLimits({ emails_day: null, emails_month: null }, 'free');
  const to = Array.from({ length: 50 }, (_, i) => `r${i}@success.simulator.example.net`);
  for (let i = 0; i < 3; i++) expect((await free.send({ to })).status).toBe(200);
  const pro = await operatedAccount({ plan: 'pro' });
  await pro.setLimits({ emails_month: 1 });
  for (let i = 0; i < 2; i++) expect((await pro.send()).status).toBe(200);
  const { body } = await pro.call('GET', '/usage');
  expect(body.usage).toMatchObject({ month: { included: 1 } });
});

test('the request rates of the account: a burst is twice the rate, in each bucket [H5]', async () => {
  const { command, call, send, hold } = await operatedAccount({ plan: 'free' });
  const shown = (answer: Awaited<ReturnType<typeof call>>) => answer.headers.get('ratelimit-limit');
  hold();
  await command('set-plan', '--plan', 'free', '--limits', '{"send_rate": 2, "other_rate": 3}');
  expect([shown(await send()), shown(await call('GET', '/emails'))]).toEqual(['4', '6']);
  const burst = await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(burst.map(({ body }) => body.error?.code).filter((code) => code === 'rate_limited')).toHaveLength(2);
  await command('set-plan', '--plan', 'free', '--limits', '{"requests_per_second": 70}');
  await indexesCaughtUp();
  expect([shown(await send()), shown(await call('GET', '/emails'))]).toEqual(['140', '140']);
});

test('a scheduled email is counted at its time, by the limits of that time [A11, A64]', async () => {
  const { account, clock, send, ahead, get, schedules, deliver } = await capturedAccount({ plan: 'pro' });
  const ids = [];
  for (let i = 0; i < 2; i++) ids.push(await send({ scheduled_at: ahead(3600) }));
  await operate(['set-plan', '--account', account.id, '--plan', 'pro', '--limits', '{"emails_day": 1}']);
  clock.advance(3_601_000);
  for (const id of ids) {
    const scheduled = schedules.get(id);
    if (scheduled) await deliver(scheduled.message);
  }
  const found = await Promise.all(ids.map(get));
  expect(found.map(({ failure_reason }) => failure_reason)).toEqual([null, 'plan_limit']);
});
