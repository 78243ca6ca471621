import { makeSignInLink } from '../../shared/domain/sessions/members.ts';
import { freshAccount, testContext } from '../support/api.ts';
import { readStack } from '../support/environment.ts';
import { findMails } from '../support/inbox.ts';
import { until } from '../support/until.ts';

// The deployed pages: the bundle with its dynamic imports, the queue of notices, and its worker.

const ctx = testContext();
const origin = new URL(readStack().base_url).origin;

function visitor() {
  let cookie = '';
  return async (method: 'GET' | 'POST', path: string, form: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { cookie, ...(method === 'POST' && { origin }) },
      ...(method === 'POST' && { body: new URLSearchParams(form) }),
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };
}

async function signedIn() {
  const { account } = await freshAccount(ctx);
  const { url } = await makeSignInLink(ctx, { email: account.email, account: account.id, minutes: 15 });
  const visit = visitor();
  expect((await visit('POST', new URL(url).pathname)).status).toBe(303);
  return { account, visit };
}

test('a member asks on the page, gets the mail through SES and signs in by its link [D2-D5]', async () => {
  const { account } = await freshAccount(ctx);
  const visit = visitor();
  expect((await visit('GET', '/')).location).toBe('/sign-in?next=%2F');
  expect((await visit('POST', '/sign-in', { email: account.email })).location).toBe('/sign-in/check');
  let link = '';
  const arrived = async () => {
    const mails = await findMails<{ text?: string }>({ 'to.address': account.email });
    const texts = mails.map(({ text }) => text).join('\n');
    link = /\/sign-in\/[0-9A-Za-z]{43}/.exec(texts)?.[0] ?? '';
    return link !== '';
  };
  await until(arrived, { within_ms: 60_000, what: 'the mail with the link is in the inbox' });
  expect((await visit('POST', link)).location).toBe('/');
  expect((await visit('GET', '/')).text).toContain('>Overview</h1>');
});

test('every group of pages is loaded on demand, shows itself, and refuses as it should [P50, D23]', async () => {
  const { account, visit } = await signedIn();
  const own = { account: account.id };
  for (const path of [
    '/',
    '/emails',
    '/scheduled',
    '/domains',
    '/suppressions',
    '/webhooks',
    '/api-keys',
    '/settings/members',
    '/accounts',
  ])
    expect([path, (await visit('GET', path)).status]).toEqual([path, 200]);
  const refused: [method: 'GET' | 'POST', path: string, status: number, form?: Record<string, string>][] = [
    ['GET', '/emails/msg_00000000000000000000000000', 404],
    ['GET', '/emails?status=nonsense', 400],
    ['POST', '/emails/new', 400, { ...own, from: 'nobody', to: 'nobody' }],
    ['GET', '/domains/nothing.example.com', 404],
    ['POST', '/domains/new', 400, { ...own, name: 'no domain' }],
    ['POST', '/suppressions/add', 400, { ...own, email: 'x' }],
    ['GET', '/templates/nothing', 404],
    ['POST', '/templates/new', 400, { ...own, name: '', defaults: 'x' }],
    ['GET', '/tenants/nothing', 404],
    ['POST', '/tenants/new', 400, { ...own, external_id: '..' }],
    ['GET', '/received/nothing', 404],
    ['POST', '/inbound-routes/add', 400, { ...own, match: 'x' }],
    ['POST', '/blocked-senders/add', 400, { ...own, sender: 'x' }],
    ['POST', '/opt-outs/remove', 400, { ...own, email: 'x' }],
    ['POST', '/smtp-credentials/new', 400, { ...own, name: '' }],
    ['GET', '/automations/nothing', 404],
    ['POST', '/automations/new', 400, { ...own, name: '', do: 'save' }],
    ['POST', '/events/send', 400, { ...own, name: 'no event' }],
    ['GET', '/imports/nothing', 404],
    ['POST', '/imports/new', 400, { ...own, provider: 'other' }],
    ['POST', '/domains/claims/new', 400, { ...own, name: 'x' }],
    ['GET', '/webhooks/nothing', 404],
    ['POST', '/webhooks/new', 400, { ...own, url: 'ftp://x' }],
    ['POST', '/api-keys/new', 400, { ...own, name: '', scopes: 'nonsense' }],
    ['POST', '/settings/members/remove', 409, { ...own, email: account.email }],
    ['POST', '/accounts', 303, { account: 'acc_other' }],
    ['POST', '/suppressions/add', 409, { account: 'acc_other', email: 'x@acme.test' }],
    ['GET', '/search', 200],
    ['GET', '/no/such/page', 404],
    ['POST', '/', 405],
  ];
  for (const [method, path, status, form] of refused)
    expect([path, (await visit(method, path, form)).status]).toEqual([path, status]);
});

test('unknown paths of the API stay 404 in its own form [D45]', async () => {
  const answer = await fetch(`${origin}/api/no/such/path`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
});
