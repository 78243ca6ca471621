import { emailRoutes } from '../../functions/emails/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { freshAccount, inProcess, issuesOf, testContext } from '../support/api.ts';
import { unpackApiContent } from '../support/content.ts';

const ctx = testContext();

async function setUp(options: Parameters<typeof freshAccount>[1] = {}) {
  const fresh = await freshAccount(ctx, options);
  const call = inProcess(ctx, emailRoutes, fresh.api_key);
  const email = { from: `shop@${fresh.domain}`, to: 'ada@x.example', subject: 'Hello', text: 'Hi' };
  return { ...fresh, call, email };
}

test('__proto__ in a body lends it nothing; a header or tag of that name is one like any other [C6, H7]', async () => {
  const { call, email } = await setUp();
  const post = (fields: object, more: string) =>
    call('POST', '/emails', { raw: `${JSON.stringify(fields).slice(0, -1)},${more}}` });
  const { subject: _none, ...bare } = email;
  const lent = await post(bare, '"__proto__":{"subject":"s"}');
  expect(lent.body.error).toMatchObject({
    message: 'Unknown field __proto__.',
    details: {
      issues: [
        { path: '__proto__', rule: 'unknown' },
        { path: 'subject', rule: 'required' },
      ],
    },
  });
  const sent = await post(email, '"headers":{"__proto__":"x"},"tags":{"__proto__":"y"}');
  const meta = await ctx.emails.getMeta(String(sent.body.id) as Id<'msg'>);
  const packed = meta && (await ctx.emails.readContent(meta));
  expect(JSON.stringify(packed && unpackApiContent(packed).headers)).toBe('{"__proto__":"x"}');
  expect(meta?.tags).toEqual([{ name: '__proto__', value: 'y' }]);
});

describe('400 validation_error names each fault [rule 1]', () => {
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['empty html and text', { text: '', html: '' }, 'html', 'required'],
    ['from is no address', { from: 'nobody' }, 'from', 'format'],
    ['from.email with a space', { from: { email: 'shop ', name: 'Shop' } }, 'from.email', 'format'],
    ['from.email with a name', { from: { email: 'S <shop>', name: 'Shop' } }, 'from.email', 'format'],
    ['from is a number', { from: 7 }, 'from', 'type'],
    ['from with line break', { from: 'a@x.example\r\nBcc: b@x.example' }, 'from', 'format'],
    ['to is no address', { to: ['a@x.example', 'nope'] }, 'to[1]', 'format'],
    ['to is empty', { to: [] }, 'to', 'length'],
    ['single-label domain', { to: 'a@localhost' }, 'to', 'format'],
    ['blank subject', { subject: '   ' }, 'subject', 'length'],
    ['subject with line break', { subject: 'a\nBcc: b@x.example' }, 'subject', 'format'],
    ['NUL in text', { text: 'a\0b' }, 'text', 'format'],
    [
      '11 tags',
      { tags: Array.from({ length: 11 }, (_, i) => ({ name: `t${i}`, value: '' })) },
      'tags',
      'length',
    ],
    [
      'equal tag names',
      {
        tags: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2' },
        ],
      },
      'tags',
      'conflict',
    ],
    ['tag name', { tags: { 'a b': '1' } }, 'tags.a b', 'format'],
    ['blocked header', { headers: { 'X-Ok': '1', bcc: 'c@x.example' } }, 'headers.bcc', 'blocked'],
    ['header with line break', { headers: { 'X-A': 'a\r\nBcc: c@x.example' } }, 'headers.X-A', 'format'],
    [
      'blocked attachment',
      { attachments: [{ name: 'a.pdf.EXE ', data: '' }] },
      'attachments[0].name',
      'blocked',
    ],
    ['attachment data', { attachments: [{ name: 'a.txt', data: '!' }] }, 'attachments[0].data', 'format'],
    ['category', { category: 'spam' }, 'category', 'enum'],
    ['unsubscribe is text', { unsubscribe: 'yes' }, 'unsubscribe', 'type'],
    ['html over 2 MB', { html: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'html', 'length'],
    [
      '11 reply_to',
      { reply_to: Array.from({ length: 11 }, (_, i) => `r${i}@x.example`) },
      'reply_to',
      'length',
    ],
    ['tenant is a number', { tenant: 7 }, 'tenant', 'type'],
    [
      '11 tags as an object',
      { tags: Object.fromEntries([...'abcdefghijk'].map((name) => [name, ''])) },
      'tags',
      'length',
    ],
    [
      'H6, Q42: managed unsubscribe with a List-Unsubscribe of the caller',
      { unsubscribe: true, headers: { 'list-unsubscribe': '<https://x.example>' } },
      'headers.list-unsubscribe',
      'conflict',
    ],
    [
      'Q42: managed unsubscribe with a List-Unsubscribe-Post alone',
      { unsubscribe: true, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } },
      'headers.List-Unsubscribe-Post',
      'conflict',
    ],
  ];
  test.each(cases)('%s', async (_name, change, path, rule) => {
    const { call, email } = await setUp();
    const { status, body } = await call('POST', '/emails', { body: { ...email, ...change } });
    expect([status, body.error?.code]).toEqual([400, 'validation_error']);
    expect(issuesOf({ body })).toContainEqual([path, rule]);
    expect(body.error?.docs_url).toMatch(/\/docs\/errors#validation_error$/);
  });

  test.each([
    ['empty', ''],
    ['broken', '{"from":'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a lone surrogate', '{"subject":"\\ud800"}'],
  ])('a body that is %s [C6]', async (_name, raw) => {
    const { call } = await setUp();
    const { status, body } = await call('POST', '/emails', { raw });
    expect([status, body.error?.code]).toEqual([400, 'validation_error']);
  });
});

