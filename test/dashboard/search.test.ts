import { freshAccount, testClock, testContext } from '../support/api.ts';
import { elementsOf, linksOf, signIn } from '../support/browser.ts';
import { peopled } from '../support/dashboard-world.ts';
import { recordOutcome } from '../support/outcomes.ts';
import { optOutOf, suppressionOf } from '../support/records.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

type World = Awaited<ReturnType<typeof peopled>>;
let ours: World;
let theirs: World;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([peopled(ctx, 'Blue plums'), peopled(ctx, 'Green pears')]);
});

const find = ({ browser }: World, q: string) => {
  // Under the rate of requests.
  clock.advance(2_000);
  return browser.get(`/search?q=${encodeURIComponent(q)}`);
};

const mainOf = (text: string) => text.slice(text.indexOf('<main'));

const linksIn = (text: string) => linksOf(mainOf(text)).filter((href) => href.startsWith('/'));

/** Objects by id, and where a search for that leads. */
const places: [kind: string, path: (ids: Record<string, string>) => string][] = [
  ['emails', ({ emails }) => `/emails/${emails}`],
  ['templates', ({ templates }) => `/templates/${templates}`],
  ['webhooks', ({ webhooks }) => `/webhooks/${webhooks}`],
  ['tenants', ({ tenants }) => `/tenants/${tenants}`],
  ['suppressions', () => '/suppressions?email=off%40acme.test'],
  ['api-keys', () => '/api-keys'],
  ['smtp-credentials', () => '/smtp-credentials'],
  ['automations', ({ automations }) => `/automations/${automations}`],
  ['inbound-routes', () => '/inbound-routes'],
  ['blocked-senders', () => '/blocked-senders'],
  ['claims', ({ claims }) => `/domains/claims/${claims}`],
  ['imports', ({ imports }) => `/imports/${imports}`],
  ['received', ({ received }) => `/received/${received}`],
  ['deliveries', ({ webhooks, deliveries }) => `/webhooks/${webhooks}/deliveries/${deliveries}`],
  ['runs', ({ automations, runs }) => `/automations/${automations}/runs/${runs}`],
];

test.each(places)(
  'the id of one of %s leads to it, and that of another account finds nothing [D90]',
  async (kind, path) => {
    const { ids } = ours;
    expect((await find(ours, ids[kind] ?? '')).location).toBe(path(ids));
    const foreign = await find(ours, theirs.ids[kind] ?? '');
    expect([foreign.status, foreign.location]).toEqual([200, null]);
    expect(foreign.text).toContain('Nothing found for');
  },
);

test('the id of an event leads to its email, of an account to its settings, of a request to the logs [D90]', async () => {
  const { ids, account } = ours;
  const event = ctx.runtime.id('evt');
  const created_at = new Date(clock.runtime.now()).toISOString();
  const payload = { id: event, type: 'email.bounced', created_at, data: { email_id: ids.emails } };
  await ctx.deliveries.putPayload(account.id, payload, JSON.stringify(payload));
  expect((await find(ours, event)).location).toBe(`/emails/${ids.emails}`);
  expect((await find(theirs, event)).text).toContain('Nothing found for');
  expect((await find(ours, account.id)).location).toBe('/settings');
  expect((await find(theirs, account.id)).text).toContain('Nothing found for');
  expect((await find(ours, ctx.runtime.id('req'))).text).toContain('Request ids appear only in the logs.');
});

test('an entry of a tenant’s list, an opt-out, and a member are found by their ids [D90]', async () => {
  const { account, ids } = ours;
  const tenant = ids.tenants as `ten_${string}`;
  const email = 'gone@x.example';
  const entry = suppressionOf(ctx, email, { tenant });
  const sup = entry.id;
  await ctx.suppressions.add({ account: account.id, tenant }, entry);
  expect((await find(ours, sup)).location).toBe('/suppressions?email=gone%40x.example&tenant=one');
  expect((await find(theirs, sup)).text).toContain('Nothing found for');
  const out = optOutOf(ctx, email, 'newsletter');
  const opt = out.id;
  await ctx.opt_outs.create({ account: account.id, tenant: null }, out);
  expect((await find(ours, opt)).location).toBe('/opt-outs?email=gone%40x.example');
  expect((await find(theirs, opt)).text).toContain('Nothing found for');
  const [member] = await ctx.members.list(account.id);
  expect((await find(ours, member?.id ?? '')).location).toBe('/settings/members');
  expect((await find(theirs, member?.id ?? '')).text).toContain('Nothing found for');
});

