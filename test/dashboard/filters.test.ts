import { dayOf } from '../../shared/core/days.ts';
import { noCounts } from '../../shared/core/records/counters.ts';
import { firstId, idTime, timestamp } from '../../shared/core/runtime.ts';
import type { Route } from '../../shared/http/route.ts';
import { sentEmail } from '../domain/feedback/sent-email.ts';
import { testClock, testContext } from '../support/api.ts';
import { elementsOf } from '../support/browser.ts';
import { pathOf, peopled } from '../support/dashboard-world.ts';
import { recordOutcome } from '../support/outcomes.ts';
import { owner } from '../support/owner.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { routes } from '../support/routes.ts';

const ctx = testContext();

const namesOf = (schema: Route['query']): string[] =>
  typeof schema === 'object' && 'shape' in schema ? Object.keys(schema.shape as object) : [];

const lists = {
  '/emails': 'GET /emails',
  '/templates': 'GET /templates',
  '/domains': 'GET /domains',
  '/tenants': 'GET /tenants',
  '/suppressions': 'GET /suppressions',
  '/opt-outs': 'GET /opt-outs',
  '/received': 'GET /received-emails',
  '/automations': 'GET /automations',
};

test.each(Object.entries(lists))('%s has a field for each filter of %s [D27]', async (page, operation) => {
  const { browser } = await owner(ctx);
  const { text } = await browser.get(page);
  const fields = elementsOf(text).filter(({ attributes: { id } }) => id?.startsWith('filter-'));
  const route = routes.find(({ method, path }) => `${method} ${path}` === operation);
  const wanted = namesOf(route?.query).filter((name) => name !== 'cursor' && name !== 'include');
  expect(fields.map(({ attributes: { name } }) => name).sort()).toEqual(wanted.sort());
  const wrong = await Promise.all(['limit=1000', 'cursor=x'].map((query) => browser.get(`${page}?${query}`)));
  const bare = wrong.map((one) => [one.status, one.text.includes(`<a href="${page}">Clear filters</a>`)]);
  expect(bare).toEqual([
    [400, true],
    [400, true],
  ]);
});

test('several events that a link names are a choice of their own in the form [D86]', async () => {
  const { browser } = await owner(ctx);
  const { status, text } = await browser.get('/emails?last_event=bounced,failed');
  expect({ status, selected: text.includes('<option value="bounced,failed" selected="">') }).toEqual({
    status: 200,
    selected: true,
  });
});

test('since and until take ISO 8601, and a time without its zone as UTC [D40]', async () => {
  const { browser } = await owner(ctx);
  const statuses = await Promise.all(
    [
      '2026-11-24',
      '2026-11-24T08:00',
      '2026-11-24T08:00:30',
      '2026-11-24T08:00:30.5',
      '2026-11-24T08:00:30.500Z',
      '08:00',
      '2026-11-31',
    ].map(async (since) => (await browser.get(`/emails?${new URLSearchParams({ since })}`)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200, 400, 400]);
});

test('a date is all of its day, as the last one, too [D40]', async () => {
  const { account, domain, browser, call } = await owner(ctx);
  const mail = { from: `a@${domain}`, to: account.email, subject: 'Of today', text: 'x' };
  const { body } = await call('POST', '/emails', { body: mail });
  const today = timestamp(idTime(String(body.id))).slice(0, 10);
  const shown = async (query: string) => (await browser.get(`/emails?${query}`)).text.includes('Of today');
  expect(await shown(`since=${today}&until=${today}`)).toBe(true);
  expect(await shown(`until=${today}T00:00`)).toBe(false);
});

test('what an object has of a filter leads to the list of its kind [D28]', async () => {
  const { domain, call, browser } = await owner(ctx);
  const created = async (path: string, body: object) => {
    const answer = await call('POST', path, { body });
    expect([path, answer.status, answer.body.error]).toEqual([path, expect.any(Number), undefined]);
    return answer.body as Record<string, { id: string }> & { id: string };
  };
  await created('/tenants', { external_id: 'acme', name: 'Acme' });
  await created('/templates', { name: 'R', alias: 'r', subject: 'Hi', text: 'x', publish: true });
  const { id } = await created('/emails', {
    from: `a@${domain}`,
    to: ['b@x.example'],
    cc: ['c@x.example'],
    template: { id: 'r' },
    tenant: 'acme',
    tags: [{ name: 'order', value: '4711' }],
  });
  await created('/suppressions', { email: 'b@x.example' });
  const links = async (page: string) =>
    elementsOf((await browser.get(page)).text).flatMap(({ attributes: { href } }) =>
      href?.includes('?') && !href.includes('/remove') ? [href.replaceAll('&amp;', '&')] : [],
    );
  const email = await links(`/emails/${id}`);
  expect(email.map((href) => new URL(href, 'http://x').search.slice(1).split('=')[0])).toEqual(
    expect.arrayContaining(['from', 'to', 'category', 'template', 'tenant', 'tag']),
  );
  // The template and the list of its emails each have a page.
  const { text: shown } = await browser.get(`/emails/${id}`);
  expect(shown).toContain('<a href="/templates/r"><bdi>r</bdi></a>');
  for (const href of email)
    expect({ href, found: (await browser.get(href)).text.includes(id) }).toEqual({ href, found: true });
  const ofTenant = ['emails', 'domains', 'suppressions', 'opt-outs'].map((list) => `/${list}?tenant=acme`);
  expect(await links('/tenants/acme')).toEqual(expect.arrayContaining(ofTenant));
  expect(await links('/templates/r')).toEqual(['/templates?category=transactional', '/emails?template=r']);
  expect(await links('/suppressions')).toEqual(['/emails?to=b%40x.example', '/suppressions?reason=manual']);
  for (const href of [...(await links('/tenants/acme')), ...(await links('/templates/r'))])
    expect([href, (await browser.get(href)).status]).toEqual([href, 200]);
});

test('every number on the overview leads to its emails [D86]', async () => {
  const { account, browser } = await owner(ctx);
  const { id: email_id } = await sentEmail(ctx, account.id, { subject: 'Complained about' });
  await sentEmail(ctx, account.id, { subject: 'Quiet' });
  const complained = { type: 'email.complained', position: 0, letter: 'c', data: {} } as const;
  await recordOutcome(ctx, { account: account.id, email_id, ...complained });
  const today = dayOf(ctx.runtime.now());
  const { readDays } = ctx.counters;
  const counts = { accepted: 41, delivered: 31, bounced: 21, complained: 11 };
  ctx.counters.readDays = async () => [{ ...noCounts(), period: today, ...counts }];
  const { text } = await browser.get('/').finally(() => {
    ctx.counters.readDays = readDays;
  });
  // Once in the sums of 30 days, once in the row of the day.
  for (const n of Object.values(counts)) {
    const links = [...text.matchAll(new RegExp(`<a href="(/emails[^"]*)">${n}</a>`, 'g'))];
    expect([n, links.length]).toEqual([n, 2]);
    for (const [, href = ''] of links) {
      const { status, text: list } = await browser.get(href.replaceAll('&amp;', '&'));
      const shown = ['Complained about', 'Quiet'].filter((subject) => list.includes(subject));
      const wanted = { 41: ['Complained about', 'Quiet'], 11: ['Complained about'] }[n] ?? [];
      expect([href, status, shown]).toEqual([href, 200, wanted]);
    }
  }
  expect(text).toMatch(
    /<dt>Complaint rate<\/dt><dd><span class="inline"><span class="status warn"><a href="\/emails\?[^"]*last_event=complained/,
  );
});

