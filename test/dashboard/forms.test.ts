import { freshAccount, testClock, testContext } from '../support/api.ts';
import { formsOf, signIn } from '../support/browser.ts';
import { declared, pathOf, peopled } from '../support/dashboard-world.ts';
import { effectsOf } from '../support/effects.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });
const origin = ctx.settings.dashboard_url;
const { host, port } = new URL(origin);

type Form = { action: string; fields: Record<string, string> };

let world: Awaited<ReturnType<typeof peopled>>;
/** Those of the route table and of every page that is found, with the objects and fields of their pages. */
let forms: Form[];
beforeAll(async () => {
  world = await peopled(ctx, 'ours');
  const { ids, browser, account } = world;
  const found = new Map<string, Form>();
  for (const { path } of await declared(ctx, 'POST')) {
    const action = pathOf(path, ids);
    found.set(action, { action, fields: { account: account.id } });
  }
  found.set('/sign-in', { action: '/sign-in', fields: { email: account.email } });
  found.set('/sign-in/check', { action: '/sign-in/check', fields: { code: 'BBBB-BBBB' } });
  for (const { path } of await declared(ctx, 'GET')) {
    clock.advance(1_000);
    const { text } = await browser.get(pathOf(path, ids));
    for (const form of formsOf(text)) found.set(form.action, form);
  }
  forms = [...found.values()];
});

test('forms are found on the pages, each with the fields that it needs', () => {
  const actions = forms.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['/sign-out', '/suppressions/add', `/templates/${world.ids.templates}/publish`]),
  );
  expect(forms.find(({ action }) => action === '/suppressions/add')?.fields).toHaveProperty('note');
});

/** Submits forms, and expects a 403 for each and no change. */
async function expectRefused(sent: Form[], headers: Record<string, string>) {
  const effects = await effectsOf(async () => {
    for (const { action, fields } of sent) {
      const { status, headers: answer } = await world.browser.post(action, fields, headers);
      expect([action, status, answer.get('set-cookie')]).toEqual([action, 403, null]);
    }
  });
  expect(effects).toEqual([]);
}

test('a form submitted by another site is 403 everywhere and changes nothing [D15]', () =>
  expectRefused(forms, { origin: 'https://evil.test' }));

test.each<[string, Record<string, string>]>([
  ['missing', { origin: '' }],
  ['null', { origin: 'null' }],
  ['another port', { origin: origin.replace(`:${port}`, `:${Number(port) + 1}`) }],
  ['another scheme', { origin: origin.replace('http:', 'https:') }],
  ['a longer host', { origin: `${origin}.evil.test` }],
  ['a host before it', { origin: origin.replace('//', '//evil.') }],
  ['with a user', { origin: origin.replace('//', `//${host}@`) }],
  ['cross-site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['same-site, as the browser says', { 'sec-fetch-site': 'same-site' }],
])('a form is also refused if its origin is %s [D15]', (_name, headers) =>
  expectRefused(
    forms.filter(({ action }) => action === '/suppressions/add'),
    headers,
  ),
);

test('the same forms from their own origin are not refused for that [D15]', async () => {
  const { account, ids, browser } = await peopled(ctx, 'other');
  const own = (await browser.get(`/templates/${ids.templates}`)).text;
  const effects = await effectsOf(async () => {
    for (const { action, fields } of formsOf(own).filter((one) => /publish|duplicate/.test(one.action)))
      expect([action, (await browser.post(action, fields)).status]).toEqual([action, 303]);
  });
  expect({ sameAccount: account.id === world.account.id, effects: effects.length > 0 }).toEqual({
    sameAccount: false,
    effects: true,
  });
});

test('every form of a session refuses another account, and changes nothing [D21]', async () => {
  const { account } = await freshAccount(ctx);
  const browser = await signIn(ctx, account);
  const open = /^\/(sign-in|sign-in\/check|sign-out|accounts|(theme|times)\?next=\S+)$/;
  const effects = await effectsOf(async () => {
    for (const { action, fields } of forms.filter((one) => !open.test(one.action))) {
      clock.advance(1_000);
      const { status } = await browser.post(action, { ...fields, account: world.account.id });
      expect([action, status]).toEqual([action, 409]);
    }
  });
  expect(effects).toEqual([]);
});
