import { freshAccount, testContext } from '../support/api.ts';
import { formOf, signIn } from '../support/browser.ts';

const ctx = testContext();

let browser: Awaited<ReturnType<typeof signIn>>;
let domain: string;
beforeAll(async () => {
  const fresh = await freshAccount(ctx);
  domain = fresh.domain;
  browser = await signIn(ctx, fresh.account);
});

/** Forms, each with the name of something that there is not. */
const forms: [page: string, action: string, values: () => Record<string, string>, message: string][] = [
  [
    '/emails/new',
    '/emails/new',
    () => ({ from: `a@${domain}`, to: 'ada@example.com', template: 'nosuch', variables: '{"a":"b"}' }),
    'Template not found',
  ],
  [
    '/api-keys/new',
    '/api-keys/new',
    () => ({ name: 'Till', scopes: 'full', tenant: 'nosuch' }),
    'Tenant not found',
  ],
  [
    '/smtp-credentials/new',
    '/smtp-credentials/new',
    () => ({ name: 'Till', tenant: 'nosuch' }),
    'Tenant not found',
  ],
  ['/domains/new', '/domains/new', () => ({ name: 'new.example.com', tenant: 'nosuch' }), 'Tenant not found'],
  [
    '/suppressions/new',
    '/suppressions/add',
    () => ({ email: 'ada@example.com', note: 'asked by phone', tenant: 'nosuch' }),
    'Tenant not found',
  ],
  [
    '/blocked-senders/new',
    '/blocked-senders/add',
    () => ({ sender: 'spam.example', domain: 'nosuch.example' }),
    'Domain not found',
  ],
  [
    '/blocked-senders/new',
    '/blocked-senders/add',
    () => ({ sender: 'spam.example', tenant: 'nosuch' }),
    'Tenant not found',
  ],
  ['/inbound-routes/new', '/inbound-routes/add', () => ({ match: 'a@nosuch.example' }), 'Domain not found'],
  [
    '/tenants/new',
    '/tenants/new',
    () => ({ external_id: 'acme', name: 'Acme', default_from_domain: 'nosuch.example' }),
    'default_from_domain',
  ],
];

test.each(forms)(
  '%s: what names nothing comes back in its form (%#) [D31]',
  async (page, action, values, message) => {
    const find = (text: string) => formOf(text, action).fields;
    const filled = { ...find((await browser.get(page)).text), ...values() };
    const refused = await browser.post(action, filled);
    expect({ refused: refused.status >= 400, served: refused.status < 500 }).toEqual({
      refused: true,
      served: true,
    });
    expect(find(refused.text)).toMatchObject(values());
    expect(refused.text).toContain('Please check:');
    expect(refused.text).toContain(message);
  },
);

test('the form of a page whose own object is gone is not found [D31]', async () => {
  const gone = `/tenants/ten_${'0'.repeat(26)}`;
  const shown = await browser.get(gone);
  const { fields } = formOf((await browser.get('/tenants/new')).text, '/tenants/new');
  const { status, text } = await browser.post(`${gone}/save`, fields);
  expect([shown.status, status]).toEqual([404, 404]);
  expect(text).not.toContain('Please check:');
});

test('a file for a tenant that there is not comes back to its form [D31]', async () => {
  const form = new FormData();
  const action = '/suppressions/import';
  const find = (text: string) => formOf(text, action).fields;
  const { account = '' } = find((await browser.get('/suppressions/new')).text);
  const values = { account, tenant: 'nosuch', file: 'email\nada@example.com' };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const refused = await browser.upload(action, form);
  expect(refused.status).toBe(404);
  expect(find(refused.text)).toMatchObject({ tenant: 'nosuch' });
  expect(refused.text).toContain('Please check:');
  expect(formOf(refused.text, '/suppressions/add').fields).toMatchObject({ email: '', tenant: '' });
});
