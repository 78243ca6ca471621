import { isProviderUrl } from '../../shared/core/provider-url.ts';
import type { Suppression } from '../../shared/core/records/lists.ts';
import { providerAnswer } from '../../shared/domain/imports/provider-answer.ts';
import { classifyBounce } from '../../shared/domain/imports/providers/bounces.ts';
import { sendgrid } from '../../shared/domain/imports/providers/sendgrid/map.ts';
import { importedOptOut, importedSuppression } from '../../shared/domain/imports/suppressions/entries.ts';
import { decideSuppression, lookAt, planRows } from '../../shared/domain/imports/suppressions/plan-rows.ts';
import { startProgress, statusOf } from '../../shared/domain/imports/totals.ts';
import { csvLine, uncell } from '../../shared/domain/suppressions/csv.ts';

test.each([
  ['5.1.1', '550 5.1.1 The email account that you tried to reach does not exist', 'bounce'],
  ['5.0.0', '550 No such user here', 'bounce'],
  ['550', 'No such mailbox', 'bounce'],
  ['550', '', 'bounce'],
  ['605', 'Not delivering to previously bounced address', 'bounce'],
  ['5.7.1', '550 5.7.1 <a@b.c>: Recipient address rejected: User unknown', 'bounce'],
  ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied', 'bounce'],
  ['5.2.2', '552 5.2.2 mailbox full', 'bounce'],
  ['', '', 'bounce'],
  ['', '550 4.3.2.1 said: no such user', 'bounce'],
  ['550', 'host mx4.example[64.4.22.1] said: Requested action not taken: mailbox gone', 'bounce'],
  ['', '550 host mx4.example[64.4.22.1] said: mailbox gone', 'bounce'],
  ['550', 'No mailbox here (198.4.83.10)', 'bounce'],
  ['550', 'unrouteable address, see 10.5.7.9', 'bounce'],
  ['550', 'No such person here (Exim 4.96.2)', 'bounce'],
  ['', '550 No such person here (Exim 4.96.2)', 'bounce'],
  ['', 'gone (Exim v4.96.2)', 'bounce'],
  ['', 'mailbox busy (4.2.1)', 'temporary_failure'],
  ['550', '452 4.2.2 over quota', 'temporary_failure'],
  ['4.2.1', '450 4.2.1 mailbox busy', 'temporary_failure'],
  ['5.0.0', '452 4.2.2 over quota', 'temporary_failure'],
  ['421', 'too many connections', 'temporary_failure'],
  ['450', '4.7.1 greylisted', 'temporary_failure'],
  ['550', '4.4.7 QUEUE.Expired; message expired', 'temporary_failure'],
  ['', '550 4.4.7 QUEUE.Expired; message expired', 'temporary_failure'],
  ['550', '554-#4.7.1 Service unavailable', 'temporary_failure'],
  ['4.0.0', 'unable to resolve MX record for x: servfail', 'temporary_failure'],
  [
    '5.7.1',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    'provider_block',
  ],
  [
    '5.7.515',
    '550 5.7.515 Access denied, sending domain does not meet the required authentication level',
    'provider_block',
  ],
  ['554', 'Message rejected: poor reputation of 192.0.2.1', 'provider_block'],
  ['550', '5.7.26 unauthenticated mail is not accepted', 'provider_block'],
  ['5.0.0', '550 Message rejected as spam content; spam message rejected', 'provider_block'],
] as const)('%s "%s" is %s [M54]', (status, text, outcome) => {
  expect(classifyBounce({ status, text })).toBe(outcome);
});

