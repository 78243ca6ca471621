import { freshAccount, testClock, testContext } from '../support/api.ts';
import { elementsOf, signIn } from '../support/browser.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

const signedIn = async () => signIn(ctx, (await freshAccount(ctx)).account);

const queryOf = (location: string | null) =>
  Object.fromEntries(new URL(location ?? '', 'http://x').searchParams);

test.each([
  ['ada@x.example', { to: 'ada@x.example' }],
  ['me @ you', { subject: 'me @ you' }],
  ['<a@b.example>', { message_id: '<a@b.example>' }],
  ['Your receipt', { subject: 'Your receipt' }],
])('the search field of emails finds %s by one filter, and keeps the others [D85]', async (find, filter) => {
  const browser = await signedIn();
  const sent = new URLSearchParams({ find, period: '', status: 'delivered', to: '', limit: '25' });
  const { status, location } = await browser.get(`/emails?${sent}`);
  expect([status, queryOf(location)]).toEqual([303, { status: 'delivered', ...filter }]);
  expect((await browser.get(location ?? '')).status).toBe(200);
});

test.each([
  ['24h', 1],
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
])(
  'the period %s begins %s days ago, to the minute; the link has its time, so that its pages stay the same [D85]',
  async (period, days) => {
    const browser = await signedIn();
    for (const list of ['/emails', '/received']) {
      const { location } = await browser.get(`${list}?period=${period}&until=2026-11-24&limit=50`);
      const { since = '', ...rest } = queryOf(location);
      expect([location?.split('?')[0], rest]).toEqual([list, { limit: '50' }]);
      expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
      const ago_ms = clock.runtime.now() - Date.parse(since);
      expect(Math.floor(ago_ms / 86_400_000)).toBe(days);
      expect(ago_ms % 86_400_000).toBeLessThan(120_000);
      expect((await browser.get(location ?? '')).status).toBe(200);
    }
  },
);

test('an unknown period, and an empty search, lead to the list as it is [D85]', async () => {
  const browser = await signedIn();
  expect((await browser.get('/emails?period=constructor&find=')).location).toBe('/emails');
});

test('a filter in use can be removed by itself, without its place in the list [D85]', async () => {
  const browser = await signedIn();
  const { text } = await browser.get('/emails?status=delivered&tag=order:1&limit=50');
  const hrefs = elementsOf(text).flatMap(({ attributes: { href } }) =>
    href?.startsWith('/emails?') ? [href] : [],
  );
  expect(hrefs).toEqual([
    '/emails?tag=order%3A1&limit=50',
    '/emails?status=delivered&limit=50',
    '/emails?limit=50',
  ]);
  expect(text).toContain('Clear all');
});

test('a time in a link is in its field as browsers take it, in UTC [D85]', async () => {
  const browser = await signedIn();
  const query = new URLSearchParams({ since: '2026-11-24T08:00:30.500Z', until: '2026-11-25' });
  const fields = elementsOf((await browser.get(`/emails?${query}`)).text)
    .filter(({ attributes }) => attributes.type === 'datetime-local')
    .map(({ attributes: { name, value } }) => [name, value]);
  expect(fields).toEqual([
    ['since', '2026-11-24T08:00:30'],
    ['until', '2026-11-26T00:00:00'],
  ]);
});
