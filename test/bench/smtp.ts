import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { receivedEmails } from '../../functions/inbound/received-emails.ts';
import { createMailAuth } from '../../shared/core/mail-auth.ts';
import type { Account } from '../../shared/core/records/accounts.ts';
import { type Id, timestamp } from '../../shared/core/runtime.ts';
import { sha256Hex } from '../../shared/core/seal.ts';
import type { Context } from '../../shared/domain/context.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { createMessageReader } from '../../shared/mail/received/in-thread.ts';
import { startReceiver } from '../../shared/smtp/receiver.ts';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { inProcess, verifiedDomain } from '../support/api.ts';
import { plainLogin, smtpPassword, startRelay, type Talk, talk, talkTls } from '../support/smtp.ts';
import type { Operation } from './budgets.ts';
import type { Taker } from './queue-taker.ts';

type Run = (name: Operation, warming: boolean, run: () => Promise<unknown>) => Promise<void>;

/** `record` runs an operation through the meter, and `repeat` runs it several times. */
type Bench = {
  ctx: Context;
  /** Runs per operation. One more run comes first, uncounted, as a warm-up. */
  runs: number;
  record: Run;
  queues: { deliver: Taker; receive: Taker };
  deliver: (name: Operation, warming: boolean, message: string) => Promise<void>;
};

type Owner = { account: Account; api_key: string; domain: string };

const said = async (talking: Talk, line: string, code: string): Promise<string> => {
  const answer = await talking.say(line);
  if (!answer.startsWith(code)) throw new Error(`${line}: ${answer}`);
  return answer;
};

const idIn = (answer: string): string => /\b(?:msg|inb)_\w+/.exec(answer)?.[0] ?? '';

/** A plain text of 4 KB that doesn't compress well. */
const plainMessage = (domain: string, round: number) =>
  [
    `From: Shop <shop@${domain}>`,
    'To: someone@example.net',
    'Subject: Your order',
    `Message-ID: <${round}.${Date.now()}@${domain}>`,
    '',
    ...Array.from({ length: 40 }, () => randomBytes(36).toString('base64').repeat(2)),
    '',
  ].join('\r\n');

/** Login, recipient, and end of message at the relay, then deliver of the accepted message. */
async function measureRelay(bench: Bench, { account, domain }: Owner): Promise<void> {
  const { ctx, runs, record, queues, deliver } = bench;
  const service = await startRelay(ctx);
  const { now } = ctx.runtime;
  for (let round = 0; round <= runs; round++) {
    const warming = round === 0;
    const { password } = await smtpPassword(ctx, account);
    // Used by another process within the last minute.
    await ctx.smtp_credentials.touch(sha256Hex(password), timestamp(now()), timestamp(now() - 60_000));
    let talking = await talkTls(service);
    talking.close();
    await record('SMTP connect and AUTH', warming, async () => {
      talking = await talkTls(service);
      await said(talking, plainLogin(password), '235');
    });
    await said(talking, 'MAIL FROM:<bounce@example.net>', '250');
    await record('SMTP RCPT', warming, () => said(talking, `RCPT TO:<someone+${round}@example.net>`, '250'));
    await said(talking, 'DATA', '354');
    talking.write(plainMessage(domain, round));
    let answer = '';
    await record('SMTP end of DATA, 1 recipient', warming, async () => {
      answer = await said(talking, '.', '250');
    });
    talking.close();
    const message = await queues.deliver.take('relayed email', (body) => body.includes(idIn(answer)));
    await deliver('deliver, relayed', warming, message);
  }
  await service.drain(0);
}

/** A message of about this many KB with five files. */
function receivedMessage(kb: number, label: string): string {
  const file = (n: number) => [
    '--b',
    `Content-Type: application/pdf; name="file-${n}.pdf"`,
    `Content-Disposition: attachment; filename="file-${n}.pdf"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...Array.from({ length: Math.ceil((kb * 1024) / 5 / 78) }, () => randomBytes(57).toString('base64')),
  ];
  return [
    'From: Ada <ada@x.example>',
    'To: support@example.net',
    `Subject: files ${label}`,
    `Message-ID: <${label}@x.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', 'See the files.'],
    ...[1, 2, 3, 4, 5].flatMap(file),
    ...['--b--', ''],
  ].join('\r\n');
}

const certificate = selfSigned(['localhost'], Date.now());

/** A session with the receiver, up to the response to DATA. The cost of RCPT is recorded under `name`. */
async function begin(
  record: Run,
  port: number,
  { name, warming, to }: { name: Operation; warming: boolean; to: string },
) {
  const talking = await talk(port);
  await said(talking, 'EHLO mx.x.example', '250');
  await said(talking, 'MAIL FROM:<ada@x.example>', '250');
  await record(name, warming, () => said(talking, `RCPT TO:<${to}>`, '250'));
  await said(talking, 'DATA', '354');
  return talking;
}

