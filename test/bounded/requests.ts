import { BatchRequest } from '../../functions/emails/schemas.ts';
import { isAppError } from '../../shared/core/errors.ts';
import { multilineSendFields, parseJson, requestHash } from '../../shared/core/json-body.ts';
import { sendElsewhere } from '../../shared/domain/sending/elsewhere.ts';
import { fromRequest } from '../../shared/domain/sending/from-request.ts';
import { SendRequest, sendAliases } from '../../shared/domain/sending/send-request.ts';
import { listedAddress } from '../../shared/domain/suppressions/addresses.ts';
import { BatchSuppressions } from '../../shared/domain/suppressions/requests.ts';
import { readItem } from '../../shared/http/read-item.ts';
import { bodyLimit } from './json.ts';
import { mapShapes, numbered, type Parser, parser, repeat, type Shape } from './parser.ts';

type Reading = Parameters<typeof readItem>[1];

const send = {
  body: SendRequest,
  aliases: sendAliases,
  strict: { elsewhere: sendElsewhere },
  multiline: multilineSendFields,
};

/** Everything a body goes through before anything is read from the table. */
function read(bytes: Buffer, reading: Reading) {
  const parsed = parseJson(bytes);
  return isAppError(parsed) ? parsed : readItem(parsed, reading).item;
}