const list = (name: string) => {
  const found = sendgrid.lists.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const started = Date.UTC(2026, 0, 1);

test.each<[string, unknown, unknown]>([
  ['spam_reports', { email: 'a@b.c', created: 5 }, { kind: 'complaint', at: 5000 }],
  ['spam_reports', { email: 'a@b.c', created: 5.0004 }, { kind: 'complaint', at: 5000 }],
  ['bounces', { email: 'a@b.c', status: '5.1.1', reason: 'x' }, { kind: 'bounce', text: 'x', at: null }],
  ['bounces', { email: 'a@b.c', status: '4.2.1', reason: 'x' }, { skip: 'temporary_failure' }],
  ['bounces', { email: 'a@b.c', status: '5.7.9', reason: 'x' }, { skip: 'provider_block' }],
  ['invalid_emails', { email: 'a@b.c', reason: 'x' }, { kind: 'bounce' }],
  ['unsubscribes', { email: 'a@b.c' }, { kind: 'unsubscribe' }],
  ['unsubscribes', { email: 7 }, { skip: 'invalid_address' }],
  ['unsubscribes', 'a@b.c', { skip: 'invalid_address' }],
  ['unsubscribes', null, { skip: 'invalid_address' }],
  ['asm/suppressions', { email: 'a@b.c', group_id: 7 }, { kind: 'product_opt_out', list: 'group-7' }],
  ['asm/suppressions', { email: 'a@b.c', group_id: -1 }, { kind: 'unsubscribe' }],
  ['asm/suppressions', { email: 'a@b.c', group_id: 0 }, { kind: 'unsubscribe' }],
  ['blocks', { email: 'a@b.c' }, { skip: 'provider_block' }],
])('a row of %s, %j [M58, M59]', (name, row, expected) => {
  expect(list(name).row(row, null)).toMatchObject(expected as object);
});

const entry = (change: Partial<Suppression>): Suppression => ({
  id: 'sup_1',
  email: 'a@b.c',
  reason: 'bounce',
  tenant: null,
  source: 'event',
  email_id: null,
  note: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
});
const run = { id: 'mig_1' as const, list: 'bounces', recorded: 10 };

test.each([
  ['nothing stored', null, 'write'],
  ['a weaker reason of before', entry({ reason: 'manual' }), 'write'],
  ['the same reason', entry({}), 'already'],
  ['a stronger reason', entry({ reason: 'complaint' }), 'already'],
  ['one that would expire', entry({ reason: 'complaint', expires_at: '2027-01-01T00:00:00.000Z' }), 'write'],
  ['a row of this list that is recorded', entry({ import: 'mig_1/bounces/9' }), 'passed'],
  ['a row of a request that was killed', entry({ import: 'mig_1/bounces/10' }), 'written'],
  ['another list of this import', entry({ import: 'mig_1/spam_reports/99' }), 'duplicate'],
  ['another import', entry({ import: 'mig_2/bounces/99' }), 'already'],
] as const)('%s [M17, M55]', (_name, current, decision) => {
  expect(decideSuppression(current, 'bounce', run)).toBe(decision);
});

test('an import ends before the entry that would be one too many; known rows still count [M6]', () => {
  const stretch = {
    import_id: 'mig_1' as const,
    recorded: 0,
    counted: 0,
    met: new Set(''),
    brought: new Set(''),
  };
  const row = (address: string) => ({
    entry: { kind: 'bounce', address, list: 'bounces', text: '', at: null } as const,
  });
  const known = (address: string) => ({
    suppression: address === 'known@b.c' ? entry({}) : null,
    opt_outs: [],
  });
  const looked = ['1@b.c', 'known@b.c', '2@b.c', 'known@b.c', '3@b.c', '4@b.c'].map(row);
  const { planned, full } = planRows(looked, known, { ...stretch, room: 2 });
  expect(full).toBe(true);
  expect(planned.map(({ outcome }) => outcome)).toEqual([
    { imported: 'bounce' },
    'already_suppressed',
    { imported: 'bounce' },
    'already_suppressed',
  ]);
});

test.each([
  'a@b.example\r\n',
  '\tA@b.example',
  '\u00a0a@b.example',
  '\ufeffa@b.example',
  'Ada <a@b.example>\n',
])('an address as files of lists have it, %j, is suppressed [M58]', (address) => {
  const row = { kind: 'bounce', address, list: 'bounces', text: '', at: null } as const;
  expect(lookAt(row, { met: new Set() })).toMatchObject({ entry: { address: 'a@b.example' } });
});

test.each([
  ['550 no\r\nsuch\tuser', 'sendgrid: 550 no such user'],
  ['', 'sendgrid'],
  ['x'.repeat(1_000_000), `sendgrid: ${'x'.repeat(490)}`],
])(
  'the note of an entry is the provider and its words, on one line of 500 characters [M57]',
  (text, note) => {
    const list = { account: 'acc_1', tenant: null } as const;
    const made = {
      list,
      provider: 'sendgrid',
      address: 'a@b.c',
      text,
      at: null,
      import_id: 'mig_1',
    } as const;
    const entry = importedSuppression({ ...made, started, mark: 'mig_1/bounces/0' }, 'bounce');
    expect(entry.note).toBe(note);
  },
);

test.each([
  [null, started],
  [0, started],
  [Date.UTC(1970, 0, 2), started],
  [Date.UTC(2090, 0, 1), started],
  [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 1)],
])('a date of %s is %s; a repetition makes the same id [M57]', (at, expected) => {
  const list = { account: 'acc_1', tenant: null } as const;
  const made = { list, provider: 'sendgrid', address: 'a@b.c', text: '', at, import_id: 'mig_1' } as const;
  const [one, other] = [
    importedOptOut({ ...made, started, mark: '1' }),
    importedOptOut({ ...made, started, mark: '2' }),
  ];
  expect([one.created_at, one.id]).toEqual([new Date(expected).toISOString(), other.id]);
});

