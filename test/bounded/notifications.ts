import type { WebhookEvent } from '../../shared/core/records/webhooks.ts';
import { derivedId } from '../../shared/core/runtime.ts';
import { parseNotification } from '../../shared/domain/feedback/parse.ts';
import { serialise } from '../../shared/domain/webhooks/payload.ts';
import { kb, numbered, type Parser, parser, repeat, repeats, type Shape } from './parser.ts';

/** The limit of an SNS or SQS message. */
const limit = 256 * kb;

const id = derivedId('msg', 1_700_000_000_000, 'a');
const account = derivedId('acc', 1_700_000_000_000, 'a');
const tags = `"tags":{"email_id":["${id}"],"account":["${account}"],"attempt":["1"]}`;
const mail = (destination: string) =>
  `"mail":{"timestamp":"2026-01-01T00:00:00.000Z","messageId":"m",${tags},"destination":[${destination}]}`;

const addresses = (head: string, tail: string, item: (i: number) => string) =>
  numbered((i) => `${item(i)},`, head, `${item(0)}${tail}`);

const recipient = (i: number) => `{"emailAddress":"a${i}@x.example","diagnosticCode":"smtp; 550 5.1.1 no"}`;
const bounce =
  '"eventType":"Bounce","bounce":{"bounceType":"Permanent","bounceSubType":"General","timestamp":"2026-01-01T00:00:00.000Z","bouncedRecipients":[';

/** A message's hundred recipients, and as many of their events as fit. */
const known = Array.from({ length: 100 }, (_, i) => `"a${i}@x.example"`).join();

const events: Record<string, Shape<string>> = {
  'destinations, many': addresses(
    `{"eventType":"Send",${mail('').slice(0, -2)}`,
    ']}}',
    (i) => `"a${i}@x.example"`,
  ),
  'recipients, many strangers': addresses(`{${mail('"a@x.example"')},${bounce}`, ']}}', recipient),
  'recipients, many times the same': addresses(`{${mail(known)},${bounce}`, ']}}', (i) => recipient(i % 100)),
  'recipients and destinations, many': (size) => {
    const count = Math.floor(size / 100);
    const list = (item: (i: number) => string) => Array.from({ length: count }, (_, i) => item(i)).join();
    return `{${mail(list((i) => `"a${i}@x.example"`))},${bounce}${list(recipient)}]}}`;
  },
  ...Object.fromEntries(
    Object.entries(repeats(['a', '5.1.1.', '5', '550 ', ' ', 'smtp;', '😀'], '', '"}]}}')).map(
      ([name, make]) => [
        `diagnostic of ${name}`,
        (size: number) =>
          `{${mail(known)},${bounce}{"emailAddress":"a0@x.example","diagnosticCode":"${make(size - 900)}`,
      ],
    ),
  ),
  'tags, many': numbered(
    (i) => `"t${i}":["a"],`,
    `{"eventType":"Send","mail":{"messageId":"m","tags":{`,
    '"a":[]}}}',
  ),
  'headers, many': repeat(
    '{"name":"a","value":"b"},',
    `{"eventType":"Send",${mail('').slice(0, -1)},"headers":[`,
    '{}]}}',
  ),
  nested: (size) => repeat('[', '{"a":', ']'.repeat(size / 2 - 8))(size),
  'an envelope of escapes': (size) => JSON.stringify({ Message: repeat('"', '{"a":"', '"}')(size / 2) }),
  'an envelope in an envelope': (size) => {
    let text = `{"eventType":"Send",${mail('')}}`;
    while (text.length < size / 2) text = JSON.stringify({ Message: text });
    return text;
  },
  'not closed': repeat('{"a":'),
};

const event = (data: Record<string, unknown>): WebhookEvent => ({
  id: 'evt_1',
  type: 'email.sent',
  created_at: '',
  data,
});

const payloads: Record<string, Shape<Record<string, unknown>>> = {
  'one long value': (size) => ({ subject: 'x'.repeat(size) }),
  'many values': (size) => ({ to: Array(Math.floor(size / 12)).fill('a@x.example') }),
  'characters that SQS refuses': (size) => ({ subject: '\uffff'.repeat(size / 3) }),
  'values of emoji': (size) => ({ tags: Array(100).fill('😀'.repeat(size / 400)) }),
  'attachments, many': (size) => ({
    attachments: Array(Math.floor(size / 40)).fill({ filename: 'f'.repeat(24) }),
  }),
};

export const notificationParsers: Parser[] = [
  parser('SES notification', limit, (body: string) => parseNotification(body, 'eu-central-1'), events),
  parser('webhook payload', 1024 * kb, (data: Record<string, unknown>) => serialise(event(data)), payloads),
];