/** The receiver, `receive`, and reads of received emails. The second owner has two endpoints. */
async function measureInbound(bench: Bench, plain: Owner, subscribed: Owner): Promise<void> {
  const { ctx, runs, record, queues } = bench;
  const threads = ['parse', 'auth'].map((name) => resolve(`functions/receive/${name}-thread.ts`));
  const reading = {
    read_message: createMessageReader(threads[0] ?? ''),
    // Refuses every lookup at once.
    mail_auth: createMailAuth(threads[1] ?? '', ['127.0.0.1:9']),
  };
  const inboundOf = async ({ account }: Owner) => {
    const name = `in.${randomBytes(6).toString('hex')}.example.com`;
    await verifiedDomain(ctx, account.id, name, {
      sending_enabled: false,
      inbound_enabled: true,
      identity: 'none',
    });
    return `support@${name}`;
  };
  const listening = { host: 'inbound.example.test', certificate, port: 0, address: '127.0.0.1' };
  const receiver = await startReceiver(ctx, listening);
  const rounds = async (owner: Owner, receiveName: Operation): Promise<void> => {
    for (let round = 0; round <= runs; round++) {
      const warming = round === 0;
      const to = await inboundOf(owner);
      const session = (name: Operation) => begin(record, receiver.port, { name, warming, to });
      (await session('receiver RCPT, domain not in memory')).close();
      const talking = await session('receiver RCPT');
      talking.write(receivedMessage(50, `${round}.${Date.now()}`));
      let answer = '';
      await record('receiver end of DATA', warming, async () => {
        answer = await said(talking, '.', '250');
      });
      talking.close();
      const taken = await queues.receive.take('received message', (body) => body.includes(idIn(answer)));
      const message = ReceiveMessage.parse(JSON.parse(taken));
      await record(receiveName, warming, () => receiveEmail({ ...ctx, ...reading }, message));
    }
  };
  await rounds(subscribed, 'receive, 5 attachments, with webhooks');
  await rounds(plain, 'receive, 5 attachments');
  await receiver.drain(0);
  await measureReceivedReads({ ...bench, ctx: { ...ctx, ...reading } }, plain);
}

async function measureReceivedReads(
  { ctx, runs, record }: Bench,
  { account, api_key }: Owner,
): Promise<void> {
  const request = inProcess(ctx, receivedEmails.routes, api_key);
  const get = async (path: string) => {
    const answer = await request('GET', path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
    return answer.body as { received_emails: { id: string }[] };
  };
  const [first] = (await get('/received-emails?limit=1')).received_emails;
  const stored = first && (await ctx.received.get(account.id, first.id as Id<'inb'>));
  if (!stored) throw new Error('nothing was received');
  for (let i = 0; i < 50; i++) {
    const content = { to: [], cc: [], reply_to: [], references: [], headers: [], html: null };
    const texts = { text: 'x', reply_text: 'x' };
    const auth = { spf: 'none', dkim: 'none', dmarc: 'none' } as const;
    const id = ctx.runtime.id('inb');
    await ctx.received.create(
      { ...stored, id },
      { ...content, ...texts, auth, attachments: [], truncated: false },
      [],
    );
  }
  for (let round = 0; round <= runs; round++) {
    await record('GET /received-emails?limit=25 of 50', round === 0, async () => {
      const { received_emails } = await get('/received-emails?limit=25');
      if (received_emails.length !== 25) throw new Error('the list is not full');
    });
    await record('GET /received-emails/{id}, 5 attachments', round === 0, () =>
      get(`/received-emails/${stored.id}`),
    );
  }
}

/** Enough for every measured invocation of `receive`. */
const samples = 180;

/** Messages of 50 KB that wait for `receive`, with their bytes in the bucket. */
async function sampleMessages({ ctx }: Bench, { account }: Owner): Promise<ReceiveMessage[]> {
  const messages: ReceiveMessage[] = [];
  for (let i = 0; i < samples; i++) {
    const id = ctx.runtime.id('inb');
    const raw = Buffer.from(`Return-Path: <ada@x.example>\r\n${receivedMessage(50, `sample.${i}`)}`);
    await ctx.received.putRaw({ account: account.id, id }, raw);
    messages.push({
      id,
      account: account.id,
      tenant: null,
      claim: `bench-${id}`,
      mail_from: 'ada@x.example',
      helo: 'mx.x.example',
      ip: '192.0.2.1',
      rcpt_to: ['support@example.net'],
      size: raw.length,
      received_at: timestamp(ctx.runtime.now()),
    });
  }
  return messages;
}

/** Sessions with the relay and the receiver. Returns the messages to measure `receive` with. */
export async function measureSmtp(bench: Bench, plain: Owner, subscribed: Owner): Promise<ReceiveMessage[]> {
  await measureRelay(bench, plain);
  await measureInbound(bench, plain, subscribed);
  return sampleMessages(bench, plain);
}
