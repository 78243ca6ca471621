import { freshAccount, testClock, testContext } from '../support/api.ts';
import { createBrowser, signIn } from '../support/browser.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

/** An account and browsers that its owner signed in with, the oldest first. */
async function signedIn(count: number) {
  const { account } = await freshAccount(ctx, { domain: false });
  const browsers: ReturnType<typeof createBrowser>[] = [];
  for (let i = 0; i < count; i++) {
    clock.advance(1_000);
    browsers.push(await signIn(ctx, account));
  }
  return { account, browsers, newest: browsers.at(-1) as ReturnType<typeof createBrowser> };
}

const rowsOf = async ({ get }: ReturnType<typeof createBrowser>) =>
  (await get('/settings/sessions')).text.split('End session</button>').length - 1;

test('"Sign out everywhere" ends every session of the address, also behind the hundred that the page shows [D11]', async () => {
  const { account, browsers, newest } = await signedIn(102);
  expect(await rowsOf(newest)).toBe(100);
  expect((await newest.post('/settings/sessions/end-all', { account: account.id })).location).toBe(
    '/sign-in',
  );
  const [oldest] = browsers;
  const again = createBrowser(testContext({ runtime: clock.runtime }));
  again.setCookie(oldest?.cookie() ?? null);
  expect((await again.get('/settings/sessions')).location).toMatch(/^\/sign-in\?/);
});

test('a session that is over by time is none of the page [D11]', async () => {
  const { browsers, newest, account } = await signedIn(2);
  expect(await rowsOf(newest)).toBe(2);
  clock.advance(6 * 86_400_000);
  expect((await newest.get('/settings/sessions')).status).toBe(200);
  clock.advance(86_400_000);
  expect(await rowsOf(newest)).toBe(1);
  expect((await browsers[0]?.get('/settings/sessions'))?.location).toMatch(/^\/sign-in\?/);
  clock.advance(1_000);
  const last = await signIn(ctx, account);
  for (let day = 0; day < 29; day += 6) {
    clock.advance(6 * 86_400_000);
    await last.get('/settings/sessions');
  }
  const next = await signIn(ctx, account);
  expect(await rowsOf(next)).toBe(1);
});
