import { connect as connectTcp, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Context } from '../../shared/domain/context.ts';
import { systemCaller } from '../../shared/domain/context.ts';
import { createSmtpCredential } from '../../shared/domain/keys/create-key.ts';
import type { CreateSmtpCredential } from '../../shared/domain/keys/key-request.ts';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { startService } from '../../shared/smtp/service.ts';
import { captured, capturedAccount } from './captured.ts';
import { suppressionOf } from './records.ts';

type ServiceOptions = Parameters<typeof startService>[1];
export type Service = Awaited<ReturnType<typeof startService>>;

const certificate = selfSigned(['localhost', '127.0.0.1'], Date.now());

/** By default, test clients say nothing before the greeting, so it comes immediately. Other tests name a delay. */
export const atOnce = { greeting_ms: 1 };

/** The relay in this process on free ports. It ends with the test file. */
export async function startRelay(ctx: Context, options: Partial<ServiceOptions> = {}): Promise<Service> {
  return startService(ctx, {
    host: 'smtp.example.test',
    certificate,
    ports: { starttls: 0, implicit: 0 },
    address: '127.0.0.1',
    thread: resolve('test/support/read-thread.ts'),
    ...options,
    times: { ...atOnce, ...options.times },
  });
}

/** A relay password. By default, it may do what its account may. */
export async function smtpPassword(
  ctx: Context,
  account: Account,
  options: Partial<Omit<CreateSmtpCredential, 'name'>> = {},
): Promise<{ id: string; password: string }> {
  const caller = systemCaller(account, 'test');
  const { smtp_credential, password } = await createSmtpCredential(ctx, caller, { name: 'test', ...options });
  return { id: smtp_credential.id, password };
}

/** A connection for a test to write anything. */
export type Talk = {
  /** The lines of the next reply, without line breaks. */
  next: () => Promise<string[]>;
  /** Sends a line and waits for the reply. */
  say: (line: string) => Promise<string>;
  write: (octets: string | Buffer) => void;
  /** Resolves when the server has closed the connection, with what it said since. */
  ended: () => Promise<string[]>;
  startTls: () => Promise<void>;
  close: () => void;
  /** Ends the connection in both directions. A connection that is only closed still gets pending replies. */
  reset: () => void;
};

function talkOver(first: Socket): Talk {
  let socket = first;
  let buffered = '';
  const lines: string[] = [];
  let isEnded = false;
  let wake = () => {};
  const listen = () => {
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const whole = buffered.split('\r\n');
      buffered = whole.pop() ?? '';
      lines.push(...whole);
      wake();
    });
    const end = () => {
      isEnded = true;
      wake();
    };
    socket.on('close', end).on('end', end).on('error', end);
  };
  listen();
  const changed = () => new Promise<void>((done) => (wake = done));
  const next = async (): Promise<string[]> => {
    const deadline = setTimeout(() => wake(), 15_000);
    try {
      for (let waits = 0; ; waits++) {
        const last = lines.findIndex((line) => /^\d{3}(?: |$)/.test(line));
        if (last >= 0) return lines.splice(0, last + 1);
        if (isEnded || waits > 1000) throw new Error(`the connection ended: ${lines.join(' / ')}`);
        await changed();
      }
    } finally {
      clearTimeout(deadline);
    }
  };
  return {
    next,
    say: async (line) => {
      socket.write(`${line}\r\n`);
      return (await next()).join('\n');
    },
    write: (octets) => void socket.write(octets),
    ended: async () => {
      while (!isEnded) await changed();
      return lines;
    },
    startTls: async () => {
      socket.removeAllListeners();
      const secured = connectTls({ socket, rejectUnauthorized: false });
      await new Promise<void>((done, fail) => secured.once('secureConnect', done).once('error', fail));
      socket = secured;
      listen();
    },
    close: () => socket.destroy(),
    reset: () => first.resetAndDestroy(),
  };
}

