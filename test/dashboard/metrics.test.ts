import type { Id } from '../../shared/core/runtime.ts';
import type { CounterPlace, Increment } from '../../shared/domain/ports/counters.ts';
import { testClock, testContext } from '../support/api.ts';
import { linksOf, signIn } from '../support/browser.ts';
import { recordOutcome } from '../support/outcomes.ts';
import { owner } from '../support/owner.ts';

async function world() {
  const clock = testClock();
  clock.hold();
  clock.advance(Date.parse('2026-12-15T12:00:00.000Z') - clock.runtime.now());
  const ctx = testContext({ runtime: clock.runtime });
  const { account, domain, browser, call } = await owner(ctx, { plan: 'scale' });
  let sequence = 1;
  const count = (
    counts: Partial<Record<Increment['counter'], number>>,
    place: Partial<CounterPlace> = {},
  ) => {
    const increments = Object.entries(counts).map(([counter, n]) => ({
      sequence: String(sequence++),
      counter: counter as Increment['counter'],
      n,
    }));
    const day = { owner: account.id, kind: 'day', period: '2026-12-14', domain: null } as const;
    return ctx.counters.add({ ...day, ...place }, 'shard', increments);
  };
  const page = async (query = '') => {
    const { status, text } = await browser.get(`/metrics${query}`);
    expect([query, status]).toEqual([query, 200]);
    return text;
  };
  return { ctx, account, domain, count, page, browser, call };
}

/** The cells of each row of the table with this caption, tags left out. */
function rowsOf(html: string, caption: string): string[][] {
  const table = html.split('<table>').find((one) => one.startsWith(`<caption>${caption}</caption>`)) ?? '';
  const body = table.slice(0, table.indexOf('</table>')).split('<tbody>')[1] ?? '';
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim()),
  );
}

const day = '2026-12-14';
const results = { accepted: 1_100, sent: 1_080, delivered: 1_000, bounced: 60, complained: 2, opened: 400 };

test('metrics show counts and rates next to their limits; each number opens its emails [D86]', async () => {
  const { count, page } = await world();
  await count(results);
  await count({ accepted: 7 }, { period: '2026-11-01' });
  const text = await page();
  const tile = (name: string) =>
    new RegExp(`<dt>${name}</dt><dd>(.*?)</dd><dd class="small">(.*?)</dd>`, 's')
      .exec(text)
      ?.slice(1)
      .map((part) => part.replace(/<[^>]*>/g, ''));
  expect(tile('Accepted')).toEqual(['1,100', 'recipients']);
  expect(tile('Delivered')).toEqual(['1,000', '94.34%']);
  expect(tile('Bounced')).toEqual(['60', '5.66%, over limit']);
  expect(tile('Complained')).toEqual(['2', '0.20%, near limit']);
  expect(tile('Opened')).toEqual(['400', '40.00%']);
  expect(tile('Clicked')).toEqual(['0', '0.00%']);
  const within = 'since=2026-11-16&until=2026-12-15';
  expect(linksOf(text)).toEqual(
    expect.arrayContaining([
      `/emails?${within}`,
      `/emails?${within}&last_event=delivered`,
      `/emails?${within}&last_event=bounced%2Cfailed`,
      `/emails?${within}&last_event=complained`,
      `/emails?${within}&last_event=opened`,
      `/emails?since=${day}&until=${day}&last_event=complained`,
    ]),
  );
  expect(rowsOf(text, 'Recipients by day')[1]).toEqual([day, '1,100', '1,000', '60', '2', '400', '0']);
  // The limits are drawn on their charts, and named.
  expect(text.match(/class="limit"/g)).toHaveLength(2);
  expect(text).toContain('The limit is 5.00%.');
});

test('few results get no verdict, and a period without email says so [D38]', async () => {
  const { count, page } = await world();
  const without = await page();
  expect(without).toContain('No email was sent in this period.');
  expect(without).toContain('<dd>0</dd><dd class="small">limit 5%</dd>');
  await count({ accepted: 4, delivered: 1, bounced: 3 });
  const text = await page();
  expect(text).toContain('75.00%, limit 5%');
  expect(text).not.toContain('over limit');
  expect(await page('?days=1')).toContain('No email was sent in this period.');
});

test('a period is of days up to today, or from a day to a day; others are explained [D85]', async () => {
  const { count, page, browser } = await world();
  await count({ accepted: 5, delivered: 5 }, { period: '2026-10-03' });
  await count({ accepted: 9, delivered: 9 }, { period: '2026-10-04' });
  const rows = rowsOf(await page('?since=2026-10-01&until=2026-10-03'), 'Recipients by day');
  expect(rows.map(([date, accepted]) => [date, accepted])).toEqual([
    ['2026-10-03', '5'],
    ['2026-10-02', '0'],
    ['2026-10-01', '0'],
  ]);
  const wide = await page('?days=90');
  expect(wide).toContain('aria-current="true">90 days');
  expect(rowsOf(wide, 'Recipients by day')).toHaveLength(90);
  for (const wrong of [
    '?since=2026-13-01',
    '?until=x',
    '?since=2026-01-01',
    '?since=2026-10-02&until=2026-10-01',
  ]) {
    const { status, text } = await browser.get(`/metrics${wrong}`);
    expect([wrong, status]).toEqual([wrong, 400]);
    expect(text).toContain('<a href="/metrics">Clear filters</a>');
  }
});

