import { freshAccount, testContext } from '../support/api.ts';
import { elementsOf, formOf, signIn } from '../support/browser.ts';
import { effectsOf } from '../support/effects.ts';

const ctx = testContext();

let browser: Awaited<ReturnType<typeof signIn>>;
let domain: string;
beforeAll(async () => {
  const fresh = await freshAccount(ctx);
  domain = fresh.domain;
  browser = await signIn(ctx, fresh.account);
});

const x = (count: number) => 'x'.repeat(count);
const list = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(', ');
const network = (at: number) => `192.0.2.${at}`;
const address = (at: number) => `a${at}@example.com`;
const data = (bytes: number) => JSON.stringify({ a: x(bytes - 8) });

const key = { name: 'Till', scopes: 'full' };
const template = { name: 'Hello', subject: 's', html: 'h' };
const event = { name: 'cart', email: 'ada@example.com' };
const email = { to: 'ada@example.com', subject: 's', text: 't' };

type Case = [action: string, field: string, most: string, past: string, rest: Record<string, string>];

/** Each field of a form with a limit: a value at it, one past it, and the other fields. */
const cases: Case[] = [
  ['/api-keys/new', 'name', x(100), x(101), key],
  ['/api-keys/new', 'allowed_ips', list(50, network), list(51, network), key],
  ['/smtp-credentials/new', 'name', x(100), x(101), {}],
  ['/webhooks/new', 'url', `https://example.com/${x(2_028)}`, `https://example.com/${x(2_029)}`, {}],
  ['/webhooks/new', 'description', x(200), x(201), { url: 'https://example.com/' }],
  ['/tenants/new', 'external_id', x(128), x(129), {}],
  ['/tenants/new', 'name', x(200), x(201), { external_id: 'acme' }],
  ['/suppressions/add', 'note', x(500), x(501), { email: 'bob@example.com' }],
  ['/suppressions/add', 'email', `${x(64)}@example.com`, `${x(65)}@example.com`, {}],
  ['/templates/new', 'name', x(255), x(256), template],
  ['/templates/new', 'subject', x(998), x(999), template],
  ['/templates/new', 'default-a', x(65_528), x(65_529), { ...template, alias: 'other' }],
  ['/templates/new', 'sample-a', x(65_528), x(65_529), { ...template, alias: 'third' }],
  ['/events/send', 'name', x(100), x(101), event],
  ['/events/send', 'email', `${x(64)}@example.com`, `${x(65)}@example.com`, event],
  ['/events/send', 'user_id', x(255), x(256), event],
  ['/events/send', 'data', data(65_536), data(65_537), event],
  ['/emails/new', 'subject', x(998), x(999), email],
  ['/emails/new', 'to', list(50, address), list(51, address), email],
  ['/domains/new', 'name', `${x(63)}.example.com`, `${x(64)}.example.com`, {}],
  ['/blocked-senders/add', 'sender', `${x(64)}@example.com`, `${x(65)}@example.com`, {}],
  ['/settings/members/invite', 'email', `${x(64)}@example.com`, `${x(65)}@example.com`, {}],
];

const pageOf = (action: string) => action.replace(/\/add$/, '/new').replace(/\/send$/, '');

test.each(cases)('%s takes %s at its limit, and shows one past it at the field [D31]', async (...one) => {
  const [action, name, most, past, rest] = one;
  const find = (text: string) => formOf(text, action).fields;
  const fields: Record<string, string> = { ...find((await browser.get(pageOf(action))).text), ...rest };
  if (action === '/emails/new') fields.from = `a@${domain}`;
  let text = '';
  const effects = await effectsOf(async () => {
    const refused = await browser.post(action, { ...fields, [name]: past });
    text = refused.text;
    expect(refused.status).toBe(400);
  });
  expect(effects).toEqual([]);
  expect(find(text)[name]).toBe(past);
  const elements = elementsOf(text);
  const wrong = elements.find(({ attributes }) => attributes['aria-invalid'] === 'true')?.attributes;
  expect(wrong?.name).toBe(name);
  expect(elements.map(({ attributes }) => attributes.id)).toContain(`${wrong?.id}-error`);
  expect(text).toContain(`<li><a href="#${wrong?.id}">`);

  const taken = await browser.post(action, { ...fields, [name]: most });
  expect([200, 303]).toContain(taken.status);
});