test('domains, tenants, templates, automations, and webhook hosts are found by their names [D90]', async () => {
  const { ids } = ours;
  const domain = ids.domains ?? '';
  const cases: [q: string, href: string][] = [
    [domain, `/domains/${domain}`],
    [domain.slice(0, -5).toUpperCase(), `/domains/${domain}`],
    ['one', '/tenants/one'],
    ['ONE', '/templates/one'],
    ['blue PLUM', `/automations/${ids.automations}`],
    ['blue plum', '/tenants/one'],
    ['hooks.acme', `/webhooks/${ids.webhooks}`],
  ];
  for (const [q, href] of cases) {
    const { status, text } = await find(ours, q);
    expect([q, status, linksIn(text)]).toEqual([q, 200, expect.arrayContaining([href])]);
  }
  expect(linksIn((await find(theirs, domain)).text)).not.toContain(`/domains/${domain}`);
});

test('an email is found by words of its subject, its addresses, and its Message-IDs [D90]', async () => {
  const { ids, account } = ours;
  const id = ids.emails as `msg_${string}`;
  await recordOutcome(ctx, {
    account: account.id,
    email_id: id,
    type: 'email.delivered',
    position: 0,
    letter: 'd',
    data: {},
  });
  const meta = await ctx.emails.getMeta(id);
  expect(meta?.message_id).toBe('<1@ses>');
  for (const q of [
    'plums BLUE',
    'b@acme.test',
    '<1@ses>',
    '1@ses',
    ` <${id}@mailwright> `,
    `${id}@mailwright`,
  ]) {
    const { text, location } = await find(ours, q);
    expect([q, location ?? linksIn(text).includes(`/emails/${id}`)]).toEqual([
      q,
      q.includes('@mailwright') ? `/emails/${id}` : true,
    ]);
  }
  const foreign = await find(theirs, '<1@ses>');
  expect(linksIn(foreign.text)).not.toContain(`/emails/${id}`);
  const list = await ours.browser.get(`/emails?${new URLSearchParams({ message_id: '1@ses' })}`);
  expect(list.text).toContain(id);
});

test('an address leads to its suppression [D90]', async () => {
  const { text } = await find(ours, 'OFF@acme.test');
  expect(linksIn(text)).toContain('/suppressions?email=OFF%40acme.test');
});

test('where nothing is found the page says what was searched [D90]', async () => {
  const { status, text } = await find(ours, 'no such thing');
  expect([status, mainOf(text)]).toEqual([200, expect.stringContaining('Nothing found for')]);
  expect(text).toContain(
    'Searched: pages and actions; ids; Message-IDs, addresses, and subjects of the newest 1,000 emails; domains; tenants; templates; automations; webhook hosts; suppressions and opt-outs.',
  );
});

test('an account without tenants searches the rest [D90]', async () => {
  const { account, domain } = await freshAccount(ctx, { plan: 'free' });
  const { status, text } = await (await signIn(ctx, account)).get(`/search?q=${domain}`);
  expect([status, linksIn(text)]).toEqual([200, [`/domains/${domain}`]]);
});

test('searches count against the rate of requests [H5]', async () => {
  const { account } = await freshAccount(ctx, { plan: 'free' });
  const browser = await signIn(ctx, account);
  const statuses = new Set<number>();
  for (let i = 0; i < 60; i++) statuses.add((await browser.get('/search?q=x')).status);
  expect([...statuses].sort()).toEqual([200, 429]);
});

test('support finds no tenant, and is told that tenants were not searched [D19]', async () => {
  const browser = await signIn(ctx, ours.account, 'support');
  const { text } = await browser.get('/search?q=one');
  expect(linksIn(text)).toEqual(expect.arrayContaining(['/templates/one']));
  expect(linksIn(text)).not.toContain('/tenants/one');
  expect((await browser.get('/search?q=nothing-at-all')).text).toMatch(/Searched: [^.]*domains; templates/);
  const id = ours.ids.tenants ?? '';
  expect((await browser.get(`/search?q=${id}`)).text).toContain('Nothing found for');
});

test.each([
  ['markup', '<script>alert(1)</script>'],
  ['bidi and zero width characters', '\u202eabc\u200b'],
  ['a percent sign', '%00%0a'],
  ['NUL', '\0'],
  ['a long word', 'x'.repeat(5_000)],
  ['a long address', `${'ä'.repeat(900)}@x.example`],
  ['a path', '../../etc/passwd'],
  ['a prefix alone', 'msg_'],
  ['a name of every object', `constructor_${'0'.repeat(26)}`],
])('a search for %s is answered and shown as text [D36]', async (_, q) => {
  const { status, text } = await find(ours, q);
  expect(status).toBe(200);
  expect(elementsOf(text).filter(({ name }) => name === 'script')).toHaveLength(2);
  expect({ nul: text.includes('\0'), override: text.includes('\u202e') }).toEqual({
    nul: false,
    override: false,
  });
});
