import fc from 'fast-check';
import { AppError } from '../../../shared/core/errors.ts';
import { findUnfit, parseJson, requestHash } from '../../../shared/core/json-body.ts';
import { canonicalJson } from '../../../shared/core/json-path.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (n: number) => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`;

describe('the body must be a JSON object [C6]', () => {
  test.each([
    ['empty', Buffer.from('')],
    ['invalid JSON', Buffer.from('{"a":')],
    ['trailing comma', Buffer.from('{"a":1,}')],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['overlong UTF-8', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['lone surrogate escape', Buffer.from('{"a":["\\ud800"]}')],
    ['lone low surrogate in a key', Buffer.from('{"\\uDC00":1}')],
    ['surrogates in the wrong order', Buffer.from('{"a":"\\udc00\\ud800"}')],
    ['two byte order marks', Buffer.from('\ufeff\ufeff{}')],
  ])('%s is refused', (_, bytes) => {
    const error = parseJson(bytes);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'validation_error',
      status: 400,
      message: 'Invalid JSON body',
      details: undefined,
    });
  });

  test('JSON of another type says what to write; a list of emails may be a batch', () => {
    const messageOf = (text: string, sends = false) => parseJson(Buffer.from(text), { sends }).message;
    for (const text of ['[]', '"a"', 'null', '5']) expect(messageOf(text)).toBe('The body must be an object');
    expect(messageOf('[{}]', true)).toBe('The body must be an object. For a batch, send {"emails": […]}');
  });

  test('a byte order mark is ignored, surrogate pairs are characters, of duplicate keys the last counts', () => {
    expect(parse('\ufeff{"a":"\\ud83d\\ude00","b":1,"b":2}')).toEqual({ a: '😀', b: 2 });
  });

  test('a body nested too deep is a fault, not a crash', () => {
    expect(parse(nested(63))).not.toBeInstanceOf(AppError);
    for (const body of [
      nested(64),
      nested(1_000_000),
      `{"a":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_001)}`,
    ]) {
      expect(parse(body)).toMatchObject({ status: 400, details: { issues: [{ rule: 'range' }] } });
    }
  });

  test('more than 100,000 values are a fault, whatever stands in strings', () => {
    const list = (n: number) => `{"a":[${'0,'.repeat(n)}0]}`;
    expect(parse(list(99_996))).not.toBeInstanceOf(AppError);
    for (const body of [list(99_998), list(2_000_000), `{${'"a":1,'.repeat(200_000)}"b":1}`, '['.repeat(9)])
      expect(parse(body)).toMatchObject({ status: 400 });
    for (const text of [',[{'.repeat(200_000), '\\\\,[{\\"'.repeat(100_000)])
      expect(parse(JSON.stringify({ text, b: 1 }))).toEqual({ text, b: 1 });
    expect(parse('{"a":"\\\\"}')).toEqual({ a: '\\' });
  });

  test('a key named __proto__ is only a key', () => {
    const body = parse('{"__proto__":{"admin":true},"a":1}');
    expect((body as Record<string, unknown>).admin).toBeUndefined();
    expect(canonicalJson(body)).toBe('{"__proto__":{"admin":true},"a":1}');
  });
});

