import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import {
  type MailwrightMailOptions,
  mailwrightTransport,
  UnsupportedMailError,
} from '../../packages/sdk/src/nodemailer.ts';
import { simpleParser } from '../support/mime.ts';
import { sdkClient } from '../support/sdk.ts';
import { relayWorld } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
let folder: string;
let file: string;
let url: string;
const files = createServer((_, response) => response.end('from afar'));

beforeAll(async () => {
  world = await relayWorld();
  folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  file = join(folder, 'terms.pdf');
  writeFileSync(file, 'of a file');
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/far.csv`;
});
afterAll(async () => {
  files.close();
  rmSync(folder, { recursive: true });
  await world.service.drain(0);
});

type Mail = SendMailOptions & { mailwright?: MailwrightMailOptions };

function overApi() {
  const client = sdkClient(world.ctx, world.api_key);
  const transport = createTransport(mailwrightTransport(client));
  return (mail: Mail) => transport.sendMail({ from: `Shop <shop@${world.domain}>`, ...mail });
}

type Part = { filename?: string; contentType: string; cid?: string; content: Buffer };
type Parsed = {
  headers: Map<string, unknown>;
  text?: string;
  html: string | false;
  attachments: Part[];
};

/** Of what SES is given: everything that a reader may see. */
async function seen(id: string) {
  const message = (await simpleParser(await world.delivered(id))) as unknown as Parsed;
  const of = (name: string) => JSON.stringify(message.headers.get(name) ?? null);
  const names = ['from', 'to', 'cc', 'reply-to', 'subject', 'x-order', 'x-note', 'in-reply-to'];
  const record = await world.get(id);
  // Over SMTP nodemailer gives each message an id, which is in References, too (R80).
  const references = [message.headers.get('references') ?? []].flat();
  return {
    references: references.filter((one) => one !== record.original_message_id),
    headers: [...names, 'x-priority', 'importance', 'list'].map((name) => `${name}: ${of(name)}`),
    text: message.text?.trimEnd(),
    html: message.html === false ? false : message.html.trimEnd(),
    files: message.attachments.map(({ filename, contentType, cid, content }) => [
      filename,
      contentType,
      cid,
      content.toString('base64'),
    ]),
    record: [record.to, record.cc, record.bcc, record.reply_to, record.subject],
  };
}

const messages: [string, () => SendMailOptions][] = [
  ['text alone', () => ({ to: 'ada@x.example', subject: 'Hello', text: 'Hi' })],
  [
    'names, roles and letters of all kinds',
    () => ({
      to: [{ name: 'Ada "the first" \\ Lovelace', address: 'ada@x.example' }, 'Bo, Ltd <bo@x.example>'],
      cc: 'Grüße <cy@x.example>, dee@x.example',
      bcc: 'eve@x.example',
      replyTo: 'Help <help@x.example>',
      subject: 'Grüße ✓',
      text: 'Hällo ✓\nzwei',
      html: '<p>Hällo ✓</p>',
    }),
  ],
  [
    'files of bytes, text, base64, a path, an address, a stream and a data URL, one inside the html',
    () => ({
      to: 'ada@x.example',
      subject: 'Files',
      text: 'With files',
      html: '<img src="cid:logo@x">',
      attachments: [
        { filename: 'bytes.bin', content: Buffer.from([0, 255, 10, 13]) },
        { filename: 'täxt.txt', content: 'Hällo' },
        { filename: 'b.txt', content: Buffer.from('b').toString('base64'), encoding: 'base64' },
        { path: file },
        { href: url, contentType: 'text/csv' },
        { filename: 'stream.txt', content: Readable.from([Buffer.from('of a stream')]) },
        { filename: 'data.txt', path: 'data:text/plain;base64,ZGF0YQ==' },
        { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@x' },
      ],
    }),
  ],
  [
    'headers, a list, a thread and a priority',
    () => ({
      to: 'ada@x.example',
      subject: 'Re: Order',
      text: 'Hi',
      headers: { 'X-Order': '42', 'X-Note': 'Grüße' },
      list: { help: 'help@x.example', unsubscribe: { url: 'https://x.example/u', comment: 'Leave' } },
      inReplyTo: '<a@x.example>',
      references: ['<a@x.example>', '<b@x.example>'],
      priority: 'high',
    }),
  ],
  [
    'content from files and streams',
    () => ({
      to: 'ada@x.example',
      subject: 'Content',
      text: Readable.from([Buffer.from('of a stream')]),
      html: { path: file },
    }),
  ],
  [
    'content in bytes of another class than Buffer',
    () => ({
      to: 'ada@x.example',
      subject: 'Bytes',
      text: new TextEncoder().encode('Hällo') as Buffer,
      html: { content: new TextEncoder().encode('<p>Hällo</p>') as Buffer },
      attachments: [{ filename: 'bytes.bin', content: new Uint8Array([0, 255, 10, 13]) as Buffer }],
    }),
  ],
  [
    'a file that a request has no room for',
    () => ({
      to: 'ada@x.example',
      subject: 'Large',
      text: 'With a large file',
      html: '<img src="cid:scan@x">',
      attachments: [{ filename: 'scan.png', content: Buffer.alloc(4 * 1024 * 1024, 7), cid: 'scan@x' }],
    }),
  ],
  [
    'headers without a value',
    () => ({
      to: 'ada@x.example',
      subject: 'Re: Order',
      text: 'Hi',
      references: '<a@x.example>',
      headers: {
        'X-Order': undefined as unknown as string,
        'X-Note': false as unknown as string,
        References: null as unknown as string,
      },
    }),
  ],
  [
    'empty files',
    () => ({
      to: 'ada@x.example',
      subject: 'Empty',
      text: 'Hi',
      attachments: [
        { filename: 'empty.txt', content: '' },
        { filename: 'none.txt' },
        { filename: 'encoded.txt', content: '', encoding: 'base64' },
      ],
    }),
  ],
];

test.each(messages)('%s arrives over the API as it arrives over SMTP [D66]', async (_, message) => {
  const send = overApi();
  const info = await send(message());
  const relayed = await world.mail({ from: `Shop <shop@${world.domain}>`, ...message() });
  expect(await seen(info.messageId)).toEqual(await seen(relayed));
  expect(info.messageId).toMatch(/^msg_/);
  expect(info.accepted).toEqual(info.envelope.to);
  expect({ rejected: info.rejected, response: info.response, accepted: info.accepted.length > 0 }).toEqual({
    rejected: [],
    response: 'sent',
    accepted: true,
  });
});

test('`mailwright` has what SMTP has no words for [D66]', async () => {
  const send = overApi();
  const mailwright = {
    tags: { order: '42' },
    category: 'product' as const,
    scheduled_at: world.ahead(3600),
    idempotencyKey: 'order-42',
  };
  const mail = { to: 'ada@x.example', subject: 'Later', text: 'Hi', mailwright };
  const first = await send(mail);
  expect((await send(mail)).messageId).toBe(first.messageId);
  expect(first.response).toBe('scheduled');
  expect(await world.get(first.messageId)).toMatchObject({
    tags: [{ name: 'order', value: '42' }],
    category: 'product',
    status: 'scheduled',
  });
});

test.each<[string, Mail & Record<string, unknown>]>([
  ['messageId', { messageId: '<mine@x.example>' }],
  ['date', { date: new Date(0) }],
  ['sender', { sender: 'other@x.example' }],
  ['envelope', { envelope: { from: 'a@x.example', to: 'b@x.example' } }],
  ['raw', { raw: 'Subject: x' }],
  ['amp', { amp: '<html amp4email></html>' }],
  ['watchHtml', { watchHtml: '<b>x</b>' }],
  ['icalEvent', { icalEvent: { content: 'BEGIN:VCALENDAR' } }],
  ['alternatives', { alternatives: [{ contentType: 'text/x', content: 'x' }] }],
  ['encoding', { encoding: 'base64' }],
  ['xMailer', { xMailer: 'mine' }],
  ['dkim', { dkim: { domainName: 'x.example', keySelector: 's', privateKey: 'k' } }],
  ['from', { from: 'a@x.example, b@x.example' }],
  ['from', { from: ['a@x.example', 'b@x.example'] as unknown as string }],
  ['from', { from: 'A <a@x.example>, b@x.example' }],
  ['to', { to: 'Team: ada@x.example, bo@x.example;' }],
  ['headers.X-A', { headers: { 'X-A': ['1', '2'] } }],
  [
    'headers.x-a',
    {
      headers: [
        { key: 'X-A', value: '1' },
        { key: 'x-a', value: '2' },
      ],
    },
  ],
  ['headers.X-A', { headers: { 'X-A': { prepared: true, value: '=?utf-8?Q?x?=' } } }],
  ['attachments[0].headers', { attachments: [{ filename: 'a', content: 'a', headers: { 'X-A': '1' } }] }],
  ['attachments[0].raw', { attachments: [{ raw: 'Content-Type: text/plain\r\n\r\nx' }] }],
  ['attachments[0].filename', { attachments: [{ filename: false, content: 'a' }] }],
  [
    'attachments[0].contentDisposition',
    { attachments: [{ filename: 'a', content: 'a', contentDisposition: 'inline' }] },
  ],
  ['text', { text: 5 as unknown as string }],
  ['html', { html: { content: { a: 1 } as unknown as string } }],
  ['attachments[0].content', { attachments: [{ filename: 'a', content: { a: 1 } as unknown as string }] }],
  ['attachments[0].content', { attachments: [{ filename: 'a', content: new ArrayBuffer(1) as never }] }],
  ['mailwright.tag', { mailwright: { tag: 'x' } as MailwrightMailOptions }],
  ['unheardOf', { unheardOf: 'x' }],
])('%s is refused, and nothing is sent [D66]', async (field, change) => {
  const before = world.queued.length;
  const mail = { to: 'ada@x.example', subject: 'x', text: 'x', ...change };
  const error = await overApi()(mail).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UnsupportedMailError);
  expect(error.field).toBe(field);
  expect(world.queued.length).toBe(before);
});

test('what the service refuses is thrown as the client throws it [D66]', async () => {
  const error = await overApi()({
    to: 'ada@x.example',
    subject: 'x',
    text: 'x',
    headers: { 'Return-Path': 'x' },
  }).catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'ValidationError', issues: [{ rule: 'blocked' }] });
});

test.each(['a@X <a@X>', '"Shop, Ltd @home" <a@X>', 'Shop, Ltd <a@X>', '<a@X>'])(
  'from %s is one address [D66]',
  async (from) => {
    const mail = { from: from.replaceAll('X', world.domain), to: 'ada@x.example', subject: 'x', text: 'x' };
    const { messageId } = await overApi()(mail);
    expect(await seen(messageId)).toEqual(await seen(await world.mail(mail)));
  },
);