const now = Date.UTC(2026, 0, 1);

test.each<[Record<string, string>, string, number]>([
  [{ 'retry-after': '7' }, '', 7],
  [{ 'retry-after': '0' }, '', 1],
  [{ 'retry-after': '9999' }, '', 300],
  [{ 'retry-after': new Date(now + 20_000).toUTCString() }, '', 20],
  [{ 'retry-after': 'soon', 'x-ratelimit-reset': '12' }, '', 12],
  [{ 'x-ratelimit-reset': String(now / 1000 + 30.5) }, '', 31],
  [{ 'x-ratelimit-reset': String(now + 4_000) }, '', 4],
  [{}, '{"retry-seconds": 33}', 33],
  [{}, '{"message": "limit exceeded, try again after 120 seconds"}', 120],
  [{}, 'try again after 9 seconds', 9],
  [{}, '', 60],
])('%j "%s" waits %i s [M10]', (headers, text, seconds) => {
  const response = { status: 429, headers, body: Buffer.from(text) };
  expect(providerAnswer(response, { now, usual_s: 60 })).toEqual({ outcome: 'wait', seconds });
});

test.each<[number, string, string]>([
  [200, '"\xff"', 'bad_answer'],
  [301, '', 'bad_answer'],
  [400, '{}', 'refused'],
  [408, '', 'unavailable'],
])('%i "%s" is %s', (status, text, outcome) => {
  const body = Buffer.from(text, 'latin1');
  expect(providerAnswer({ status, headers: {}, body }, { now, usual_s: 60 }).outcome).toBe(outcome);
});

test('an import with errors is partial as soon as it found a row, even if it was skipped [M25]', () => {
  const progress = { ...startProgress([]), errors: 1 };
  expect(statusOf(progress, true)).toBe('failed');
  progress.suppressions.totals.skipped = 1;
  expect(statusOf(progress, true)).toBe('partial');
});

test.each([
  ['https://api.sendgrid.com', true],
  ['https://stand-in.example/prefix/', true],
  ['http://127.0.0.1:4000/hook', true],
  ['http://localhost:4000', true],
  ['http://[::1]:4000', true],
  ['http://api.sendgrid.com', false],
  ['http://127.0.0.1.example.com', false],
  ['https://user@api.sendgrid.com', false],
  ['https://api.sendgrid.com?x=1', false],
  ['https://api.sendgrid.com#x', false],
  ['https://api.sendgrid.com ', false],
  ['\thttps://api.sendgrid.com', false],
  ['https://api.sendgrid.com/a b', false],
  ['ftp://127.0.0.1', false],
  ['api.sendgrid.com', false],
])('%j may be called: %s [M7]', (url, expected) => {
  expect(isProviderUrl(url)).toBe(expected);
});

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
  'a cell that begins as %j is computed by no spreadsheet [M30]',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  },
);

test('cells of different values differ, and each is read back as it was [Q30]', () => {
  for (const text of ['=a@', "'=a@", "''=a@", "'+1", "'a@", "o'=x", "'", '']) {
    const cell = csvLine([text]).trimEnd();
    expect([cell, uncell(cell)]).toEqual([cell, text]);
  }
  expect(csvLine(["'=a@"])).not.toBe(csvLine(['=a@']));
});
