import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildFolder } from '../../infra/functions.ts';

const context = `${buildFolder}/smtp`;

/** `apt-get install --no-install-recommends buildah` installs one; BUILDAH names another place of it. */
const buildah = process.env.BUILDAH ?? 'buildah';
const canBuild = process.getuid?.() === 0 && spawnSync(buildah, ['--version']).status === 0;

beforeAll(() => execFileSync(process.execPath, ['infra/build.ts'], { stdio: 'pipe' }));

/** Without settings the task ends at the first one that it asks for: all of its files have been loaded then. */
const started = expect.stringContaining('Error: Configuration is missing or malformed: TABLE_NAME, ');

test('the Dockerfile copies files that the build writes, and starts one of them', () => {
  const file = readFileSync(`${context}/Dockerfile`, 'utf8');
  const copied = [...file.matchAll(/^COPY (\S+) \S+$/gm)].map(([, source = '']) => source);
  const found = copied.map((source) => globSync(source, { cwd: context }));
  expect(copied).toHaveLength(file.match(/^(COPY|ADD)\b/gm)?.length ?? 0);
  expect(found.every((files) => files.length > 0)).toBe(true);
  const [, , main = ''] = /^CMD \["(node)", "([^"]+)"\]$/m.exec(file) ?? [];
  expect(found.flat()).toContain(main);
  expect(spawnSync(process.execPath, [main], { cwd: context, env: {} }).stderr.toString()).toEqual(started);
});

/** In place of the image of a registry: this Node with its libraries, and the user that the Dockerfile names. */
function standIn(folder: string): void {
  const libraries = execFileSync('ldd', [process.execPath]).toString().match(/\/\S+/g) ?? [];
  const files = [
    [process.execPath, '/usr/local/bin/node'] as const,
    ...libraries.map((file) => [file, file] as const),
  ];
  for (const [from, to] of files) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  mkdirSync(`${folder}/etc`, { recursive: true });
  writeFileSync(`${folder}/etc/passwd`, 'node:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(`${folder}/etc/group`, 'node:x:1000:\n');
  writeFileSync(`${folder}/Dockerfile`, 'FROM scratch\nCOPY . /\n');
}

(canBuild ? test : test.skip)('a builder makes the image, whose user starts the task', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-image-'));
  const policy = `${folder}/policy.json`;
  const stores = ['--root', `${folder}/root`, '--runroot', `${folder}/run`, '--storage-driver', 'vfs'];
  const run = (...args: string[]) =>
    execFileSync(buildah, [...stores, ...args], { stdio: 'pipe' })
      .toString()
      .trim();
  const build = (tag: string, from: string, ...more: string[]) =>
    run('build', '--isolation', 'chroot', '--signature-policy', policy, '-t', tag, ...more, from);
  try {
    writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
    mkdirSync(`${folder}/base`);
    standIn(`${folder}/base`);
    build('localhost/base', `${folder}/base`);
    build('localhost/smtp', context, '--pull-never', '--build-arg', 'BASE=localhost/base');
    const config = JSON.parse(run('inspect', '--type', 'image', 'localhost/smtp')).OCIv1.config;
    const { User, WorkingDir, Cmd, Volumes } = config;
    expect([User, Cmd, Object.keys(Volumes)]).toEqual(['node', ['node', 'main.mjs'], ['/home/node']]);
    const container = run('from', '--pull-never', '--signature-policy', policy, 'localhost/smtp');
    const root = run('mount', container);
    const task = ['/usr/local/bin/node', `${WorkingDir}/${Cmd[1]}`];
    const { stderr } = spawnSync('chroot', ['--userspec=1000:1000', root, ...task], {
      env: { PATH: process.env.PATH },
    });
    expect(stderr.toString()).toEqual(started);
    run('rm', container);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
