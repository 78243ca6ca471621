import { jsonRows } from '../../shared/core/json-rows.ts';
import { linkedPage } from '../../shared/domain/imports/providers/mailgun/client.ts';
import { mailgun } from '../../shared/domain/imports/providers/mailgun/map.ts';
import { serverOf } from '../../shared/domain/imports/providers/postmark/client.ts';
import { postmark } from '../../shared/domain/imports/providers/postmark/map.ts';

const transactional = { key: '0:outbound', name: 'outbound' };
const broadcast = { key: '1:news', name: 'news' };

/** Table T8 of Postmark: reason, origin, what it becomes in a transactional and in a broadcast stream. */
test.each<[string, string | undefined, string, string]>([
  ['SpamComplaint', 'Recipient', 'complaint', 'complaint'],
  ['SpamComplaint', 'Admin', 'complaint', 'complaint'],
  ['HardBounce', 'Recipient', 'bounce', 'bounce'],
  ['HardBounce', 'Customer', 'bounce', 'bounce'],
  ['ManualSuppression', 'Recipient', 'unsubscribe', 'product_opt_out'],
  ['ManualSuppression', 'Customer', 'manual', 'product_opt_out'],
  ['ManualSuppression', 'Admin', 'manual', 'product_opt_out'],
  ['ManualSuppression', 'Elsewhere', 'manual', 'product_opt_out'],
  ['ManualSuppression', undefined, 'manual', 'product_opt_out'],
])('Postmark %s of %s is %s, in a broadcast stream %s [M59]', (reason, origin, one, other) => {
  const raw = { EmailAddress: 'a@b.c', SuppressionReason: reason, Origin: origin };
  const { dump } = postmark;
  const list = postmark.lists[dump?.listOf(raw) as number];
  expect(list?.name).toBe(reason);
  const kept = dump?.kept(raw);
  expect(list?.row(kept, transactional)).toMatchObject({ kind: one });
  expect(list?.row(kept, broadcast)).toMatchObject({ kind: other });
});

test.each<[unknown, string]>([
  [{ EmailAddress: 'a@b.c', SuppressionReason: 'Tomorrow' }, 'unknown_reason'],
  [{ EmailAddress: 'a@b.c' }, 'unknown_reason'],
  [{ SuppressionReason: 'HardBounce' }, 'invalid_address'],
  ['a@b.c', 'invalid_address'],
  [null, 'invalid_address'],
  [{ EmailAddress: ['a@b.c'], SuppressionReason: 'HardBounce' }, 'invalid_address'],
])('a row of Postmark that is %j is skipped as %s [M58, M59]', (raw, skip) => {
  const { dump, lists } = postmark;
  const kept = JSON.parse(JSON.stringify(dump?.kept(raw)));
  expect(lists[dump?.listOf(raw) as number]?.row(kept, transactional)).toEqual({ skip });
});

test('Postmark: the tokens that its server shows are dropped when they are read', () => {
  expect(serverOf({ ID: 1, ApiTokens: ['live'], Name: 'x' })).toEqual({ ID: 1, Name: 'x' });
  expect(serverOf({ Name: 'x' })).toBeNull();
});

/** Table T8 of Mailgun. */
test.each<[string, unknown, unknown]>([
  ['complaints', { address: 'a@b.c' }, { kind: 'complaint' }],
  ['bounces', { address: 'a@b.c', code: 550, error: 'No such mailbox' }, { kind: 'bounce' }],
  [
    'bounces',
    { address: 'a@b.c', code: '421', error: 'too many connections' },
    { skip: 'temporary_failure' },
  ],
  ['bounces', { address: 'a@b.c', code: '554', error: 'poor reputation' }, { skip: 'provider_block' }],
  ['unsubscribes', { address: 'a@b.c', tags: ['*'] }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c', tags: ['news', '*'] }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c', tags: [] }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c', tags: null }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c' }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c', tag: '*' }, { kind: 'unsubscribe' }],
  ['unsubscribes', { address: 'a@b.c', tag: 'news' }, { kind: 'product_opt_out', scope: 'news' }],
  ['unsubscribes', { address: 'a@b.c', tags: ['news'] }, { kind: 'product_opt_out', scope: 'news' }],
  ['unsubscribes', { address: 7 }, { skip: 'invalid_address' }],
])('a row of Mailgun %s, %j [M59]', (name, raw, expected) => {
  const list = mailgun.lists.find((one) => one.name === name);
  const row = list?.row(raw, { key: 'a.example', name: 'a.example' });
  expect(row).toMatchObject(expected as object);
});

test.each<[string, number | null]>([
  ['Thu, 11 Dec 2025 01:49:40 UTC', Date.UTC(2025, 11, 11, 1, 49, 40)],
  ['Thu, 11 Dec 2025 01:49:40 GMT', Date.UTC(2025, 11, 11, 1, 49, 40)],
  ['Thu, 11 Dec 2025 01:49:40 +0000', Date.UTC(2025, 11, 11, 1, 49, 40)],
  ['', null],
  ['soon', null],
])('the date of a Mailgun row, "%s" [M57]', (created_at, at) => {
  const source = { key: 'a.example', name: 'a.example' };
  expect(mailgun.lists[0]?.row({ address: 'a@b.c', created_at }, source)).toMatchObject({ at });
});

test.each<[unknown, string | null]>([
  ['https://api.mailgun.net/v3/x/bounces?page=next&address=a%40b.c&limit=1', 'page=next&address=a%40b.c'],
  ['http://evil.example:99/other?address=x&page=next&key=1#f', 'page=next&address=x'],
  ['https://api.mailgun.net/v3/x/templates?page=next&p=t.2', 'page=next&p=t.2'],
  ['https://api.mailgun.net/v3/x/bounces', null],
  [7, null],
  [undefined, null],
])('of the link %j only %s is used [M12]', (next, query) => {
  expect(linkedPage({ items: [1], paging: { next } })).toEqual({ rows: [1], next: query });
  expect(linkedPage({ items: null, paging: { next } })).toEqual({ rows: [], next: null });
});

async function* cut(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string, size: number): Promise<unknown[] | string> {
  const all: unknown[] = [];
  try {
    for await (const rows of jsonRows(cut(text, size), 'Rows')) all.push(...rows);
    return all;
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

const rows = [{ a: '},]{["\\"', n: [1, { x: null }] }, 'text, "quoted"', 7, null, [[]], { é: '😀' }];

test.each([1, 2, 3, 7, 1000])('rows that arrive in chunks of %i bytes [M60]', async (size) => {
  const others = { Other: [{ Rows: [1] }], 'Ro\\"ws': ['x'], Text: 'Rows' };
  const text = ` {"Other":${JSON.stringify(others)}, "Rows" : ${JSON.stringify(rows, null, 1)},"n":1} `;
  expect(await rowsOf(text, size)).toEqual(rows);
  expect(await rowsOf('{"Rows":[]}', size)).toEqual([]);
});

test.each([
  [
    '',
    '[]',
    '{"Rows":[1,2',
    '{"Rows":[1]',
    '{"Rows":[1]}}',
    '{"Rows":{}}',
    '{"Other":[]}',
    '{"Rows":[1,,2]}',
  ],
  ['{"Rows":[tru]}', '<html>', '{"Rows":["\\x"]}', `{"Rows":["${'x'.repeat(300_000)}"]}`, 'null', '"Rows"'],
])('another shape, or a text that is cut, is no list of rows [M60]', async (...texts) => {
  for (const text of texts)
    expect([text.slice(0, 20), await rowsOf(text, 5)]).toEqual([text.slice(0, 20), 'NotRows']);
});
