import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** Status and body. Undefined means that the account denies the call. */
type Answer = [number, string] | undefined;

/**
 * `DescribeTable` for services that name the operation, otherwise method and path: `GET
 * /v2/email/identities/a.example`.
 */
export type Asked = { action: string; body: string };

const denied = {
  json: '{"__type":"AccessDeniedException"}',
  xml: '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
};

/**
 * An AWS account that records calls, stores parameters (`kept`), gives the test's responses, and denies everything
 * else. Also a folder without deployments, where our programs run against it.
 */
export async function fakeAccount(answer: (asked: Asked) => Answer = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-account-'));
  const kept: Record<string, string> = { '/cdk-bootstrap/hnb659fds/version': '21' };
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const asked = { action: '', body: await text(request) };
    asked.action = actionOf(request, asked.body);
    calls.push(asked.action);
    const [status, body] = usual(asked, kept) ?? answer(asked) ?? [403, denialOf(request)];
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));

  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: origin,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };

  /** Starts one of our programs in its own process group. `ended` resolves with its status and output. */
  function start(file: string, args: string[], input = '') {
    const child = spawn(process.execPath, [resolve(file), ...args], { cwd: folder, env, detached: true });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.stdin.end(input);
    type Ended = { code: number | null; signal: string | null; text: string };
    const ended = new Promise<Ended>((done) =>
      child.once('close', (code, signal) => done({ code, signal, text: said })),
    );
    return { pid: child.pid as number, ended };
  }

  /** A program in the folder, where our programs find it. */
  function install(path: string, script: string): void {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  const close = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  };
  return { folder, origin, kept, calls, start, install, close };
}

export type FakeAccount = Awaited<ReturnType<typeof fakeAccount>>;

function actionOf({ headers, method, url = '' }: IncomingMessage, body: string): string {
  const target = headers['x-amz-target'];
  if (target !== undefined) return String(target).split('.')[1] ?? '';
  return new URLSearchParams(body).get('Action') ?? `${method} ${url}`;
}

const denialOf = ({ headers, url = '' }: IncomingMessage) =>
  headers['x-amz-target'] !== undefined || /^.(v2|2016)/.test(url) ? denied.json : denied.xml;

function usual({ action, body }: Asked, kept: Record<string, string>): Answer {
  if (action === 'GetCallerIdentity') return [200, xml(action, '<Account>111122223333</Account>')];
  if (!/^(Get|Put|Delete)Parameter$/.test(action)) return undefined;
  const { Name, Value } = JSON.parse(body) as { Name: string; Value?: string };
  if (Value !== undefined) kept[Name] = Value;
  if (kept[Name] === undefined) return [400, '{"__type":"ParameterNotFound"}'];
  const Parameter = { Name, Value: kept[Name] };
  if (action === 'DeleteParameter') delete kept[Name];
  return [200, JSON.stringify({ Parameter })];
}

/** The response of a service that uses XML. */
export const xml = (action: string, result: string): string =>
  `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`;

/** A stand-in for CDK that fails for the stacks `failing`. */
export const cdkProgram = (...failing: string[]): string =>
  `${failing.map((stack) => `[ "$2" = ${stack} ] && exit 1`).join('\n')}
echo '{"stack":{"Stage":"half"}}' > .local/outputs-$2.json`;
