import { freshAccount, testContext } from '../support/api.ts';
import { createBrowser, elementsOf, signIn } from '../support/browser.ts';

const ctx = testContext();

const signedIn = async () => signIn(ctx, (await freshAccount(ctx, { domain: false })).account);

/** What the page says of its theme, for the styles and for the browser's own parts. */
function themeOf(html: string) {
  const all = elementsOf(html);
  const scheme = all.find(({ attributes }) => attributes.name === 'color-scheme')?.attributes.content;
  const pressed = all.find(
    ({ attributes }) => attributes.name === 'theme' && attributes['aria-pressed'] === 'true',
  )?.attributes.value;
  return [all.find(({ name }) => name === 'html')?.attributes['data-theme'], scheme, pressed];
}

test.each(['light', 'dark'])(
  'the theme %s is kept in a cookie, and pages come in it [D84]',
  async (theme) => {
    const browser = await signedIn();
    const kept = await browser.post('/theme?next=%2Femails%3Fto%3Da', { theme });
    expect([kept.status, kept.location]).toEqual([303, '/emails?to=a']);
    expect(kept.headers.getSetCookie()).toEqual([
      `__Host-theme=${theme}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=31536000`,
    ]);
    const cookie = `__Host-mailwright=${browser.cookie()}; __Host-theme=${theme}`;
    expect(themeOf((await browser.get('/emails', { cookie })).text)).toEqual([theme, theme, theme]);
  },
);

test('without a theme, or with an unknown one, the system decides [D84]', async () => {
  const browser = await signedIn();
  expect(themeOf((await browser.get('/emails')).text)).toEqual([undefined, 'light dark', 'system']);
  const cookie = `__Host-mailwright=${browser.cookie()}; __Host-theme="><script>`;
  expect(themeOf((await browser.get('/emails', { cookie })).text)).toEqual([
    undefined,
    'light dark',
    'system',
  ]);
  const gone = await browser.post('/theme', { theme: 'blue' });
  expect(gone.headers.getSetCookie()).toEqual([
    '__Host-theme=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0',
  ]);
});

test('the form of the theme leads to no other origin, and needs this one [D15]', async () => {
  const browser = createBrowser(ctx);
  const away = await browser.post('/theme?next=%2F%2Fevil.test', { theme: 'dark' });
  expect([away.status, away.location]).toEqual([303, '/']);
  const foreign = await browser.post('/theme', { theme: 'dark' }, { origin: 'https://evil.test' });
  expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
});

/** How the page says that times are shown, and the pressed button of the switch. */
function timesOf(html: string) {
  const all = elementsOf(html);
  const root = all.find(({ name }) => name === 'html');
  const pressed = all.find(
    ({ attributes }) => attributes.name === 'times' && attributes['aria-pressed'] === 'true',
  );
  return [root?.attributes['data-times'], pressed?.attributes.value];
}

test('one switch shows all times of all pages in UTC, and another press makes them local again [D85]', async () => {
  const browser = await signedIn();
  expect(timesOf((await browser.get('/settings')).text)).toEqual([undefined, 'local']);
  const kept = await browser.post('/times?next=%2Fsettings', { times: 'utc' });
  expect([kept.status, kept.location, kept.headers.getSetCookie()]).toEqual([
    303,
    '/settings',
    ['__Host-times=utc; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=31536000'],
  ]);
  const cookie = `__Host-mailwright=${browser.cookie()}; __Host-times=utc`;
  expect(timesOf((await browser.get('/settings', { cookie })).text)).toEqual(['utc', 'utc']);
  const gone = await browser.post('/times', { times: 'local' });
  expect(gone.headers.getSetCookie()).toEqual([
    '__Host-times=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0',
  ]);
});
