import { SesNotification, verdictsOf } from '../../../shared/domain/receiving/ses-notification.ts';
import { sentPart } from '../../../shared/mail/received/sent-part.ts';

const notification = (verdicts: Record<string, string>) =>
  SesNotification.parse({
    notificationType: 'Received',
    mail: { messageId: 'abc123', source: 'ada@x.example', destination: [], headers: [] },
    receipt: {
      timestamp: '2026-11-22T10:00:00.000Z',
      processingTimeMillis: 12,
      recipients: ['a@in.example.com'],
      ...Object.fromEntries(Object.entries(verdicts).map(([name, status]) => [`${name}Verdict`, { status }])),
      action: { type: 'S3', bucketName: 'b', objectKey: 'ses/abc123' },
    },
  });

test.each([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
  ['GRAY', 'none'],
  ['PROCESSING_FAILED', 'unknown'],
  ['DISABLED', 'unknown'],
  ['toString', 'unknown'],
])('a verdict %s of SES is %s [R58]', (status, shown) => {
  const { spf, dkim, dmarc } = verdictsOf(notification({ spf: status, dkim: status, dmarc: status }));
  expect([spf, dkim, dmarc]).toEqual([shown, shown, shown]);
});

test.each([
  ['PASS', 'PASS', 'pass'],
  ['FAIL', 'PASS', 'fail'],
  ['PASS', 'FAIL', 'fail'],
  ['FAIL', 'PROCESSING_FAILED', 'fail'],
  ['PASS', 'GRAY', 'unknown'],
  ['DISABLED', 'DISABLED', 'unknown'],
])('spam %s and virus %s of SES are spam_status %s [R54]', (spam, virus, shown) => {
  expect(verdictsOf(notification({ spam, virus })).spam_status).toBe(shown);
});

test('what SES did not find is unknown [R54]', () => {
  expect(new Set(Object.values(verdictsOf(notification({}))))).toEqual(new Set(['unknown']));
});

test.each([
  ['another notification', { notificationType: 'Bounce' }],
  ['an id that is a path', { mail: { messageId: '../received/x', source: '' } }],
])('%s is not taken for a message [R58]', (_what, change) => {
  expect(SesNotification.safeParse({ ...notification({}), ...change }).success).toBe(false);
});

const own = [
  'Return-Path: <ada@x.example>',
  'Received: from mx.x.example (mx.x.example [192.0.2.1])',
  ' by inbound-smtp.us-east-1.amazonaws.com with SMTP id abc',
  ' for a@in.example.com;',
  'X-SES-Spam-Verdict: PASS',
  'X-SES-Virus-Verdict: PASS',
  'Received-SPF: pass',
  'Authentication-Results: amazonses.com; spf=pass',
  'X-SES-RECEIPT: AAAA',
  'X-SES-DKIM-SIGNATURE: a=rsa-sha256;',
  '\tb=AAAA',
];
const sent = [
  'Received: from inside.x.example',
  'From: ada@x.example',
  'X-SES-DKIM-SIGNATURE: theirs',
  '',
  'Hi',
];

const bytes = (lines: string[]) => Buffer.from(lines.join('\r\n'));

test('what SES wrote above a message is no part of it [R41]', () => {
  expect(sentPart(bytes([...own, ...sent])).toString()).toBe(bytes(sent).toString());
});

test.each([
  ['without the fields of SES', sent.slice(1)],
  ['without the last of them', [...own.slice(0, 9), ...sent.slice(1, 2), '', 'Hi']],
  ['of one line', ['no header']],
  ['with twenty fields before it', [...Array(25).fill('Received: x'), own[9] ?? '', '', 'Hi']],
])('a message %s is hashed as it is [R41]', (_what, lines) => {
  expect(sentPart(bytes(lines)).toString()).toBe(bytes(lines).toString());
});

test('an empty message and one that is a single unended field are no fault', () => {
  expect([sentPart(Buffer.alloc(0)), sentPart(Buffer.from('Received: x'))].map(String)).toEqual([
    '',
    'Received: x',
  ]);
});
