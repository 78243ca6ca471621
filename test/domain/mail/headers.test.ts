import { checkHeaders, checkUnsubscribeHeaders, isBlockedHeader } from '../../../shared/mail/headers.ts';

const rules = (headers: unknown) => checkHeaders(headers).map(({ path, rule }) => `${path} ${rule}`);

describe('dangerous transport headers [H7]', () => {
  const names = `From To Cc Bcc Reply-To Subject Date Sender Return-Path Received Received-SPF
    Delivered-To Envelope-To X-Original-To Apparently-To Errors-To MIME-Version Content-Type
    Content-Transfer-Encoding Content-Disposition Content-ID Content-Description Content-Length DKIM-Signature
    DomainKey-Signature Authentication-Results Feedback-ID TLS-Required Require-Recipient-Valid-Since
    X-Originating-IP X-Mailer Resent-From ARC-Seal X-SES-Configuration-Set X-Service-Tags Service-X
    CFBL-Address TLS-Report-Domain X-Amz-Meta`.split(/\s+/);
  test.each(names)('%s is blocked in any case', (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(rules({ [spelling]: 'x' })).toEqual([`headers.${spelling} blocked`]);
    }
  });

  test.each([
    'In-Reply-To',
    'References',
    'List-Unsubscribe',
    'List-Id',
    'X-Foo',
    'Auto-Submitted',
    'Precedence',
  ])('%s is allowed', (name) => expect(rules({ [name]: '<a@b.co>' })).toEqual([]));

  test('Message-ID is taken with one id, and never written as it is [R80]', () => {
    for (const name of ['Message-ID', 'message-id']) {
      expect(rules({ [name]: '<1@app.example>' })).toEqual([]);
      expect(rules({ [name]: 'x' })).toEqual([`headers.${name} format`]);
      expect(rules({ [name]: 1 })).toEqual([`headers.${name} type`]);
      expect(isBlockedHeader(name)).toBe(true);
    }
  });

  test('names of Object.prototype are names like others', () => {
    expect(isBlockedHeader('constructor')).toBe(false);
    expect(rules(JSON.parse('{"__proto__": "x", "constructor": "y"}'))).toEqual([]);
    expect(rules(JSON.parse('{"__proto__": 1}'))).toEqual(['headers.__proto__ type']);
  });
});

describe('names and values [H7]', () => {
  test.each([
    [{ '': 'x' }, 'headers. format'],
    [{ 'X Y': 'x' }, 'headers.X Y format'],
    [{ 'X:Y': 'x' }, 'headers.X:Y format'],
    [{ 'X-Ü': 'x' }, 'headers.X-Ü format'],
    [{ [`X-${'a'.repeat(125)}`]: 'x' }, `headers.X-${'a'.repeat(125)} format`],
    [{ 'X-A': 1 }, 'headers.X-A type'],
    [{ 'X-A': null }, 'headers.X-A type'],
    [{ 'X-A': 'a'.repeat(2049) }, 'headers.X-A length'],
    [{ 'X-A': 'a\nb' }, 'headers.X-A format'],
    [{ 'X-A': 'a\rb' }, 'headers.X-A format'],
    [{ 'X-A': 'a\0b' }, 'headers.X-A format'],
    [{ 'X-A': '\ud800' }, 'headers.X-A format'],
    [{ 'X-A': 'x', 'x-a': 'y' }, 'headers.x-a conflict'],
    [['X-A'], 'headers type'],
  ])('%j', (headers, expected) => expect(rules(headers)).toEqual([expected]));

  test.each([
    [undefined],
    [null],
    [{}],
    [{ 'X-A': '' }],
    [{ 'X-A': 'ü'.repeat(2048) }],
    [{ [`X-${'a'.repeat(124)}`]: 'x' }],
  ])('accepts %j', (headers) => expect(rules(headers)).toEqual([]));

  test('50 headers, 16 KB of UTF-8 in all', () => {
    const many = (n: number, value: string) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`X-${String(i).padStart(2, '0')}`, value]));
    expect(rules(many(50, 'x'))).toEqual([]);
    expect(rules(many(51, 'x'))).toEqual(['headers length']);
    expect(rules(many(8, 'a'.repeat(2044)))).toEqual([]);
    expect(rules({ ...many(8, 'a'.repeat(2044)), Y: '' })).toEqual(['headers length']);
    expect(rules(many(8, 'ü'.repeat(1023)))).toEqual(['headers length']);
  });

  test('one answer names every fault', () => {
    expect(rules({ Bcc: 'x', 'X-A': 1, 'X-B': 'ok', 'X C': 'x' })).toEqual([
      'headers.Bcc blocked',
      'headers.X-A type',
      'headers.X C format',
    ]);
  });
});

test('own unsubscribe headers conflict with managed unsubscribe [Q42]', () => {
  const issues = checkUnsubscribeHeaders({
    'List-Unsubscribe': '<x>',
    'list-unsubscribe-post': 'y',
    'X-A': 'z',
  });
  expect(issues.map((i) => `${i.path} ${i.rule}`)).toEqual([
    'headers.List-Unsubscribe conflict',
    'headers.list-unsubscribe-post conflict',
  ]);
  expect(checkUnsubscribeHeaders({ 'List-Id': 'x' })).toEqual([]);
});
