import { testContext } from '../support/api.ts';
import { createBrowser, formsOf } from '../support/browser.ts';

const ctx = testContext();

/** Bytes of the request line and the headers that API Gateway takes. */
const gateway_bytes = 10_240;

const subjectOf = (length: number) => 'ä'.repeat(Math.floor(length / 6)) + 'x'.repeat(length % 6);
const pathOf = (length: number) => `/emails?subject=${subjectOf(length - '/emails?subject='.length)}`;

test('D12: a page is named to the sign-in up to 2,048 characters; a longer one leads to a request that arrives', async () => {
  const browser = createBrowser(ctx);
  const [exact, longer, longest] = await Promise.all(
    [2_048, 2_049, 8_000].map((length) => browser.get(pathOf(length))),
  );
  const next = new URL(exact?.location ?? '', 'http://x').searchParams.get('next');
  expect([
    exact?.status,
    decodeURIComponent(next ?? '').startsWith('/emails?subject=ää'),
    next?.length,
  ]).toEqual([303, true, 2_048]);
  for (const one of [longer, longest]) expect([one?.status, one?.location]).toEqual([303, '/sign-in']);
  expect(Buffer.byteLength(exact?.location ?? '')).toBeLessThan(gateway_bytes / 2);
});

test.each([
  ['/emails/new', 'https://evil.test/x?y', '/emails/new'],
  ['/emails/msg_1/resend', '/emails?done=sent&status=failed', '/emails?status=failed'],
  ['/emails/msg_1/resend', '/emails/msg_1/resend', '/emails/msg_1'],
  ['/suppressions/remove', '/suppressions/remove?email=a%40x.test', '/suppressions/remove?email=a%40x.test'],
  ['/suppressions/remove', '/emails', '/suppressions/remove'],
  ['/settings/members/invite', '', '/settings/members'],
])(
  'D12: the form %s of the page %s leads to the sign-in and to %s, and says that it was not sent',
  async (form, page, next) => {
    const browser = createBrowser(ctx);
    const referer = page && new URL(page, ctx.settings.dashboard_url).href;
    const { status, location } = await browser.post(form, { subject: 'Lost' }, { referer });
    expect([status, location]).toEqual([303, `/sign-in?${new URLSearchParams({ next, done: 'ended' })}`]);
    const { text } = await browser.get(location ?? '');
    expect([text.includes('Your session ended; nothing was sent.'), text.includes('Lost')]).toEqual([
      true,
      false,
    ]);
    expect(formsOf(text).map(({ fields }) => fields.next)).toEqual([next]);
  },
);

test('D12: a sign-out without a session says nothing', async () => {
  expect((await createBrowser(ctx).post('/sign-out')).location).toBe('/sign-in');
});