function check(item: unknown) {
  if (isAppError(item)) return item;
  try {
    return fromRequest(item as SendRequest, { source: 'api', idempotency: null });
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

function readBatch(bytes: Buffer) {
  const parsed = parseJson(bytes);
  if (isAppError(parsed)) return parsed;
  const batch = BatchRequest.safeParse(parsed, { reportInput: true });
  if (!batch.success) return batch.error.issues.length;
  const items = batch.data.emails.map((email) => readItem(email, send));
  const hash = requestHash(
    'POST',
    '/emails/batch',
    items.map(({ raw }) => raw),
  );
  return [hash, items.map(({ item }) => check(item))];
}

const from = '"from":"a@x.example"';
const basic = `${from},"subject":"s","text":"t"`;
const one = `${basic},"to":"b@x.example"`;

/** A list of as many values as a body may have, each as long as fits. */
const list = (head: string, value: (i: number) => string, tail = ']}') =>
  numbered((i) => `${value(i)},`, head, `${value(0)}${tail}`);

/** With quotes and commas, these are 60 bytes, so that a full body has a tenth fewer values than the maximum. */
const long = 'x'.repeat(57);
const name = (i: number) => String(i).padStart(55, 'n');
const number = '1'.padStart(59);

/** The longest possible address: 1,300 characters, of which 254 are the address itself. */
const wide = `\\"${'\\\\\\\\'.repeat(270)}\\" <${'l'.repeat(60)}@${'d.'.repeat(60)}example>`;

/** As many letters as an address may have before parsing, no two addresses alike. */
const kanji = String.fromCodePoint(...Array.from({ length: 1_998 }, (_, i) => 0x4e00 + i));

const sends: Record<string, Shape<string>> = {
  'to, many': list(`{${basic},"to":[`, () => `"${'x'.repeat(47)}@x.example"`),
  'to, many that are none': list(`{${basic},"to":[`, () => `"${long}"`),
  'to, many numbers': list(`{${basic},"to":[`, () => number),
  'to, a thousand with long names': (size) =>
    numbered(() => `"${wide}",`, `{${basic},"to":[`, '"a@x.example"]}')(Math.min(size, 1_000 * wide.length)),
  'to, cc and bcc of a thousand blanks each': (size) => {
    const blanks = `a${' '.repeat(1_297)}b`;
    const thousand = Array(Math.floor(Math.min(size / 3 / 1_310, 1_000))).fill(blanks);
    return JSON.stringify({ from: 'a@x.example', subject: 's', to: thousand, cc: thousand, bcc: thousand });
  },
  'to, many quotes that nothing closes': list(`{${basic},"to":[`, () => `"\\"${'\\\\\\"'.repeat(998)}<"`),
  'to, many outside ASCII': list(`{${basic},"to":[`, () => `"a@${kanji}"`),
  'to, one long': repeat('x', `{${basic},"to":"`, '"}'),
  'to, one long outside ASCII': repeat('й', `{${basic},"to":"`, '@x.example"}'),
  'from, an object with a long name': repeat(
    'x',
    `{"subject":"s","text":"t","to":"b@x.example","from":{"email":"a@x.example","name":"`,
    '"}}',
  ),
  'subject, long': repeat('й', `{${from},"to":"b@x.example","text":"t","subject":"`, '"}'),
  'text, over its limit': repeat('\\n', `{${from},"to":"b@x.example","subject":"s","text":"`, '"}'),
  'html, alias and text, 1.6 MB each': (size) => {
    const part = '<b>й'.repeat(size / 16);
    return JSON.stringify({
      from: 'a@x.example',
      to: 'b@x.example',
      subject: 's',
      html: part,
      htmlBody: part,
      text: part,
    });
  },
  'html of links': repeat(
    '{{unsubscribe_url}}',
    `{${from},"to":"b@x.example","subject":"s","unsubscribe":true,"html":"`,
    '"}',
  ),
  'headers, many': numbered((i) => `"${name(i)}":"1",`, `{${one},"headers":{`, '"X-A":"b"}}'),
  'headers, one long': repeat('x', `{${one},"headers":{"X-A":"`, '"}}'),
  'headers, one long name': repeat('x', `{${one},"headers":{"`, '":"1"}}'),
  'tags, many': numbered((i) => `"${name(i)}":"1",`, `{${one},"tags":{`, '"a":"b"}}'),
  'tags, a list of many': list(`{${one},"tags":[`, (i) => `{"name":"${name(i)}","value":"${name(i)}"}`),
  'tags, one long value': repeat('й', `{${one},"tags":{"a":"`, '"}}'),
  'variables, many': numbered(
    (i) => `"${name(i)}":"1",`,
    `{${one},"template":{"id":"t","variables":{`,
    '"a":"b"}}}',
  ),
  'variables, one of many': list(
    `{${one},"template":{"id":"t","variables":{"a":[`,
    () => `"${long}"`,
    ']}}}',
  ),
  'attachments, many': list(`{${one},"attachments":[`, () => '{}'.padEnd(119)),
  'attachments, many numbers': list(`{${one},"attachments":[`, () => number),
  'attachments, ten of many members': list(`{${one},"attachments":[{`, (i) => `"${name(i)}":1`, '}]}'),
  'attachments, ten of 0.5 MB': (size) => {
    const file = { name: 'a.txt', data: 'QUJD'.repeat(size / 40) };
    return JSON.stringify({
      from: 'a@x.example',
      to: 'b@x.example',
      subject: 's',
      text: 't',
      attachments: Array(10).fill(file),
    });
  },
  'attachments, white space in data': repeat(
    'A \\n',
    `{${one},"attachments":[{"name":"a.txt","data":"`,
    '"}]}',
  ),
  'attachments, one long name': repeat('=?a?q?=20?=', `{${one},"attachments":[{"data":"","name":"`, '"}]}'),
  'unknown fields, many': numbered((i) => `"${name(i)}":1,`, `{${one},`, '"a":1}'),
  'unknown lists, nested': repeat(`[[[[[[[[${'1'.repeat(520)}]]]]]]]],`, `{${one},"a":[`, '1]}'),
};

const bytes = mapShapes(sends, (text) => Buffer.from(text));

/** A hundred of each, which share the size. */
const hundred =
  (shape: Shape<string>): Shape<Buffer> =>
  (size) => {
    const item = shape(size / 101);
    return Buffer.from(`{"emails":[${Array(100).fill(item).join()}]}`);
  };

const shared = /^(to|subject|html|headers, one|tags, one|variables|attachments, (many|white)|unknown)/;

const batches: Record<string, Shape<Buffer>> = Object.fromEntries(
  Object.entries(sends)
    .filter(([shape]) => shared.test(shape))
    .map(([shape, make]) => [`100 x ${shape}`, hundred(make)]),
);

const listBody = (head: string, value: (i: number) => string, tail?: string): Shape<Buffer> => {
  const make = list(head, value, tail);
  return (size) => Buffer.from(make(size));
};

const suppressions: Record<string, Shape<Buffer>> = {
  'many addresses': listBody('{"action":"add","emails":[', () => `"${long}"`),
  'a thousand addresses of 5 KB': (size) =>
    Buffer.from(JSON.stringify({ action: 'add', emails: Array(1_000).fill('"\\'.repeat(size / 4_100)) })),
  'a thousand addresses with long names': (size) =>
    Buffer.from(
      numbered(
        () => `"${wide}",`,
        '{"action":"add","emails":[',
        '"a@x.example"]}',
      )(Math.min(size, 998 * wide.length)),
    ),
};

export const requestParsers: Parser[] = [
  parser('POST /emails', bodyLimit, (body: Buffer) => check(read(body, send)), bytes),
  parser('POST /emails/batch', bodyLimit, readBatch, {
    ...batches,
    'more than 100 items': listBody('{"emails":[', () => '{}'.padEnd(119)),
    'one item of all': (size) => Buffer.from(`{"emails":[${sends['unknown fields, many']?.(size - 20)}]}`),
  }),
  parser(
    'POST /suppressions/batch',
    bodyLimit,
    (body: Buffer) => {
      const item = read(body, { body: BatchSuppressions });
      return isAppError(item) ? item : (item as BatchSuppressions).emails.map(listedAddress);
    },
    suppressions,
  ),
];
