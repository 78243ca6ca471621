import { testContext } from '../support/api.ts';
import { createBrowser } from '../support/browser.ts';

const ctx = testContext();

/** Bytes of the request line and the headers that API Gateway takes. */
const gateway_bytes = 10_240;

const subjectOf = (length: number) => 'ä'.repeat(Math.floor(length / 6)) + 'x'.repeat(length % 6);
const pathOf = (length: number) => `/emails?subject=${subjectOf(length - '/emails?subject='.length)}`;

test('a page is named to the sign-in up to 2,048 characters; a longer one leads to a request that arrives [D12]', async () => {
  const browser = createBrowser(ctx);
  const [exact, longer, longest] = await Promise.all(
    [2_048, 2_049, 8_000].map((length) => browser.get(pathOf(length))),
  );
  const next = new URL(exact?.location ?? '', 'http://x').searchParams.get('next');
  expect({
    status: exact?.status,
    next: decodeURIComponent(next ?? '').startsWith('/emails?subject=ää'),
    length: next?.length,
  }).toEqual({ status: 303, next: true, length: 2_048 });
  for (const one of [longer, longest]) expect([one?.status, one?.location]).toEqual([303, '/sign-in']);
  expect(Buffer.byteLength(exact?.location ?? '')).toBeLessThan(gateway_bytes / 2);
});

test('a form without a session leads to the sign-in alone, wherever it was on [D12]', async () => {
  const form = { subject: 'Lost' };
  for (const path of ['/emails/new', '/suppressions/remove', '/sign-out']) {
    const referer = new URL(path, ctx.settings.dashboard_url).href;
    const { status, location } = await createBrowser(ctx).post(path, form, { referer });
    expect([path, status, location]).toEqual([path, 303, '/sign-in']);
  }
});
