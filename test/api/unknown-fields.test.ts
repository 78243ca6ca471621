import { emailRoutes } from '../../functions/emails/routes.ts';
import { keyRoutes } from '../../functions/keys/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();

async function setUp() {
  const fresh = await freshAccount(ctx);
  const call = inProcess(ctx, [...emailRoutes, ...keyRoutes, ...webhookRoutes], fresh.api_key);
  const email = { from: `shop@${fresh.domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  return { call, email };
}

test('a misspelled field of a send is 400, and nothing is sent [A73]', async () => {
  const { call, email } = await setUp();
  const { status, body } = await call('POST', '/emails', { body: { ...email, schedule_at: '2030-01-01' } });
  expect([status, body.error]).toMatchObject([
    400,
    {
      message: 'Unknown field schedule_at. Did you mean scheduled_at?',
      code: 'validation_error',
      details: { issues: [{ path: 'schedule_at', rule: 'unknown' }] },
    },
  ]);
  expect((await call('GET', '/emails')).body.emails).toEqual([]);
});

test('an item of a batch is refused by itself, with the error that it has alone [A73, H15]', async () => {
  const { call, email } = await setUp();
  const wrong = JSON.stringify({ ...email, schedule_at: 1 }).replace(
    '{',
    '{"schedule_at":0,"__proto__":{"a":1},',
  );
  const alone = await call('POST', '/emails', { raw: wrong });
  const raw = `{"emails":[${JSON.stringify(email)},${wrong}]}`;
  const { status, body } = await call('POST', '/emails/batch', { raw });
  expect([status, body.data]).toMatchObject([200, [{ status: 'sent' }, { status: 'failed' }]]);
  const { error } = (body.data as { error?: object }[])[1] ?? {};
  expect(error).toEqual({ ...alone.body.error, status: 400 });
  const { issues = [] } = (alone.body.error?.details ?? {}) as { issues?: { path: string }[] };
  expect(issues.map(({ path }) => path).toSorted()).toEqual(['__proto__', 'schedule_at']);
});

test('a hundred items of a thousand unknown fields are refused in an answer of bounded size [A73]', async () => {
  const { call, email } = await setUp();
  const names = Array.from({ length: 900 }, (_, i) => [`${'n'.repeat(20)}${i}`, 1]);
  const item = { ...email, ...Object.fromEntries(names) };
  const { status, text } = await call('POST', '/emails/batch', { body: { emails: Array(100).fill(item) } });
  expect({ status, fits: text.length < 5_000_000 }).toEqual({ status: 200, fits: true });
});

test('a credential with a misspelled limit is not made [A73]', async () => {
  const { call } = await setUp();
  for (const path of ['/api-keys', '/smtp-credentials']) {
    const body = { name: 'a', scopes: ['emails:send'], allowed_ip: ['192.0.2.1'] };
    const { status, body: answer } = await call('POST', path, { body });
    const { issues = [] } = (answer.error?.details ?? {}) as { issues?: { message: string }[] };
    const messages = issues.map(({ message }) => message);
    expect([status, messages]).toEqual([
      400,
      expect.arrayContaining(['Unknown field allowed_ip. Did you mean allowed_ips?']),
    ]);
  }
});

test('POST /webhooks takes enabled [A73]', async () => {
  const { call } = await setUp();
  const made = async (fields: object) => {
    const { body } = await call('POST', '/webhooks', {
      body: { url: 'https://hooks.acme.test/', ...fields },
    });
    return (body.webhook as { enabled: boolean } | undefined)?.enabled;
  };
  expect(await made({ enabled: false })).toBe(false);
  expect(await made({})).toBe(true);
});

test('a list as the body says what to write [C6]', async () => {
  const { call, email } = await setUp();
  const { status, body } = await call('POST', '/emails', { raw: JSON.stringify([email]) });
  expect([status, body.error?.message]).toEqual([
    400,
    'The body must be an object. For a batch, send {"emails": […]}',
  ]);
});