test('results are by domain, provider, and tenant, as counted, and filters narrow all of them [D86]', async () => {
  const { count, page, call } = await world();
  const made = await call('POST', '/tenants', { body: { external_id: 'a.b', name: '<b>Ada</b>' } });
  const tenant = (made.body.tenant as { id: Id<'ten'> }).id;
  await count({
    ...results,
    'yahoo.com:delivered': 100,
    'yahoo.com:bounced': 20,
    'yahoo.com:deferred': 3,
    '%22': 60,
    '%2b': 40,
  });
  await count({ accepted: 11, sent: 10, delivered: 10 }, { kind: 'domain', domain: 'a.example' });
  await count(
    { accepted: 300, sent: 300, delivered: 280, bounced: 20 },
    { kind: 'domain', domain: 'b.example' },
  );
  await count({ accepted: 42, delivered: 40, clicked: 1 }, { owner: tenant });
  await count({ accepted: 6, delivered: 6 }, { owner: tenant, kind: 'domain', domain: 'a.example' });
  expect(rowsOf(await page(), 'Results by domain')).toEqual([
    ['b.example', '300', '280', '20', '0', '0', '0', '6.67%, over limit', '0.00%'],
    ['a.example', '11', '10', '0', '0', '0', '0', '0.00%', '0.00%'],
  ]);
  const providers = await page('?by=provider');
  expect(rowsOf(providers, 'Results by mailbox provider')).toEqual([
    ['yahoo.com', '100', '3', '20', '16.67%, too few results', '3 s', '60 min'],
  ]);
  expect(linksOf(providers)).toContain(
    '/emails?since=2026-11-16&until=2026-12-15&provider=yahoo.com&last_event=delivery_delayed',
  );
  const tenants = await page('?by=tenant&days=7');
  expect(rowsOf(tenants, 'Results by tenant')).toEqual([
    ['&lt;b&gt;Ada&lt;/b&gt;', '42', '40', '0', '0', '0', '1', '0.00%', '0.00%'],
  ]);
  expect(linksOf(tenants)).toContain('/metrics?days=7&tenant=a.b');
  const one = await page('?tenant=a.b&domain=A.example');
  expect(rowsOf(one, 'Results by domain').map(([name, accepted]) => [name, accepted])).toEqual([
    ['a.example', '6'],
  ]);
  expect(linksOf(one)).toContain('/emails?tenant=a.b&domain=a.example&since=2026-11-16&until=2026-12-15');
});

test('results by template and tag are counted from the emails themselves [D86]', async () => {
  const { ctx, account, domain, page, call, count } = await world();
  await count({ accepted: 3 });
  await call('POST', '/templates', {
    body: { name: 'Hi', alias: 'hi', subject: 's', text: 't', html: '<p>t</p>' },
  });
  await call('POST', '/templates/hi', { body: { action: 'publish' } });
  const send = async (body: object) => {
    const sent = await call('POST', '/emails', { body: { from: `a@${domain}`, to: 'b@x.example', ...body } });
    return (sent.body as { id: Id<'msg'> }).id;
  };
  const first = await send({ template: { id: 'hi' }, tags: { kind: 'a', team: '<i>' } });
  await send({ template: { id: 'hi' }, tags: { kind: 'b' } });
  await send({ subject: 's', text: 't' });
  await recordOutcome(ctx, {
    ...{ account: account.id, email_id: first, type: 'email.bounced', position: 0, letter: 'b', data: {} },
  });
  const rows = async (by: string) =>
    rowsOf(await page(`?by=${by}`), `Results by ${by}`).map((row) => row.slice(0, 4));
  expect(await rows('template')).toEqual([['hi', '2', '0', '1']]);
  expect((await rows('tag')).sort()).toEqual([
    ['kind:a', '1', '0', '1'],
    ['kind:b', '1', '0', '0'],
    ['team:&lt;i&gt;', '1', '0', '1'],
  ]);
});

test('members without a right to tenants see no tenants, and any member the numbers [D44]', async () => {
  const { ctx, account, count } = await world();
  await count(results);
  const browser = await signIn(ctx, account, 'support');
  const { status, text } = await browser.get('/metrics?by=tenant');
  expect(status).toBe(200);
  expect(text).not.toContain('>Tenant</a>');
  expect(text).toContain('by=tag');
  expect(text).toContain('No domain has sent email in this period.');
});

test("results by tenant read the tenant list once, including for the field's suggestions [D42]", async () => {
  const { ctx, account, call } = await world();
  await call('POST', '/tenants', { body: { external_id: 'acme', name: 'Acme' } });
  let reads = 0;
  const { list } = ctx.tenants;
  const counting: typeof list = (...args) => {
    reads += 1;
    return list(...args);
  };
  const browser = await signIn({ ...ctx, tenants: { ...ctx.tenants, list: counting } }, account);
  const { text } = await browser.get('/metrics?by=tenant');
  expect([reads, text.split('<datalist id="names-tenants">').length - 1]).toEqual([1, 1]);
  expect(text).toContain('<option value="acme" label="Acme"></option>');
});
