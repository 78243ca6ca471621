import type { Id } from '../../shared/core/runtime.ts';
import { timestamp } from '../../shared/core/runtime.ts';
import type { CounterPlace } from '../../shared/domain/ports/counters.ts';
import { testContext } from '../support/api.ts';
import { linksOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();

const dayAgo = (days: number) => timestamp(ctx.runtime.now() - days * 86_400_000).slice(0, 10);

async function world() {
  const made = await owner(ctx, { plan: 'scale' });
  let sequence = 1;
  const count = (
    place: Partial<CounterPlace>,
    counts: Partial<Record<'accepted' | 'delivered' | 'bounced' | 'complained', number>>,
  ) =>
    ctx.counters.add(
      { owner: made.account.id, kind: 'day', period: dayAgo(0), domain: null, ...place },
      'shard',
      Object.entries(counts).map(([counter, n]) => ({
        sequence: String(sequence++),
        counter: counter as 'accepted',
        n,
      })),
    );
  return { ...made, count };
}

/** The cells of the row that begins with this name. */
function rowOf(html: string, name: string): string[] {
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim()),
  );
  return rows.find(([first]) => first === name) ?? [];
}

test('a list of domains has the emails and rates of seven days, with a word at the limit [D86]', async () => {
  const { domain, browser, call, count } = await world();
  await call('POST', '/domains', { body: { name: 'quiet.test' } });
  await count({ kind: 'domain', domain, period: dayAgo(7) }, { accepted: 5_000, delivered: 5_000 });
  await count({ kind: 'domain', domain, period: dayAgo(6) }, { accepted: 900, delivered: 855, bounced: 45 });
  await count({ kind: 'domain', domain }, { accepted: 300, delivered: 285, bounced: 15, complained: 2 });
  const { text } = await browser.get('/domains');
  expect(rowOf(text, domain).slice(2, 6)).toEqual(['–', '1,200', '5.00%, over limit', '0.18%, near limit']);
  expect(rowOf(text, 'quiet.test').slice(2, 6)).toEqual(['–', '0', '–', '–']);
  const within = `domain=${domain}&since=${dayAgo(6)}&until=${dayAgo(0)}`;
  expect(linksOf(text)).toEqual(
    expect.arrayContaining([
      `/emails?${within}`,
      `/emails?${within}&last_event=bounced%2Cfailed`,
      `/emails?${within}&last_event=complained`,
    ]),
  );
});

test('a list of tenants has its own counts; without numbers the list is still there [D30, D86]', async () => {
  const { browser, call, count } = await world();
  const { body } = await call('POST', '/tenants', { body: { external_id: 'a.b', name: 'Ada' } });
  await call('POST', '/tenants', { body: { external_id: 'few' } });
  const tenant = (body.tenant as { id: Id<'ten'> }).id;
  await count({ owner: tenant }, { accepted: 400, delivered: 396, bounced: 4 });
  await count({}, { accepted: 9_999, delivered: 1, bounced: 9_998 });
  const { text } = await browser.get('/tenants');
  expect(rowOf(text, 'Ada').slice(1, 7)).toEqual(['a.b', 'active', '400', '1.00%', '0.00%', '–']);
  expect(rowOf(text, 'few').slice(3, 6)).toEqual(['0', '–', '–']);
  expect(linksOf(text)).toContain(`/emails?tenant=a.b&since=${dayAgo(6)}&until=${dayAgo(0)}`);
  const { readDaysOf } = ctx.counters;
  ctx.counters.readDaysOf = async () => Promise.reject(new Error('the table is away'));
  const without = await browser.get('/tenants').finally(() => {
    ctx.counters.readDaysOf = readDaysOf;
  });
  expect([without.status, rowOf(without.text, 'Ada').slice(1, 6)]).toEqual([
    200,
    ['a.b', 'active', '–', '–', '–'],
  ]);
});

test('a paused tenant says so first, with its reason and the way out [D38]', async () => {
  const { browser, call } = await world();
  await call('POST', '/tenants', { body: { external_id: 'one' } });
  const active = (await browser.get('/tenants/one')).text;
  expect([active.includes('Pause this tenant'), active.includes('Resume')]).toEqual([true, false]);
  await call('PATCH', '/tenants/one', { body: { status: 'paused', reason: '<i>spam</i>' } });
  const paused = (await browser.get('/tenants/one')).text;
  expect(paused).toContain('Reason: <bdi>&lt;i&gt;spam&lt;/i&gt;</bdi>');
  expect([paused.includes('Pause this tenant'), paused.includes('Resume')]).toEqual([false, true]);
});
