import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { routes } from '../support/routes.ts';

type Issues = { issues?: { path: string; rule: string; message: string }[] };

async function setUp() {
  const world = await capturedAccount();
  /** Status of the answer, or the path and rule of each issue. */
  const refused = async (change: Record<string, unknown>) => {
    const { status, body } = await world.call('POST', '/emails', { body: { ...world.email, ...change } });
    const { issues = [] } = (body.error?.details ?? {}) as Issues;
    return status === 400 ? issues.map(({ path, rule }) => `${path} ${rule}`) : status;
  };
  return { ...world, refused };
}

test('a name that no mailbox can hold is refused in the object form as in the string [C8]', async () => {
  const { refused, domain } = await setUp();
  const email = `shop@${domain}`;
  for (const name of ['An\u001bn', 'An\tn', 'Ann\u0085', '\u007f']) {
    expect(await refused({ from: { email, name } })).toEqual(['from.name format']);
    expect(await refused({ from: `"${name}" <${email}>` })).toEqual(['from format']);
  }
});

test('a name of 200 characters goes out, whatever their size; one of 201 does not', async () => {
  const { refused, send, queued, deliver, mails, domain } = await setUp();
  const email = `shop@${domain}`;
  for (const letter of ['a', 'é', '😀']) {
    await send({ from: { email, name: letter.repeat(200) }, to: `"${letter.repeat(200)}" <a@x.example>` });
    expect(await refused({ from: { email, name: letter.repeat(201) } })).toEqual(['from.name length']);
    expect(await refused({ to: `"${letter.repeat(201)}" <a@x.example>` })).toEqual(['to length']);
  }
  for (const { message } of queued) await deliver(message);
  expect(mails.length).toBe(3);
});

test.each([
  ['subject', 998, (text: string) => ({ subject: text }), 'subject length'],
  ['a tag', 256, (text: string) => ({ tags: { kind: text } }), 'tags.kind length'],
  ['a header', 2048, (text: string) => ({ headers: { 'X-A': text } }), 'headers.X-A length'],
])('%s has %i characters at most, and 😀 is one [H6, H7]', async (_, most, field, issue) => {
  const { refused } = await setUp();
  expect(await refused({ subject: '' })).toEqual(['subject length']);
  for (const letter of ['a', '😀']) {
    expect(await refused(field(letter.repeat(most)))).toBe(200);
    expect(await refused(field(letter.repeat(most + 1)))).toEqual([issue]);
  }
});

test('50 recipients are counted after what stands twice is dropped, and over 50 is an issue of to [H6]', async () => {
  const { refused } = await setUp();
  const people = (count: number) => Array.from({ length: count }, (_, i) => `r${i}@x.example`);
  expect(await refused({ to: [...people(50), ...people(50)], cc: people(50), bcc: people(50) })).toBe(200);
  expect(await refused({ to: 'R0@X.example', cc: people(50), bcc: people(50) })).toBe(200);
  for (const field of ['to', 'cc', 'bcc']) {
    expect(await refused({ [field]: people(51) })).toEqual(['to length']);
    expect(await refused({ [field]: people(1001) })).toEqual([`${field} length`]);
  }
});

test('a local part outside ASCII is refused in words that say so, a domain is not [C8]', async () => {
  const { call, email, refused, domain } = await setUp();
  const told = async (change: Record<string, unknown>) => {
    const { body } = await call('POST', '/emails', { body: { ...email, ...change } });
    const { issues = [] } = (body.error?.details ?? {}) as Issues;
    return issues.map(({ message }) => message);
  };
  const clear = expect.stringContaining('non-ASCII letters are allowed only after the @');
  const cases = [
    { to: 'grüße@x.example' },
    { to: ['a@x.example', 'Ünal <ünal@bücher.example>'] },
    { reply_to: '用户@例え.example' },
    { from: { email: `grüße@${domain}`, name: 'Ü' } },
    { from: `grüße@${domain}` },
  ];
  for (const change of cases) expect(await told(change)).toEqual([clear]);
  for (const to of ['Ünal', 'Ünal <a@x..example>', 'Ü <a@b>', 'ü ä'])
    expect(await told({ to })).not.toEqual([clear]);
  expect(await refused({ to: 'Ünal <unal@bücher.example>' })).toBe(200);
});

test('an email of a from object that has a name itself is 400 for that name [C9]', async () => {
  const { call, email } = await setUp();
  const from = { email: 'Shop <shop@x.example>', name: 'Shop' };
  const { body } = await call('POST', '/emails', { body: { ...email, from } });
  expect(body.error?.message).toBe('from.email must be an address without a name');
});

const forged = '=?utf-8?q?ceo=40bank.example?=@x.example';
const automation = (step: object) => ({
  name: 'n',
  trigger: { event: 'signed.up' },
  steps: [{ type: 'send_email', subject: 's', text: 't', ...step }],
});

test('an encoded word before the @, and an A-label of no name, are refused at every door [A71]', async () => {
  const { call, email, refused, domain } = await setUp();
  const broken = 'a@xn--a.example';
  for (const field of ['to', 'cc', 'bcc', 'reply_to'])
    for (const address of [forged, broken, `Ann <${forged}>`])
      expect(await refused({ [field]: address })).toEqual([`${field} format`]);
  const from = `=?utf-8?q?a?=@${domain}`;
  expect(await refused({ from })).toEqual(['from format']);
  expect(await refused({ from: { email: from, name: 'A' } })).toEqual(['from.email format']);
  const batch = await call('POST', '/emails/batch', { body: { emails: [email, { ...email, to: forged }] } });
  const refusal = { error: { code: 'validation_error' } };
  expect(batch.body.data).toMatchObject([{ id: expect.any(String) }, refusal]);
});

