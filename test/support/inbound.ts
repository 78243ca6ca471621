import { resolve } from 'node:path';
import type * as z from 'zod';
import { receivedEmails } from '../../functions/inbound/received-emails.ts';
import { createMailAuth } from '../../shared/core/mail-auth.ts';
import type { Domain } from '../../shared/core/records/domains.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context, MessageReading } from '../../shared/domain/context.ts';
import { ReceiveMessage } from '../../shared/domain/ports/received.ts';
import { receiveEmail } from '../../shared/domain/receiving/receive-email.ts';
import { createMessageReader } from '../../shared/mail/received/in-thread.ts';
import { startReceiver } from '../../shared/smtp/receiver.ts';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { freshAccount, inProcess, verifiedDomain } from './api.ts';
import { captured } from './captured.ts';
import { atOnce, sendRaw, type Talk, talk } from './smtp.ts';

type StartOptions = Parameters<typeof startReceiver>[1];

const certificate = selfSigned(['localhost', '127.0.0.1'], Date.now());

const authThread = resolve('functions/receive/auth-thread.ts');
const noServers = ['127.0.0.1:9'];

/**
 * One thread of each kind for all worlds of a test file, because starting one takes longer than reading a message.
 */
const read_message = createMessageReader(resolve('functions/receive/parse-thread.ts'), { patience: 20 });
const withoutServers = createMailAuth(authThread, noServers);

/** The threads of `receive`, from source. `servers` answers DNS lookups. Without it, they get no answer. */
export const messageReading = (servers?: string[]): MessageReading => ({
  read_message,
  mail_auth: servers === undefined ? withoutServers : createMailAuth(authThread, servers),
});

/** The receiver in this process, on a free port. */
const openReceiver = (ctx: Context, options: Partial<StartOptions> = {}) =>
  startReceiver(ctx, {
    host: 'inbound.example.test',
    certificate,
    port: 0,
    address: '127.0.0.1',
    ...options,
    limits: { ...atOnce, ...options.limits },
  });

const copy = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> =>
  schema.parse(JSON.parse(JSON.stringify(value)));

/** A domain of the account that receives mail. */
export async function inboundDomain(
  ctx: Context,
  account: Id<'acc'>,
  change: Partial<Domain> = {},
): Promise<string> {
  const name = `in.${ctx.runtime.id('dom').slice(4)}.example.com`;
  await verifiedDomain(ctx, account, name, {
    sending_enabled: false,
    inbound_enabled: true,
    identity: 'none',
    ...change,
  });
  return name;
}

/** Opens a session on port 25 and says EHLO, and also MAIL if a sender is given. */
export async function talkAt(port: number, mail_from?: string): Promise<Talk> {
  const talking = await talk(port);
  await talking.say('EHLO mx.x.example');
  if (mail_from !== undefined) await talking.say(`MAIL FROM:<${mail_from}>`);
  return talking;
}

/** Sends one message in its own session and returns the reply. */
export async function injectAt(
  port: number,
  { from = 'ada@x.example', to, message }: { from?: string; to: string[]; message: string | Buffer },
): Promise<string> {
  const talking = await talkAt(port);
  try {
    return await sendRaw(talking, { from, to, message });
  } finally {
    talking.close();
  }
}

/** The ids in a reply that accepts a message. */
export function receivedIds(answer: string): string[] {
  const ids = /^250 2\.0\.0 Ok: received as (inb_\w+(?: inb_\w+)*)$/.exec(answer)?.[1];
  if (ids === undefined) throw new Error(answer);
  return ids.split(' ');
}

/**
 * A receiver for its own account. What it enqueues waits here until the test gives it to the worker, as SQS would.
 * `webhooks` has what the worker published.
 */
export async function inboundWorld(options: Partial<StartOptions> = {}, servers?: string[]) {
  const { ctx: real, webhooks, clock } = captured();
  const queued: ReceiveMessage[] = [];
  const down = { queue: false };
  const ctx: Context & MessageReading = {
    ...real,
    ...messageReading(servers),
    receive_queue: {
      enqueue: async (messages) => {
        if (down.queue) throw new Error('the queue is down');
        for (const message of messages) queued.push(copy(ReceiveMessage, message));
      },
    },
  };
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const domain = await inboundDomain(ctx, account.id);
  const receiver = await openReceiver(ctx, options);
  const call = inProcess(ctx, receivedEmails.routes, api_key);
  const work = async (): Promise<void> => {
    for (const message of queued.splice(0)) await receiveEmail(ctx, message);
  };
  /** Sends one message to this domain through the session and the worker, and returns its id. */
  const receive = async (message: string | Buffer, to = [`support@${domain}`]): Promise<string> => {
    const [id = ''] = receivedIds(await injectAt(receiver.port, { to, message }));
    await work();
    return id;
  };
  const get = async (id: string) =>
    (await call('GET', `/received-emails/${id}`)).body.received_email as never;
  return { ctx, clock, account, api_key, domain, receiver, queued, webhooks, down, call, work, receive, get };
}
