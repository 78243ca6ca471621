import { emailRoutes } from '../../functions/emails/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';

const ctx = testContext();

async function setUp() {
  const fresh = await freshAccount(ctx);
  const call = inProcess(ctx, emailRoutes, fresh.api_key);
  const email = {
    from: `Shop <shop@${fresh.domain}>`,
    to: 'ada@success.simulator.example.net',
    subject: 'Hello',
    text: 'Hi',
  };
  return { ...fresh, call, email };
}

test('POST /emails answers 200 {id, status: sent} and GET /emails/{id} has the record', async () => {
  const { call, email } = await setUp();
  const sent = await call('POST', '/emails', {
    body: {
      ...email,
      cc: 'Bob <bob@x.example>',
      reply_to: ['r@x.example'],
      tags: { kind: 'reset' },
      html: '<p>Hi</p>',
    },
  });
  expect(sent.status).toBe(200);
  expect(sent.body).toEqual({ id: expect.stringMatching(/^msg_[0-9a-hjkmnp-tv-z]{26}$/), status: 'sent' });
  const got = await call('GET', `/emails/${sent.body.id}`);
  expect(got.status).toBe(200);
  expect(got.body.email).toMatchObject({
    id: sent.body.id,
    from: email.from,
    to: [email.to],
    cc: ['Bob <bob@x.example>'],
    bcc: [],
    reply_to: ['r@x.example'],
    subject: 'Hello',
    tags: [{ name: 'kind', value: 'reset' }],
    category: 'transactional',
    source: 'api',
    scheduled_at: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('every authenticated answer carries the request id and the three rate headers [C10, H5]', async () => {
  const { call } = await setUp();
  const { headers } = await call('GET', '/emails');
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(Number(headers.get('ratelimit-limit'))).toBe(200);
  expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(200);
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1);
});

test('aliases of the send request are accepted (specification, Send request)', async () => {
  const { call, email } = await setUp();
  const { text: _text, ...rest } = email;
  for (const body of [
    { ...rest, htmlBody: '<p>x</p>' },
    { ...rest, html_body: '<p>x</p>' },
    { ...rest, plain_body: 'x' },
  ]) {
    expect((await call('POST', '/emails', { body })).status).toBe(200);
  }
  const conflict = await call('POST', '/emails', { body: { ...email, textBody: 'other' } });
  expect(conflict.status).toBe(400);
  expect(conflict.body.error?.details).toMatchObject({ issues: [{ path: 'text', rule: 'conflict' }] });
});

test('an address in two fields is kept in the first of to, cc, bcc; duplicates are dropped [H6]', async () => {
  const { call, email } = await setUp();
  const body = {
    ...email,
    to: ['a@x.example', 'A@X.example'],
    cc: ['a@x.example', 'b@x.example'],
    bcc: ['b@x.example', 'c@x.example'],
  };
  const sent = await call('POST', '/emails', { body });
  const { body: got } = await call('GET', `/emails/${sent.body.id}`);
  expect(got.email).toMatchObject({ to: ['a@x.example'], cc: ['b@x.example'], bcc: ['c@x.example'] });
});

test('a replay returns the first answer; key order, white space and aliases make no other body [rule 9, H10]', async () => {
  const { call, email } = await setUp();
  const headers = { 'idempotency-key': 'order-1' };
  const first = await call('POST', '/emails', { body: email, headers });
  const { subject, ...rest } = email;
  const again = await call('POST', '/emails', {
    raw: JSON.stringify({ subject, ...rest, cc: null }, null, 3),
    headers,
  });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(first.headers.get('idempotency-replayed')).toBeNull();
});

test('an empty html or text is absent, also next to an alias and in the comparison of bodies [Q59]', async () => {
  const { call, email } = await setUp();
  const headers = { 'idempotency-key': 'blank' };
  const html = '<p>Hi</p>';
  const post = (change: object) => call('POST', '/emails', { body: { ...email, ...change }, headers });
  const first = await post({ html: '', htmlBody: html });
  expect(first.status).toBe(200);
  const named = { text: undefined, plain_body: email.text, textBody: '' };
  for (const same of [{ html }, { htmlBody: html, html_body: '' }, { html, ...named }])
    expect((await post(same)).body).toEqual(first.body);
});

test('values that differ under two names of a field are 400, and the message has both names [C6]', async () => {
  const { call, email } = await setUp();
  const said = async (change: object) => {
    const { status, body } = await call('POST', '/emails', { body: { ...email, ...change } });
    const issues = (body.error?.details?.issues ?? []) as object[];
    return [status, ...issues];
  };
  const rule = 'conflict';
  const why = 'are two names for the same field: send only one';
  const cases = [
    [
      { htmlBody: 'a', html: 'b' },
      { path: 'html', rule, message: `htmlBody and html ${why}` },
    ],
    [
      { html_body: 'a', htmlBody: 'b' },
      { path: 'html', rule, message: `html_body and htmlBody ${why}` },
    ],
    [
      { attachments: [{ name: 'a.txt', filename: 'b.txt', data: '' }] },
      { path: 'attachments[0].name', rule, message: `name and filename ${why}` },
    ],
  ] as const;
  for (const [change, issue] of cases) expect(await said(change)).toEqual([400, issue]);
});

test('50 recipients, 10 tags and a subject of 998 characters are kept whole [Q18]', async () => {
  const { call, email } = await setUp();
  const to = Array.from(
    { length: 50 },
    (_, i) => `recipient-${i}-${'x'.repeat(40)}@${'y'.repeat(50)}.example`,
  );
  const tags = Array.from({ length: 10 }, (_, i) => ({
    name: `tag_${i}_${'n'.repeat(50)}`,
    value: 'v'.repeat(256),
  }));
  const body = { ...email, to, tags, subject: 's'.repeat(998) };
  const sent = await call('POST', '/emails', { body });
  expect(sent.status).toBe(200);
  const { body: got } = await call('GET', `/emails/${sent.body.id}`);
  expect(got.email).toMatchObject({ to, tags, subject: body.subject });
  const list = await call('GET', '/emails');
  expect(list.body.emails).toMatchObject([{ to, tags, subject: body.subject }]);
});
