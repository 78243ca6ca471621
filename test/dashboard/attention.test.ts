import type { Id } from '../../shared/core/runtime.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { signIn } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

/** What the overview lists: state, text, action, and its link. */
function listed(html: string): string[][] {
  const section = html.split('<section class="card attention"')[1]?.split('</section>')[0] ?? '';
  return [
    ...section.matchAll(
      /<li><span class="status (\w+)">(.*?)<\/span><span>(.*?)<\/span><a href="(.*?)">(.*?)<\/a>/gs,
    ),
  ].map(([, tone = '', state = '', text = '', href = '', action = '']) => [
    `${tone} ${state}`,
    text.replace(/<[^>]*>/g, '').trim(),
    action,
    href,
  ]);
}

async function world(plan: 'pro' | 'scale' = 'scale') {
  const made = await owner(ctx, { plan });
  return { ...made, read: async () => listed((await made.browser.get('/')).text) };
}

test('an account in which all is well has nothing that needs attention [D38]', async () => {
  const { browser, call } = await world();
  await call('POST', '/webhooks', { body: { url: 'https://hooks.acme.test/in' } });
  await call('POST', '/tenants', { body: { external_id: 'one' } });
  const { status, text } = await browser.get('/');
  expect([status, text.includes('Needs attention')]).toEqual([200, false]);
});

test('the overview lists a failing domain, disabled and failing webhooks, and a paused tenant, each with one action [D38]', async () => {
  const { account, domain, call, read } = await world();
  const at = timestamp(ctx.runtime.now());
  const seen = await ctx.domains.get(domain);
  if (seen === null) throw new Error('no domain');
  await ctx.domains.markFailing(seen, { at, next_check_at: at });
  const endpoint = async (url: string) => {
    const { body } = await call('POST', '/webhooks', { body: { url } });
    return { account: account.id, id: (body.webhook as { id: Id<'wh'> }).id, url };
  };
  const [gone, own] = [await endpoint('https://gone.acme.test/'), await endpoint('https://own.acme.test/')];
  await ctx.webhooks.disable({ ...gone, failing_since: 1 }, 'gone', at);
  await call('PATCH', `/webhooks/${own.id}`, { body: { enabled: false } });
  await call('POST', '/tenants', { body: { external_id: 'a.b', name: '<b>Ada</b>' } });
  await call('PATCH', '/tenants/a.b', { body: { status: 'paused', reason: '<i>spam</i>' } });
  expect(await read()).toEqual([
    ['bad failing', `${domain} has failed verification since ${at}`, 'Fix DNS records', `/domains/${domain}`],
    [
      'bad disabled',
      `${gone.url} was disabled because it responded with 410 Gone`,
      'Review webhook',
      `/webhooks/${gone.id}`,
    ],
    [
      'bad paused',
      '&lt;b&gt;Ada&lt;/b&gt; can’t send: &lt;i&gt;spam&lt;/i&gt;',
      'Review tenant',
      '/tenants/a.b',
    ],
  ]);
});

test('many of a kind are shortened to three and a link to all [D38]', async () => {
  const { call, read } = await world();
  for (let i = 0; i < 5; i++) {
    await call('POST', '/tenants', { body: { external_id: `t${i}` } });
    await call('PATCH', `/tenants/t${i}`, { body: { status: 'paused' } });
  }
  const found = await read();
  expect(found).toHaveLength(4);
  expect(found.at(-1)).toEqual([
    'bad more',
    '2 more tenants are paused',
    'See all',
    '/tenants?status=paused',
  ]);
});

test.each([
  [39_999, null],
  [40_000, ['warn near limit', '40,000 of 50,000 emails this month', 'See plan and limits', '/billing']],
  [50_000, ['bad limit reached', '50,000 of 50,000 emails this month', 'See plan and limits', '/billing']],
])('at %i of 50,000 emails of the month the overview lists %j [D38]', async (plan_used, expected) => {
  const { account, read } = await world('pro');
  const period = timestamp(ctx.runtime.now()).slice(0, 10);
  const place = { owner: account.id, kind: 'day', period, domain: null } as const;
  await ctx.counters.add(place, 'shard', [{ sequence: '1', counter: 'plan_used', n: plan_used }]);
  expect(await read()).toEqual(expected === null ? [] : [expected]);
});

test('a rate near its limit is listed with a link to metrics, and support sees no tenants [D24, D38]', async () => {
  const { account, call, read } = await world();
  const period = timestamp(ctx.runtime.now()).slice(0, 10);
  const place = { owner: account.id, kind: 'day', period, domain: null } as const;
  await ctx.counters.add(place, 'shard', [
    { sequence: '1', counter: 'delivered', n: 1_000 },
    { sequence: '2', counter: 'bounced', n: 40 },
    { sequence: '3', counter: 'complained', n: 3 },
  ]);
  await call('POST', '/tenants', { body: { external_id: 'one' } });
  await call('PATCH', '/tenants/one', { body: { status: 'paused' } });
  const rates = [
    [
      'warn near limit',
      'Bounce rate of 3.85% in the last 7 days. The limit is 5.00%',
      'See metrics',
      '/metrics?days=7',
    ],
    [
      'bad over limit',
      'Complaint rate of 0.30% in the last 7 days. The limit is 0.30%',
      'See metrics',
      '/metrics?days=7',
    ],
  ];
  expect(await read()).toEqual([...rates, ['bad paused', 'one can’t send', 'Review tenant', '/tenants/one']]);
  const support = await signIn(ctx, account, 'support');
  expect(listed((await support.get('/')).text)).toEqual(rates);
});
