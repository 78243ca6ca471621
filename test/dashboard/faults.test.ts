import { freshAccount, testContext } from '../support/api.ts';
import { linksOf, markedIn, signIn } from '../support/browser.ts';

const ctx = testContext();

let browser: Awaited<ReturnType<typeof signIn>>;
let own: { account: string };
let from: string;
beforeAll(async () => {
  const { account, domain } = await freshAccount(ctx);
  own = { account: account.id };
  from = `a@${domain}`;
  browser = await signIn(ctx, account);
});

/** The fields that are marked, and those that the summary leads to. */
const named = (text: string) => ({
  marked: markedIn(text),
  linked: linksOf(text).flatMap((href) => (/^#(?!main)/.test(href) ? [href.slice(1)] : [])),
});

const mail = () => ({ request: 'r'.repeat(43), from, to: 'b@acme.test' });
const automation = () => ({ name: 'A', event: 'signup', do: 'save' });
const request = () => ({ 's0-type': 'webhook', 's0-url': 'https://x.example' });
const delay = { 's0-type': 'delay', 's0-seconds': '60' };
const wait = { 's0-type': 'wait_for_event', 's0-event': 'paid', 's0-timeout_seconds': '60' };
const after = { after_seconds: 'abc' };

type Sent = () => Record<string, string>;

test.each<[what: string, path: string, sent: Sent, at: string, words: RegExp]>([
  [
    'variables of a template, no JSON',
    '/emails/new',
    () => ({ ...mail(), template: 'receipt', variables: '{"a": }' }),
    'variables',
    /variables isn’t valid JSON: [^<]*token/,
  ],
  [
    'variables of a template, no object',
    '/emails/new',
    () => ({ ...mail(), template: 'receipt', variables: '[1]' }),
    'variables',
    /an object/,
  ],
  [
    'variables without a template',
    '/emails/new',
    () => ({ ...mail(), variables: '{}' }),
    'template',
    /required/,
  ],
  [
    'a header of a step',
    '/automations/new',
    () => ({ ...automation(), ...request(), 's0-headers-0-name': 'Host', 's0-headers-0-value': 'x' }),
    's0-headers',
    /reserved for the service/,
  ],
  [
    'the body of a step, which is a string',
    '/automations/new',
    () => ({ ...automation(), ...request(), 's0-body': '{' }),
    's0-body',
    /body isn’t valid JSON/,
  ],
  [
    'what the field of a wait must equal',
    '/automations/new',
    () => ({ ...automation(), ...wait, 's0-match': 'data.id' }),
    's0-equals',
    /equals/,
  ],
  [
    'the seconds until a person enters again',
    '/automations/new',
    () => ({ ...automation(), ...delay, ...after, reentry: 'after' }),
    'after_seconds',
    /after_seconds/,
  ],
  [
    'seconds that are no number, where they do not count',
    '/automations/new',
    () => ({ ...automation(), ...delay, ...after, reentry: 'true' }),
    'after_seconds',
    /after_seconds/,
  ],
  [
    'the data of an event',
    '/events/send',
    () => ({ name: 'x', data: '{"a"' }),
    'data',
    /data isn’t valid JSON/,
  ],
  [
    'defaults of a template',
    '/templates/new',
    () => ({ name: 'T', subject: 'x', text: '{{a}}', 'default-a': 'x'.repeat(65_536), 'default-b': 'y' }),
    'default-a',
    /defaults: at most 100 variables and 64 KB/,
  ],
  [
    'an event that there is not',
    '/webhooks/new',
    () => ({ url: 'https://hooks.acme.test/in', events: 'email.sent, email.bounced, email.nosuch' }),
    'events',
    /&quot;email.nosuch&quot;/,
  ],
  [
    'no scope',
    '/api-keys/new',
    () => ({ name: 'K', scopes: '' }),
    'scopes',
    /scopes must include at least one scope/,
  ],
])('%s: named at its field alone [D31]', async (_, path, sent, at, words) => {
  const { status, text } = await browser.post(path, { ...own, ...sent() });
  expect([status, named(text)]).toEqual([400, { marked: [at], linked: [at] }]);
  expect(text).toMatch(words);
  expect(text).not.toMatch(/Invalid option/);
});

test('re-entry without seconds is saved as it is [D31]', async () => {
  const { location } = await browser.post('/automations/new', {
    ...own,
    ...automation(),
    ...delay,
    reentry: 'true',
    after_seconds: '',
  });
  expect(location).toMatch(/^\/automations\/aut_\w+\?done=saved$/);
});
