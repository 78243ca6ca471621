import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildFolder } from '../../infra/functions.ts';
import { runVariable } from '../../localstack/processes.ts';

export type Checkout = {
  folder: string;
  /** Runs one of our programs there. Never throws. `signal` stops it early. */
  run: (
    script: string,
    args: string[],
    options?: { env?: Record<string, string>; signal?: AbortSignal },
  ) => Promise<{ code: number; stdout: string; stderr: string }>;
  remove: () => Promise<void>;
};

/** Everything that a start reads, and what identifies bundles. */
const sources = [
  'functions',
  'infra',
  'shared',
  'localstack',
  'tools',
  'docs',
  'examples',
  'packages',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
];

/** A copy of this checkout in another place, as if moved there, without a run of its own. */
export async function moveCheckout(): Promise<Checkout> {
  const checkout = await emptyCheckout();
  for (const name of sources) await cp(name, join(checkout.folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(checkout.folder, 'node_modules'));
  await copyBundles(checkout.folder);
  await copyPython(join(checkout.folder, '.local', 'venv'));
  return checkout;
}

/** What is bundled so far. Keys come first, so that none names an incomplete bundle. */
async function copyBundles(folder: string): Promise<void> {
  const [from, to] = [resolve(buildFolder), join(folder, buildFolder)];
  if (!existsSync(join(from, 'meta'))) return;
  await cp(join(from, 'meta'), join(to, 'meta'), { recursive: true });
  await cp(from, to, { recursive: true, filter: (path) => path !== join(from, 'meta') });
}

/** A folder without starts or deployments, to run our programs in. */
export async function emptyCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'mailwright-checkout-'));
  const run: Checkout['run'] = (script, args, { env = {}, signal } = {}) =>
    new Promise((done) => {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const options = {
        cwd: folder,
        env: { PATH, HOME, NODE_COMPILE_CACHE, [runVariable]: process.env[runVariable], ...env },
        signal,
      };
      execFile(process.execPath, [programIn(folder, script), ...args], options, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  return {
    folder,
    run,
    remove: async () => {
      if (existsSync(join(folder, '.local', 'run.json'))) await run('stop', []);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The folder's own copy, if it has one. */
function programIn(folder: string, script: string): string {
  const program = join(script === 'admin' ? 'tools' : 'localstack', `${script}.ts`);
  const own = join(folder, program);
  return existsSync(own) ? own : resolve(program);
}

/** The Python environment, whose scripts name the deleted checkout's folder. */
async function copyPython(target: string): Promise<void> {
  const venv = resolve('.local/venv');
  await mkdir(target, { recursive: true });
  await symlink(join(venv, 'lib'), join(target, 'lib'));
  await cp(join(venv, 'pyvenv.cfg'), join(target, 'pyvenv.cfg'));
  await cp(join(venv, 'bin'), join(target, 'bin'), { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(join(target, 'bin'), { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const script = join(target, 'bin', entry.name);
    const text = await readFile(script, 'latin1');
    await writeFile(script, text.replace(/^#!.*\/python\S*/, '#!/gone/.local/venv/bin/python'), 'latin1');
  }
}
