import type { Role } from '../../shared/core/records/members.ts';
import { testClock, testContext } from '../support/api.ts';
import { createBrowser, elementsOf, formsOf, signIn } from '../support/browser.ts';
import { declared, pathOf, peopled } from '../support/dashboard-world.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });
const roles: Role[] = ['owner', 'developer', 'support'];

/** What support sees and sends (D19); all else is refused. */
const forSupport = {
  GET: [
    ...[
      '/',
      '/accounts',
      '/billing',
      '/metrics',
      '/search',
      '/settings',
      '/settings/sessions',
      '/settings/sessions/end-all',
    ],
    ...[
      '/emails',
      '/emails/{id}',
      '/emails/{id}/attachments/{index}',
      '/emails/{id}/cancel',
      '/emails/{id}/content',
      '/emails/{id}/resend',
      '/scheduled',
    ],
    ...['/templates', '/templates/{template}', '/templates/{template}/content'],
    ...['/received', '/received/{id}', '/received/{id}/content', '/inbound-routes', '/blocked-senders'],
    ...['/domains', '/domains/{id}', '/domains/claims/{id}'],
    ...['/suppressions', '/suppressions/export', '/suppressions/new', '/suppressions/remove'],
    ...['/opt-outs', '/opt-outs/export', '/opt-outs/remove'],
    ...['/webhooks', '/webhooks/{id}', '/webhooks/{id}/deliveries/{delivery}'],
    ...['/automations', '/automations/{id}', '/automations/{id}/runs/{run}', '/events/{id}'],
  ],
  POST: [
    ...['/accounts', '/sign-out', '/settings/sessions/end', '/settings/sessions/end-all'],
    ...['/emails/{id}/cancel', '/emails/{id}/reschedule', '/emails/{id}/resend'],
    ...['/suppressions/add', '/suppressions/import', '/suppressions/remove', '/opt-outs/remove'],
  ],
};

/** Of owners alone (D19). */
const forOwners = ['/settings/members', '/settings/members/invite', '/settings/members/remove'];

type World = Awaited<ReturnType<typeof peopled>>;
let world: World;
let stranger: World;
beforeAll(async () => {
  [world, stranger] = await Promise.all([peopled(ctx, 'ours'), peopled(ctx, 'theirs')]);
});

const paths = async (method: 'GET' | 'POST') => (await declared(ctx, method)).map(({ path }) => path);

const maySee = (role: Role, method: 'GET' | 'POST', path: string): boolean => {
  if (role === 'support') return forSupport[method].includes(path);
  return role === 'owner' || !forOwners.some((one) => path.startsWith(one));
};

test('the expectations name pages that there are', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const all = await paths(method);
    expect(forSupport[method].filter((path) => !all.includes(path))).toEqual([]);
  }
  const every = [...(await paths('GET')), ...(await paths('POST'))];
  expect(forOwners.filter((path) => !every.includes(path))).toEqual([]);
});

test.each(roles)('%s gets the pages and forms of the role, and 403 for all others [D19]', async (role) => {
  const browser = await signIn(ctx, world.account, role);
  const withheld = (await paths('GET')).filter((path) => !maySee(role, 'GET', path));
  const refused = (await paths('POST')).filter((path) => !maySee(role, 'POST', path));
  const unsendable = refused.map((path) => pathOf(path, world.ids));
  for (const path of await paths('GET')) {
    clock.advance(1_000);
    const { status, text } = await browser.get(pathOf(path, world.ids));
    const links = elementsOf(text).map(({ attributes: { href = '' } }) => href.replace(/[?#].*/, ''));
    const forms = formsOf(text).filter(({ action }) => unsendable.includes(action));
    expect([path, links.filter((link) => withheld.includes(link)), forms]).toEqual([path, [], []]);
    expect([path, status === 403]).toEqual([path, !maySee(role, 'GET', path)]);
    expect({ path, served: status < 500 }).toEqual({ path, served: true });
  }
  // Forms that would change the world are sent for objects that there are not.
  const form = { account: world.account.id };
  for (const path of (await paths('POST')).filter(
    (one) => !/^\/(accounts|sign-out|settings\/sessions)/.test(one),
  )) {
    clock.advance(1_000);
    const { status } = await browser.post(path.replace(/\{\w+\}/g, 'x'), form);
    expect([path, status === 403]).toEqual([path, !maySee(role, 'POST', path)]);
    expect({ path, served: status < 500 }).toEqual({ path, served: true });
  }
});

test('without a session every page leads to the sign-in and back, every form to the sign-in [D12]', async () => {
  for (const path of await paths('GET')) {
    const at = pathOf(path, world.ids);
    const { status, location } = await createBrowser(ctx).get(at);
    expect([path, status, location]).toEqual([path, 303, `/sign-in?next=${encodeURIComponent(at)}`]);
  }
  for (const path of await paths('POST')) {
    const { status, location } = await createBrowser(ctx).post(pathOf(path, world.ids));
    expect([path, status, location]).toEqual([path, 303, '/sign-in']);
  }
});

test('objects of another account are 404, as those that there are not [C13]', async () => {
  const browser = await signIn(ctx, world.account);
  const { ids } = stranger;
  // The shape of what is sent is checked before the object (Q37).
  const scheduled_at = new Date(ctx.runtime.now() + 3_600_000).toISOString();
  const sound = { scheduled_at, event: 'email.sent', from: 'a@x.test', confirm: 'x', name: 'x' };
  for (const path of (await paths('GET')).filter((one) => one.includes('{'))) {
    clock.advance(1_000);
    expect([path, (await browser.get(pathOf(path, ids))).status]).toEqual([path, 404]);
  }
  for (const path of (await paths('POST')).filter((one) => one.includes('{'))) {
    clock.advance(1_000);
    const { status, text } = await browser.post(pathOf(path, ids), { ...sound, account: world.account.id });
    expect([path, status, status === 404 ? '' : text]).toEqual([path, 404, '']);
  }
});

test('a path of the API that the gateway has no route for is 404 in the form of the API [D45]', async () => {
  const browser = createBrowser(ctx);
  for (const path of ['/api/', '/api/emails/a%0Ab']) {
    const { status, text } = await browser.get(path);
    expect([path, status, JSON.parse(text)]).toMatchObject([path, 404, { error: { code: 'not_found' } }]);
  }
});

test('the documentation is found below its path with a slash, which the gateway has no route for either [D47]', async () => {
  const { status, headers } = await createBrowser(ctx).get('/docs/');
  expect([status, headers.get('location')]).toEqual([308, '/docs']);
});