/** A plain connection to a port, after its greeting. */
export async function talk(port: number, options: { greeting?: boolean; from?: string } = {}): Promise<Talk> {
  const { from } = options;
  // Sends each write as its own segment. Otherwise it waits 40 ms for the previous acknowledgment.
  const socket = connectTcp({ port, host: '127.0.0.1', noDelay: true, ...(from && { localAddress: from }) });
  const talking = talkOver(socket);
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  if (options.greeting !== false) await talking.next();
  return talking;
}

/** A TLS connection, after greeting and EHLO. */
export async function talkTls(service: Service, from?: string): Promise<Talk> {
  const talking = await talk(service.ports.starttls, { ...(from && { from }) });
  await talking.say('EHLO client.example');
  await talking.say('STARTTLS');
  await talking.startTls();
  await talking.say('EHLO client.example');
  return talking;
}

export const plainLogin = (password: string, username = 'service', authzid = '') =>
  `AUTH PLAIN ${Buffer.from(`${authzid}\0${username}\0${password}`).toString('base64')}`;

/** A connection after login. */
export async function talkAs(service: Service, password: string): Promise<Talk> {
  const talking = await talkTls(service);
  const answer = await talking.say(plainLogin(password));
  if (!answer.startsWith('235')) throw new Error(answer);
  return talking;
}

/** Sends one message with dot-stuffing, and returns the reply to its end. */
export async function sendRaw(
  talking: Talk,
  { from, to, message }: { from: string; to: string[]; message: string | Buffer },
): Promise<string> {
  const octets = typeof message === 'string' ? message.replace(/\r?\n/g, '\r\n') : message.toString('latin1');
  const said = [await talking.say(`MAIL FROM:<${from}>`)];
  for (const address of to) said.push(await talking.say(`RCPT TO:<${address}>`));
  said.push(await talking.say('DATA'));
  if (!said.at(-1)?.startsWith('354')) return said.at(-1) ?? '';
  const stuffed = octets.replace(/^\./gm, '..');
  talking.write(Buffer.from(stuffed.endsWith('\r\n') ? stuffed : `${stuffed}\r\n`, 'latin1'));
  return talking.say('.');
}

/** The id in a reply that accepts a message. */
export function acceptedId(answer: string): string {
  const id = /^250 2\.0\.0 Ok: queued as (msg_\w+)$/.exec(answer)?.[1];
  if (id === undefined) throw new Error(answer);
  return id;
}

/** A relay for its own account, and what becomes of its emails. */
export async function relayWorld(
  account: Parameters<typeof capturedAccount>[0] = {},
  options: Partial<ServiceOptions> = {},
) {
  const world = await capturedAccount(account, captured());
  const { ctx } = world;
  const { password } = await smtpPassword(ctx, world.account);
  const service = await startRelay(ctx, options);
  const transport = createTransport({
    host: '127.0.0.1',
    port: service.ports.implicit,
    secure: true,
    auth: { user: 'service', pass: password },
    tls: { rejectUnauthorized: false },
  });
  /** What SES got for an email, once the worker has handled it. */
  const delivered = async (id: string): Promise<string> => {
    const found = world.queued.find(({ message }) => message.id === id);
    if (found === undefined) throw new Error(`${id} is not queued`);
    await world.deliver(found.message);
    const mail = world.mails.find(({ email_id }) => email_id === id);
    if (mail === undefined) throw new Error(`${id} was not sent`);
    return mail.raw;
  };
  const mail = async (message: SendMailOptions) => {
    const { response } = await transport.sendMail({ from: `shop@${world.domain}`, ...message });
    return acceptedId(response);
  };
  const login = () => talkAs(service, password);
  /** Sends one message in its own session, and returns the reply. */
  const raw = async (message: string | Buffer, to = ['ada@x.example'], from = `bounce@${world.domain}`) => {
    const talking = await login();
    try {
      return await sendRaw(talking, { from, to, message });
    } finally {
      talking.close();
    }
  };
  /** Adds an address to the account's list, as a hard bounce does. */
  const suppress = (email: string) =>
    ctx.suppressions.add({ account: world.account.id, tenant: null }, suppressionOf(ctx, email));
  return { ...world, service, password, delivered, mail, login, raw, suppress };
}