test('a request with 90,000 faults is answered in a few KB [C9]', async () => {
  const { call, email } = await setUp();
  const many = <T>(value: T) => Array<T>(90_000).fill(value);
  const changes = [
    { tags: many(1) },
    { tags: Object.fromEntries(many(1).map((value, i) => [`t${i}`, value])) },
    { attachments: many(1) },
    { cc: many('x') },
    { template: { id: 't', variables: { list: many('x') } }, text: undefined, subject: undefined },
  ];
  for (const change of changes) {
    const { status, text } = await call('POST', '/emails', { body: { ...email, ...change } });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(1_000);
  }
  const nested = {
    body: {
      emails: [
        { ...email, reply_to: many(7) },
        { ...email, to: Array(50).fill(7) },
      ],
    },
  };
  const batch = await call('POST', '/emails/batch', nested);
  expect(batch.status).toBe(200);
  expect(batch.text.length).toBeLessThan(10_000);
});

test.each([
  ['100,000 values and one more', '/emails', { extra: Array(100_000).fill(0) }, 'length'],
  ['a batch of as many', '/emails/batch', { emails: Array(100_001).fill({}) }, 'length'],
  ['65 levels', '/emails', JSON.parse(`${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`), 'range'],
])('a body of %s is 400 before it is parsed', async (_name, path, body, rule) => {
  const { call } = await setUp();
  const refused = await call('POST', path, { body });
  expect([refused.status, refused.body.error?.details]).toEqual([
    400,
    { issues: [{ path: '', rule, message: expect.stringMatching(/^body: /) }] },
  ]);
});

test('tenant is 403 tenants_not_enabled before any fault of the body, 404 where tenants may be [C11]', async () => {
  const pro = await setUp({ plan: 'pro' });
  const scale = await setUp({ plan: 'scale' });
  for (const [{ call, email }, expected] of [
    [pro, [403, 'tenants_not_enabled']],
    [scale, [404, 'not_found']],
  ] as const) {
    const named = { ...email, to: 7, tenant: 'acme' };
    const alone = await call('POST', '/emails', { body: named });
    expect([alone.status, alone.body.error?.code]).toEqual(expected);
    const batch = await call('POST', '/emails/batch', { body: { emails: [named, email] } });
    const [first, second] = batch.body.data as { id: string | null; error?: Record<string, unknown> }[];
    const { status, ...error } = first?.error ?? {};
    expect([status, error]).toEqual([expected[0], alone.body.error]);
    expect(second?.id).toMatch(/^msg_/);
    expect((await call('POST', '/emails', { body: { ...email, tenant: null } })).status).toBe(200);
  }
});

test('a body over 5 MB is 413 with the limit and a way out, and one of 5 MB is read [P26]', async () => {
  const { call, email } = await setUp();
  const limit = 5 * 1024 * 1024;
  const file = { name: 'a.txt', data: '' };
  const bare = JSON.stringify({ ...email, attachments: [file] });
  const sized = (bytes: number) => `${bare.slice(0, -4)}${' '.repeat(bytes - bare.length)}"}]}`;
  const over = await call('POST', '/emails', { raw: sized(limit + 1) });
  expect([over.status, over.body.error]).toEqual([
    413,
    {
      message: 'The request body is over 5 MB',
      code: 'payload_too_large',
      details: { limit },
      hint: expect.stringContaining('POST /attachments'),
      docs_url: expect.any(String),
    },
  ]);
  expect((await call('POST', '/emails', { raw: sized(limit) })).status).toBe(200);
});

test("an unknown from-domain and another account's are 403 domain_not_verified alike [rule 2]", async () => {
  const { call, email } = await setUp();
  const other = await setUp();
  for (const from of ['a@unknown.example', `a@${other.domain}`, `a@sub.${email.from.split('@')[1]}`]) {
    const { status, body } = await call('POST', '/emails', { body: { ...email, from } });
    expect([status, body.error?.code, body.error?.details?.status]).toEqual([
      403,
      'domain_not_verified',
      null,
    ]);
  }
});

test('the sandbox sender may write to the account email only, plus-labels included [rule 3]', async () => {
  const { call, email, account } = await setUp();
  const from = `hello@${ctx.settings.sandbox_domain}`;
  const refused = await call('POST', '/emails', { body: { ...email, from } });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'sandbox_recipient']);
  expect(refused.body.error?.details).toEqual({ allowed_recipient: account.email });
  const labelled = account.email.replace('@', '+x@');
  expect(
    (await call('POST', '/emails', { body: { ...email, from, to: [account.email, labelled] } })).status,
  ).toBe(200);
  const copied = await call('POST', '/emails', {
    body: { ...email, from, to: account.email, bcc: 'spy@x.example' },
  });
  expect(copied.status).toBe(403);
});

test('before the unlock a verified domain writes to the account email only [rule 4]', async () => {
  const { call, email, account } = await setUp({ payment_method: false });
  const refused = await call('POST', '/emails', { body: email });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'production_locked']);
  expect(refused.body.error?.details).toEqual({ missing: ['payment_method'] });
  expect(refused.body.error).toHaveProperty('upgrade_url');
  expect((await call('POST', '/emails', { body: { ...email, to: account.email } })).status).toBe(200);
});
