import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { listen } from '../net.ts';
import { foreignMessage, isForeign } from '../own-origin.ts';
import { snsPublish } from './aws.ts';
import { createConfigurationSets } from './configuration-sets.ts';
import { cutsThisAnswer, plainControl } from './control.ts';
import { answerControl } from './control-api.ts';
import { type Answer, json } from './errors.ts';
import { createFeed, type InboxAddress } from './feed.ts';
import { createIdentities } from './identities.ts';
import { readState, writeState } from './kept.ts';
import { createLookup } from './lookup.ts';
import { createMessageLog } from './messages.ts';
import { createPublisher, type Publish } from './publisher.ts';
import { answerQuery } from './query-api.ts';
import { createReceiving, type Receiving } from './receiving.ts';
import { answerRest } from './rest-api.ts';
import type { Ses } from './state.ts';
import { createTenants } from './tenants.ts';
import { createThrottle } from './throttle.ts';

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** The SMTP server where other servers deliver mail to SES. It refuses mail that no active rule accepts. */
async function startSmtpDoor(
  receiving: Receiving,
  host: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    name: receiving.host,
    authOptional: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const unknown = refusal(550, 'Requested action not taken: mailbox unavailable');
      receiving.takes(address).then((takes) => done(takes ? null : unknown), done);
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream)
        .then((raw) =>
          receiving.receive({
            raw,
            helo: session.hostNameAppearsAs || 'unknown',
            ip: session.remoteAddress,
            source: (mailFrom as SMTPServerAddress | false) ? (mailFrom as SMTPServerAddress).address : '<>',
            recipients: rcptTo.map(({ address }) => address),
          }),
        )
        .then((id) => done(id === null ? refusal(550, 'Mailbox unavailable') : null, `OK ${id}`))
        .catch(() => done(refusal(451, 'Local error in processing')));
    },
  });
  server.on('error', () => {});
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { port: await listen(server.server, 0, host), close };
}

type SesOptions = {
  host?: string;
  /** The containers' name for this machine. */
  reachedAs?: string | undefined;
  /** The local cloud, for SNS and for received mail. */
  awsEndpoint: string;
  region?: string;
  /** The DNS server that decides which identities are verified. */
  dns: { host: string; port: number };
  inbox?: InboxAddress;
  /** Folder for the message log. Default: a temporary one, deleted at close. */
  dataDir?: string;
  /** Where to save identities and lists for the next start. */
  stateFolder?: string | undefined;
  /** Recipients per second before SES throttles. */
  rate?: number;
  /** Replaces SNS in the local cloud. */
  publish?: Publish;
};

type RunningSes = { url: string; port: number; smtpPort: number; close: () => Promise<void> };

// 40 MB in base64, plus the rest of the call.
const bodyLimit = 60 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}

async function answer(ses: Ses, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await readBody(request);
  if (!body) return json(413, { message: 'Request body is too large' });
  if (url.pathname.startsWith('/_control')) return answerControl(ses, method, url, body);
  if (url.pathname.startsWith('/v2/email')) return answerRest(ses, method, url, body);
  return answerQuery(ses, body);
}

async function serve(ses: Ses, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body, headers, tookMessage } = await answer(ses, request);
  if (tookMessage && cutsThisAnswer(ses.control)) return void request.socket.destroy();
  if (tookMessage && ses.control.answer_delay_ms > 0) await wait(ses.control.answer_delay_ms);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers }).end(body);
}

function createSes(options: SesOptions, directory: string): Ses {
  const { awsEndpoint, region = 'us-east-1', dns, inbox, rate = null } = options;
  const now = Date.now;
  const startControl = { ...plainControl, rate_per_second: rate };
  const control = { ...startControl };
  const messages = createMessageLog(directory);
  const publish = options.publish ?? snsPublish({ awsEndpoint, region });
  const account_id = '000000000000';
  const kept = readState(options.stateFolder);
  const identities = createIdentities(createLookup(dns), { region, control, clock: now }, kept.identities);
  return {
    region,
    account_id,
    now,
    control,
    startControl,
    throttle: createThrottle(control, now),
    identities,
    smtp_port: 0,
    receiving: createReceiving({ identities, publish, awsEndpoint, region, account_id, now }),
    sets: createConfigurationSets(kept.sets),
    suppressed: new Map(),
    details: undefined,
    tenants: createTenants(now, account_id, kept.tenants),
    messages,
    publisher: createPublisher(publish, control),
    feed: inbox && createFeed(inbox, messages),
    sent: { total: 0, throttled: 0 },
  };
}

/**
 * Starts the stand-in for Amazon SES. One port serves SES v2 (REST), the v1 calls (AWS Query) that v2 lacks, and its
 * own control API. It signs, stores, and reports each message as SES does, and delivers it only to the inbox.
 */
export async function startSes(options: SesOptions): Promise<RunningSes> {
  const directory = options.dataDir ?? mkdtempSync(join(tmpdir(), 'mailwright-ses-'));
  const ses = createSes(options, directory);
  const server = createServer({ keepAliveTimeout: 3_600_000 }, (request, response) => {
    if (isForeign(request, options.reachedAs)) return void response.writeHead(403).end(foreignMessage);
    serve(ses, request, response).catch(() => request.socket.destroy());
  });
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, 0, host);
  const door = await startSmtpDoor(ses.receiving, host);
  ses.smtp_port = door.port;

  async function close(): Promise<void> {
    ses.publisher.close();
    ses.feed?.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await Promise.all([closed, door.close()]);
    await ses.messages.close();
    if (options.stateFolder) writeState(options.stateFolder, ses);
    if (!options.dataDir) rmSync(directory, { recursive: true, force: true });
  }
  return { url: `http://${host}:${port}`, port, smtpPort: door.port, close };
}