test('received mail without a sender has no link to the mail of that sender [D28]', async () => {
  const { account, browser } = await owner(ctx, { domain: false });
  const id = ctx.runtime.id('inb');
  await ctx.received.create(receivedEmail({ account: account.id, id, from: '' }), receivedContent, []);
  const { text } = await browser.get(`/received/${id}`);
  expect({ found: text.includes(id), filtered: text.includes('/received?from=') }).toEqual({
    found: true,
    filtered: false,
  });
});

test('a list that looked through its share says so, and looks further back [D27, Q14]', async () => {
  const clock = testClock();
  const slow = testContext({ runtime: clock.runtime });
  const { browser, call, domain } = await owner(slow);
  for (const subject of ['Rare', 'Usual', 'Usual']) {
    await call('POST', '/emails', { body: { from: `a@${domain}`, to: 'b@acme.test', subject, text: 'x' } });
    clock.advance(1_000);
  }
  const { list } = slow.emails;
  slow.emails.list = async (input) => {
    clock.advance(2_100);
    return list({ ...input, limit: 1 });
  };
  const older = (text: string) => elementsOf(text).find(({ attributes }) => attributes.rel === 'next');
  const { emails } = (await call('GET', '/emails')).body as unknown as { emails: { created_at: string }[] };
  let { text } = await browser.get('/emails?subject=Rare');
  expect(text).toContain('No matches so far.');
  const row = /<a href="\/emails\/msg_\w+"><bdi>Rare</;
  for (let pages = 0; !row.test(text); pages++) {
    expect(text).toContain(`Searched back to <time datetime="${emails[pages]?.created_at}">`);
    expect(text).toContain('Search further back');
    ({ text } = await browser.get(older(text)?.attributes.href ?? ''));
  }
  expect(text).not.toContain('Searched back');
});

test('so do the lists of suppressions, opt-outs, received mail, deliveries and runs [D27, Q14]', async () => {
  const clock = testClock();
  const full = testContext({ runtime: clock.runtime });
  const { ids, browser } = await peopled(full, 'ours');
  const at = clock.runtime.now() - 60_000;
  const next = firstId('msg', at).slice('msg_'.length);
  const pageOf = (prefix: string) => async () => ({ entries: [], next: `${prefix}_${next}` }) as never;
  full.suppressions.list = pageOf('sup');
  full.opt_outs.list = pageOf('optout');
  full.received.list = pageOf('inb');
  full.delivery_log.list = pageOf('whd');
  full.runs.list = pageOf('run');
  const paths = [
    '/suppressions?reason=complaint',
    '/opt-outs?category=product',
    '/received?from=a@x.example',
    `${pathOf('/webhooks/{id}', ids)}?event=email.sent`,
    `${pathOf('/automations/{id}', ids)}?status=failed`,
  ];
  for (const path of paths) {
    const { text } = await browser.get(path);
    const nothing = text.includes('No matches so far.');
    const lookedBack = text.includes(`Searched back to <time datetime="${timestamp(at)}">`);
    expect({ path, nothing, lookedBack }).toEqual({ path, nothing: true, lookedBack: true });
  }
});
