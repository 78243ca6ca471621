import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Context } from '../../shared/domain/context.ts';
import { run } from './packed-sdk.ts';
import { servedApi } from './served-api.ts';

const environment = (env: Record<string, string>) => ({ ...process.env, NODE_OPTIONS: '', ...env });

/**
 * Builds the packages and starts the API in this process for a file's tests. Returns an example's environment
 * variables.
 */
export function forExamples(ctx: Context) {
  let api: Awaited<ReturnType<typeof servedApi>>;
  beforeAll(async () => {
    await run(process.execPath, ['packages/build.mjs']);
    api = await servedApi(ctx);
  });
  afterAll(() => api.close());
  return (api_key: string, own: Record<string, string> = {}) => ({
    MAILWRIGHT_API_KEY: api_key,
    MAILWRIGHT_BASE_URL: api.base_url,
    ...own,
  });
}

type Ended = { code: number | null; lines: Record<string, unknown>[]; stderr: string };

/** Runs a program from `examples/` and returns its output, each line as JSON. It ends when its input does. */
export async function ranExample(
  name: string,
  env: Record<string, string>,
  { args = [], input = [] }: { args?: string[]; input?: object[] } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve('examples', name), ...args], { env: environment(env) });
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  child.stdin.end(input.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, lines: lines.map((line) => JSON.parse(line)), stderr };
}

/** A server from `examples/` on a free port, and the lines it has printed. */
export async function startedExample(name: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [resolve('examples', name)], {
    env: environment({ ...env, PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (bytes: Buffer) => said.push(String(bytes)));
  const url = await new Promise<string>((done, fail) => {
    child.once('exit', () => fail(new Error(`${name} ended: ${said.join('')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      const [, port] = /^listening (\d+)$/.exec(line) ?? [];
      if (port !== undefined) done(`http://127.0.0.1:${port}`);
    });
  });
  const close = async () => {
    const exited = new Promise((done) => child.once('exit', done));
    child.kill();
    await exited;
  };
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { url, said, close, post };
}
