import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { accountRoutes } from '../../functions/account/routes.ts';
import { importRoutes } from '../../functions/imports/routes.ts';
import { freshAccount, inProcess, testContext } from './api.ts';
import { type Received, receiver, stopReceivers } from './receiver.ts';
import { fakeSendgrid, providerKey } from './sendgrid.ts';
import { withProvider } from './stand-in.ts';

export const command = resolve('packages/cli/bin/mailwright.js');
const folders: string[] = [];

export async function stopCommands(): Promise<void> {
  await stopReceivers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

export type Reply = { status: number; body: object; headers?: Record<string, string> };

/**
 * This process's API on a port, for a client in its own process. `instead` overrides some responses. `slice_s` is how
 * many seconds one request works.
 */
export async function commandWorld({ slice_s = 25 } = {}) {
  const provider = await fakeSendgrid();
  const ctx = withProvider(testContext(), provider.url, { slice_s });
  const { api_key, account } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...importRoutes, ...accountRoutes], null);
  const instead: (Reply | 'cut' | 'hang')[] = [];
  const bodies: Record<string, unknown>[] = [];
  /** Runs before each request of an import, except for previews. */
  const hooks = { imports: () => {} };
  const { url, received } = await receiver((request, response) => {
    const { path, headers, body } = received.at(-1) as Received;
    const method = request.method ?? '';
    if (method === 'POST') {
      const given = JSON.parse(body) as Record<string, unknown>;
      bodies.push(given);
      if (given.dry_run !== true) hooks.imports();
    }
    const reply = method === 'POST' ? instead.shift() : undefined;
    if (reply === 'hang') return;
    if (reply === 'cut') return void request.socket.destroy();
    if (reply !== undefined) {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return void response.end(JSON.stringify(reply.body));
    }
    const key = headers.authorization?.replace('Bearer ', '') ?? '';
    void call(method, path.replace('/hook', ''), { key, ...(body !== '' && { raw: body }) }).then(
      (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(answer.text);
      },
    );
  });
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-import-'));
  folders.push(folder);
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder,
    PROVIDER_API_KEY: providerKey,
    MAILWRIGHT_API_KEY: api_key,
    MAILWRIGHT_BASE_URL: url,
  };
  const start = (args: string[], change: Record<string, string | undefined> = {}): ChildProcess =>
    spawn(process.execPath, [command, 'import', ...args], {
      cwd: folder,
      env: { ...env, ...change } as NodeJS.ProcessEnv,
    });
  const ended = async (child: ChildProcess) => {
    child.stdin?.end();
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      new Promise<number | null>((done) => child.once('exit', done)),
    ]);
    return { stdout, stderr, status };
  };
  const run = (args: string[], change?: Record<string, string | undefined>) => ended(start(args, change));
  const saved = () => join(folder, `.local/imports/sendgrid-${account.id}.json`);
  const all = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
  return { provider, ctx, account, instead, bodies, hooks, folder, env, start, ended, run, saved, all };
}