describe('canonical JSON [H10]', () => {
  test.each([
    ['{"b":1,"a":{"d":2,"c":3}}', '{"a":{"c":3,"d":2},"b":1}'],
    ['{ "a" : [ 2 , 1 ] }', '{"a":[2,1]}'],
    ['{"a":null,"b":{"c":null}}', '{"b":{}}'],
    ['{"a":[null]}', '{"a":[null]}'],
    ['{"a":1.0,"b":1e3,"c":-0}', '{"a":1,"b":1000,"c":0}'],
    ['{"10":1,"9":2,"é":3,"\\u0065":4}', '{"10":1,"9":2,"e":4,"é":3}'],
    ['{"a":"\\u0041\\n"}', '{"a":"A\\n"}'],
  ])('%s', (text, expected) => expect(canonicalJson(parse(text))).toBe(expected));

  test('undefined members are absent', () => {
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  });

  test('null and absent are two values of a template variable, and one of everything else [Q59]', () => {
    const of = (variables: unknown, more: object = {}) =>
      canonicalJson({ template: { id: 'a', variables }, ...more });
    expect(of({ name: null })).toBe('{"template":{"id":"a","variables":{"name":null}}}');
    expect(of({ name: null })).not.toBe(of({}));
    expect(of(null)).toBe(of(undefined));
    expect(of({}, { variables: { name: null } })).toBe(of({}, { variables: {} }));
    const batch = (variables: object) => canonicalJson({ emails: [{}, { template: { variables } }] });
    expect(batch({ name: null })).not.toBe(batch({}));
  });

  test('key order and white space make no other body, every other change does', () => {
    const reversed = (v: unknown): unknown => {
      if (Array.isArray(v)) return v.map(reversed);
      if (typeof v !== 'object' || v === null) return v;
      return Object.fromEntries(
        Object.entries(v)
          .reverse()
          .map(([k, m]) => [k, reversed(m)]),
      );
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const plain = JSON.parse(JSON.stringify(body));
        const other = parse(JSON.stringify(reversed(plain), null, 2));
        expect(canonicalJson(other)).toBe(canonicalJson(plain));
        expect(canonicalJson(JSON.parse(canonicalJson(plain)))).toBe(canonicalJson(plain));
      }),
    );
    expect(requestHash('POST', '/emails', { a: 1 })).toBe(requestHash('POST', '/emails', { a: 1, b: null }));
    expect(requestHash('POST', '/emails', { a: 1 })).not.toBe(requestHash('POST', '/events', { a: 1 }));
    expect(requestHash('POST', '/emails', { a: 1 })).not.toBe(requestHash('POST', '/emails', { a: '1' }));
  });

  test('one address as string or array is two bodies [Q44]', () => {
    expect(requestHash('POST', '/emails', { to: 'a' })).not.toBe(
      requestHash('POST', '/emails', { to: ['a'] }),
    );
  });
});

describe('NUL nowhere, CR and LF only where lines are meant [C6]', () => {
  test.each([
    [{ subject: 'a\nb' }, ['subject']],
    [{ subject: 'a\rb' }, ['subject']],
    [{ subject: 'a\0b' }, ['subject']],
    [{ to: ['a', 'b\r\nc'] }, ['to[1]']],
    [{ from: { name: 'a\nb' } }, ['from.name']],
    [{ headers: { 'X-Foo': 'a\n' } }, ['headers.X-Foo']],
    [{ headers: { 'X\r\nBcc': 'a' } }, ['headers.X\ufffd\ufffdBcc']],
    [{ attachments: [{ data: 'a\nb', name: 'a\nb' }] }, ['attachments[0].name']],
    [{ html: 'a\nb', text: 'a\r\nb', template: { variables: { a: 'x\ny' } } }, []],
    [
      { html: 'a\0', text: 'b\0', template: { variables: { a: '\0' } } },
      ['html', 'text', 'template.variables.a'],
    ],
    [{ template: { variables: { 'a\n': 'x' } } }, ['template.variables.a\ufffd']],
    [{ template: { html: 'a\n' } }, ['template.html']],
    [{ metadata: { a: [{ b: 'x\n' }] } }, ['metadata.a[0].b']],
    [{ unknown: 'a\n' }, ['unknown']],
    [{ to: ['a@b.co'], count: 1, none: null }, []],
  ])('%j', (body, paths) => {
    const issues = findUnfit(body);
    expect(issues.map((i) => i.path)).toEqual(paths);
    for (const issue of issues) expect(issue.rule).toBe('format');
  });

  test.each(['1e400', '-1e400', '9007199254740992', '-9007199254740993', '1e16'])(
    '%s is refused wherever it is: it would be stored as another number',
    (number) => {
      const body = JSON.parse(`{"template":{"variables":{"n":${number}}},"metadata":[${number}]}`);
      expect(findUnfit(body)).toMatchObject([
        { path: 'template.variables.n', rule: 'range' },
        { path: 'metadata[0]', rule: 'range' },
      ]);
    },
  );

  test.each(['9007199254740991', '-9007199254740991', '0.1', '1e-400', '1e15', '123456789.5'])(
    '%s is kept',
    (number) => expect(findUnfit(JSON.parse(`{"n":${number}}`))).toEqual([]),
  );

  test('other bodies name their own multi-line fields', () => {
    expect(findUnfit({ html: 'a\n', note: 'a\n' }, ['html']).map((i) => i.path)).toEqual(['note']);
  });

  test('the answer stays small', () => {
    expect(findUnfit({ to: Array.from({ length: 10_000 }, () => '\n') })).toHaveLength(100);
    expect(findUnfit({ [`${'k'.repeat(1e6)}\n`]: 1 })[0]?.path.length).toBeLessThan(200);
  });
});