test.each([
  ['POST', '/suppressions', { email: forged }],
  ['POST', '/events', { name: 'signed.up', email: forged }],
  ['POST', '/automations', automation({ from: forged })],
  ['POST', '/automations', automation({ from: { email: forged } })],
  ['POST', '/automations', automation({ from: 'a@x.example', to: forged })],
  ['POST', '/domains', { name: 'xn--a.example' }],
  ['POST', '/api-keys', { name: 'n', scopes: ['full'], allowed_domains: ['xn--a.example'] }],
])('%s %s %j is 400 [A71]', async (method, path, body) => {
  const { ctx, api_key } = await capturedAccount();
  const { status } = await inProcess(ctx, routes, api_key)(method, path, { body });
  expect(status).toBe(400);
});

test('a body that unsubscribe links blow up beyond 40 MB is 413, alone and in a batch [Q26]', async () => {
  const { call, email } = await setUp();
  const html = '<a href="{{unsubscribe_url}}">x</a>'.repeat(50_000);
  const large = { ...email, html, unsubscribe: true };
  const alone = await call('POST', '/emails', { body: large });
  expect([alone.status, alone.body.error?.code]).toEqual([413, 'payload_too_large']);
  const { status, body } = await call('POST', '/emails/batch', { body: { emails: [large, email] } });
  expect([status, body.data]).toMatchObject([
    200,
    [{ id: null, status: 'failed', error: { code: 'payload_too_large', status: 413 } }, { status: 'sent' }],
  ]);
  expect((await call('POST', '/emails', { body: { ...large, unsubscribe: false } })).status).toBe(200);
});

test('a message says what is expected, and what is too long [C9]', async () => {
  const { call, email, domain } = await setUp();
  const said = async (change: Record<string, unknown>) => {
    const { body } = await call('POST', '/emails', { body: { ...email, ...change } });
    const { issues = [] } = (body.error?.details ?? {}) as Issues;
    return issues.map(({ path, rule, message }) => [path, rule, message]);
  };
  const list = 'must be an address, such as "Ada <ada@example.com>", or a list of addresses';
  expect(await said({ to: 5 })).toEqual([['to', 'type', `to ${list}`]]);
  expect(await said({ reply_to: {} })).toEqual([['reply_to', 'type', `reply_to ${list}`]]);
  expect(await said({ from: 5 })).toEqual([['from', 'type', 'from must be an address or {email, name?}']]);
  expect(await said({ tags: 5 })).toEqual([
    ['tags', 'type', 'tags must be a list of {name, value} or an object'],
  ]);
  const long = 'the name must have at most 200 characters';
  const named = `"${'n'.repeat(201)}" <shop@${domain}>`;
  expect(await said({ from: named })).toEqual([['from', 'length', `from: ${long}`]]);
  expect(await said({ cc: [`${'n'.repeat(700)} <a@x.example>`] })).toEqual([
    ['cc[0]', 'length', `cc[0]: ${long}`],
  ]);
  const far = `a@${`${'d'.repeat(49)}.`.repeat(5)}abc`;
  expect(await said({ to: far })).toEqual([
    ['to', 'length', 'to: an address must have at most 254 characters'],
  ]);
  const form = 'must be YYYY-MM-DDTHH:MM[:SS[.fraction]] with Z or an offset';
  for (const scheduled_at of ['20301121T081530Z', '2030-W47-6T08:15Z', '2030-11-21'])
    expect(await said({ scheduled_at })).toEqual([['scheduled_at', 'format', `scheduled_at ${form}`]]);
});

test('all that is missing or wrong in shape is told at once [rule 1]', async () => {
  const { call, refused } = await setUp();
  const { body } = await call('POST', '/emails', { body: { cc: 5 } });
  const { issues = [] } = (body.error?.details ?? {}) as Issues;
  expect(issues.map(({ path, rule, message }) => [path, rule, message])).toEqual([
    ['from', 'required', 'from is required'],
    ['to', 'required', 'to is required'],
    ['cc', 'type', expect.any(String)],
    ['subject', 'required', 'subject is required'],
    ['html', 'required', 'html or text is required'],
  ]);
  expect(await refused({ subject: 5, text: 'x'.repeat(2 ** 21 + 1) })).toEqual([
    'subject type',
    'text length',
  ]);
  expect(await refused({ subject: null, text: '', html: '', template: { id: 5 } })).toEqual([
    'template.id type',
  ]);
});

test('to, cc, and bcc are all in the envelope, and bcc appears nowhere in the message [H6]', async () => {
  const { ctx, send, queued, deliver, mails } = await setUp();
  const named = (field: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${field}${i}@x.example`);
  const [to, cc, bcc] = [named('to', 20), named('cc', 15), named('secret', 15)];
  const { send: take } = ctx.mailer;
  const envelopes: string[][] = [];
  ctx.mailer.send = (mail) => {
    envelopes.push(mail.destinations);
    return take(mail);
  };
  await send({ to, cc, bcc });
  for (const { message } of queued) await deliver(message);
  expect(envelopes).toEqual([[...to, ...cc, ...bcc]]);
  expect(mails[0]?.raw).toContain('cc14@x.example');
  expect(mails[0]?.raw).not.toMatch(/secret|^bcc:/im);
});
