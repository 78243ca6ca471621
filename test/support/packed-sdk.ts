import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** The npm of the running Node, wherever it is. */
const npm = (args: string[], cwd: string) =>
  run('npm', args, { cwd, env: { ...process.env, NODE_OPTIONS: '' } });

/** The published form of the SDK, installed alone and offline in a folder outside the repository. */
export async function packedSdk() {
  await run(process.execPath, ['packages/build.mjs']);
  const folder = await mkdtemp(join(tmpdir(), 'mailwright-sdk-'));
  await npm(['pack', '--silent', '--pack-destination', folder], resolve('packages/sdk'));
  const { version } = JSON.parse(await readFile('packages/sdk/package.json', 'utf8')) as { version: string };
  const tarball = join(folder, `mailwright-sdk-${version}.tgz`);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  await npm(['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', tarball], project);
  return {
    tarball,
    project,
    installed: join(project, 'node_modules', '@mailwright', 'sdk'),
    version,
    write: (name: string, text: string) => writeFile(join(project, name), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** By version: this Node, and the machine's own Node if it is another one that the SDK supports. */
export async function nodes(): Promise<Map<string, string>> {
  const found = new Map([[process.version, process.execPath]]);
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((one) => !one.includes(`node_modules${sep}`));
  for (const folder of folders) {
    const path = join(folder, 'node');
    const version = await run(path, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );
    if (version !== null && Number(/^v(\d+)/.exec(version)?.[1]) >= 20 && !found.has(version))
      found.set(version, path);
  }
  return found;
}
