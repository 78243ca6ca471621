import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import { unread } from '../../shared/mail/received/in-thread.ts';
import { type Answer, inProcess } from '../support/api.ts';
import { inboundWorld, injectAt, receivedIds } from '../support/inbound.ts';

type World = Awaited<ReturnType<typeof inboundWorld>>;
let world: World;
beforeAll(async () => {
  world = await inboundWorld();
});
afterAll(() => world.receiver.drain(0));

const files = Array.from({ length: 5 }, (_, i) =>
  Buffer.from(Array.from({ length: 400 + i }, (_, at) => (at * 7 + i * 31) % 256)),
);

const five = [
  'From: Ada <ada@x.example>',
  'To: Support <support@in.example>, "Doe, Jo" <jo@y.example>',
  'Cc: cy@y.example',
  'Reply-To: answers@x.example',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@x.example>',
  'In-Reply-To: <0@x.example>',
  'References: <a@x.example>',
  ' <0@x.example>',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hällo',
  '--a',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hällo</p>',
  '--a--',
  ...files.flatMap((file, i) => [
    '--b',
    `Content-Type: application/octet-stream; name="file-${i}.bin"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment',
    '',
    file.toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]),
  '--b--',
  '',
].join('\r\n');

type Record = {
  attachments: { filename: string; size: number; data: string; download_url: string }[];
  raw_url: string;
} & { [name: string]: unknown };

const recordOf = ({ body }: Answer) => body.received_email as Record;

test('a message with five attachments is listed, and byte-equal by id and by its links [H25]', async () => {
  const to = [`Support+a@${world.domain}`];
  const message = Buffer.from(five);
  const [id] = receivedIds(await injectAt(world.receiver.port, { to, message: message.toString('latin1') }));
  await world.work();
  const { body } = await world.call('GET', '/received-emails');
  const [summary] = body.received_emails as Record[];
  expect(summary).toEqual({
    id,
    from: 'Ada <ada@x.example>',
    to: ['Support <support@in.example>', '"Doe, Jo" <jo@y.example>'],
    cc: ['cy@y.example'],
    rcpt_to: to,
    mailbox_hash: 'a',
    subject: 'Grüße',
    reply_text: 'Hällo',
    status: 'received',
    message_id: '<1@x.example>',
    in_reply_to: '<0@x.example>',
    references: ['<a@x.example>', '<0@x.example>'],
    spam_status: 'unknown',
    attachment_count: 5,
    attachments: files.map((file, i) => ({
      filename: `file-${i}.bin`,
      content_type: 'application/octet-stream',
      size: file.length,
    })),
    size: message.length,
    received_at: expect.any(String),
    parse_error: null,
  });
  const record = recordOf(await world.call('GET', `/received-emails/${id}`));
  expect(record).toMatchObject({
    ...summary,
    attachments: expect.any(Array),
    reply_to: ['answers@x.example'],
    html: '<p>Hällo</p>',
    text: 'Hällo',
    truncated: false,
    auth: { spf: 'unknown', dkim: 'none', dmarc: 'unknown' },
  });
  expect((record.headers as { name: string }[]).map(({ name }) => name).slice(0, 3)).toEqual([
    'Return-Path',
    'Received',
    'From',
  ]);
  for (const [i, { data, download_url }] of record.attachments.entries()) {
    expect(Buffer.from(data, 'base64').equals(files[i] as Buffer)).toBe(true);
    const answer = await fetch(download_url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(files[i] as Buffer)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain(`filename="file-${i}.bin"`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  }
  const raw = Buffer.from(await (await fetch(record.raw_url)).arrayBuffer());
  const trace =
    /^Return-Path: <ada@x\.example>\r\nReceived: from mx\.x\.example \(\[127\.0\.0\.1\]\)\r\n by inbound\.example\.test with ESMTP id inb_\w+;\r\n \w{3}, .* \+0000\r\n/;
  expect(raw.toString()).toMatch(trace);
  expect(raw.toString().replace(trace, '')).toBe(message.toString());
});

test('email.received once, also when its message comes again [R55]', async () => {
  const body = { url: 'https://hooks.example.com/x', events: ['email.received'] };
  const made = await inProcess(world.ctx, webhookRoutes, world.api_key)('POST', '/webhooks', { body });
  expect(made.status).toBe(200);
  const message = 'From: ada@x.example\r\nSubject: s\r\n\r\nhi\r\n';
  const [id] = receivedIds(await injectAt(world.receiver.port, { to: [`a@${world.domain}`], message }));
  world.queued.push(...world.queued);
  await world.work();
  const events = world.webhooks.splice(0);
  expect(events).toHaveLength(2);
  expect(new Set(events.map((one) => JSON.stringify({ ...one, repeat: true }))).size).toBe(1);
  const { type, data } = JSON.parse((events[0] as { payload: string }).payload);
  expect([type, data]).toMatchObject([
    'email.received',
    { email_id: id, status: 'received', parse_error: null },
  ]);
});

test('what the author wrote and the hash of the address, by id, in lists and in the event [N40, N41]', async () => {
  const quoted = 'On Mon, 14 Mar 2022 at 18:16, Bob <b@x.example>\r\nwrote:\r\n> What?\r\n';
  const message = `From: ada@x.example\r\nSubject: Re: s\r\n\r\nFine.\r\n-- \r\nAda\r\n\r\n${quoted}`;
  const to = [`support@${world.domain}`, `Reply+Ab+1@${world.domain}`];
  world.webhooks.splice(0);
  const id = await world.receive(message, to);
  const shown = { reply_text: 'Fine.', mailbox_hash: 'Ab+1', rcpt_to: to };
  const { body } = await world.call('GET', '/received-emails?limit=1');
  expect((body.received_emails as Record[])[0]).toMatchObject({ id, ...shown });
  const record = recordOf(await world.call('GET', `/received-emails/${id}`));
  expect(record).toMatchObject({ ...shown, text: expect.stringContaining('> What?') });
  expect(JSON.parse(world.webhooks[0]?.payload ?? '{}').data).toMatchObject(shown);
});

test('long words are whole by id, cut to 16 KB and marked in lists and in the event [N40]', async () => {
  const words = `${'Words. '.repeat(5_000)}End.`;
  world.webhooks.splice(0);
  const id = await world.receive(`From: ada@x.example\r\n\r\n${words}\r\n> quote\r\n`);
  expect(recordOf(await world.call('GET', `/received-emails/${id}`))).toMatchObject({
    reply_text: words,
    truncated: false,
    mailbox_hash: null,
  });
  const cut = { reply_text: words.slice(0, 16 * 1024), truncated: true };
  const { body } = await world.call('GET', '/received-emails?limit=1');
  expect((body.received_emails as Record[])[0]).toMatchObject(cut);
  expect(JSON.parse(world.webhooks[0]?.payload ?? '{}').data).toMatchObject(cut);
});

test('a repeated run keeps the parts of the record, though its own reading took too long and its read is old [R52]', async () => {
  const other = await inboundWorld();
  const { ctx, domain, receiver, queued, work, get } = other;
  const to = [`a@${domain}`];
  const [id = ''] = receivedIds(await injectAt(receiver.port, { to, message: five }));
  const again = [...queued];
  await work();
  const before = (await get(id)) as Record;
  const { get: current } = ctx.received;
  ctx.received.get = async (account, id, ...old: unknown[]) => (old.length > 0 ? null : current(account, id));
  ctx.read_message = async (message) => unread(message, 'time');
  queued.push(...again);
  await work();
  const { html, text, attachments } = (await get(id)) as Record;
  expect([html, text, attachments.length]).toEqual([before.html, before.text, 5]);
  await receiver.drain(0);
});

test('DELETE removes record, octets and parts at once [R57]', async () => {
  const id = await world.receive(five);
  const { raw_url } = recordOf(await world.call('GET', `/received-emails/${id}`));
  expect((await world.call('DELETE', `/received-emails/${id}`)).body).toEqual({ ok: true });
  expect((await world.call('DELETE', `/received-emails/${id}`)).status).toBe(404);
  expect((await world.call('GET', `/received-emails/${id}`)).status).toBe(404);
  expect((await fetch(raw_url)).status).toBe(404);
});
