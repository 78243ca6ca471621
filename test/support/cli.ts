import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeGroups } from '../../functions/routes.ts';
import type { Io } from '../../packages/cli/src/io.ts';
import { run } from '../../packages/cli/src/run.ts';
import type { Context } from '../../shared/domain/context.ts';
import { buildApp } from '../../shared/http/app.ts';
import { untilIndexed } from './lag.ts';

const base_url = 'http://localhost/api';

/** An example's arguments, split like a shell does. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    .slice(1);

/** A shell with its own home folder. `fetch` answers its requests. */
export function shellOf({ now = () => 0, ...given }: Partial<Io> = {}, api_key = 'svc_x') {
  let slept = 0;
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-cli-'));
  let [out, err] = ['', ''];
  const io: Io = {
    env: { HOME: folder, MAILWRIGHT_API_KEY: api_key, MAILWRIGHT_BASE_URL: base_url },
    cwd: folder,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdin: async () => 'from standard input',
    now: () => now() + slept,
    sleep: async (ms) => {
      slept += ms;
    },
    ...given,
  };
  const cli = async (...argv: string[]) => {
    [out, err] = ['', ''];
    const status = await run(argv, io);
    return { status, out, err };
  };
  return { cli, folder, io };
}

/** A shell whose requests go to the API in this process. */
export async function shell(ctx: Context, { api_key }: { api_key: string }, given: Partial<Io> = {}) {
  const app = buildApp(ctx, Object.values(routeGroups).flat());
  const fetch: Io['fetch'] = async (url, init) => {
    await untilIndexed(init.method ?? 'GET', url.slice(base_url.length));
    return app.request(url, init);
  };
  return shellOf({ now: ctx.runtime.now, fetch, ...given }, api_key);
}
