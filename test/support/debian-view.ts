import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Result = { status: number | null; output: string };

/** A view of this machine with more programs installed. */
type View = {
  /** Runs a shell command in it. `input` is its standard input. */
  run: (command: string, input?: Buffer) => Promise<Result>;
};

/** Runs a program to its end without blocking this process. */
export async function runProgram(program: string, args: string[], input?: Buffer): Promise<Result> {
  const child = spawn(program, args, { timeout: 240_000 });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  child.stdin.on('error', () => {}).end(input);
  const status = await new Promise<number | null>((done, fail) =>
    child.once('error', fail).once('close', done),
  );
  return { status, output: Buffer.concat(parts).toString() };
}

/** $1 is the view's folder, $2 the command. Mounts end with the command, because it has its own namespace. */
const inView = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/merged" || exit 125
for name in dev proc tmp; do mount --rbind "/$name" "$1/merged/$name" || exit 125; done
exec chroot "$1/merged" sh -c "$2"
`;

const install = (packages: string[]) => `
printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d
apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ${packages.join(' ')}
`;

/**
 * Debian packages on top of this machine's files, which don't change: writes go to `.local/clients/<name>`, and no
 * service starts. Installs on first use. Returns null, with the reason on stderr, if that is impossible: only root
 * may mount, and only Debian has these packages.
 */
export function debianView(name: string, packages: string[]): View | null {
  const refuse = (why: string) => {
    process.stderr.write(`${packages.join(', ')} left out: ${why}\n`);
    return null;
  };
  if (process.getuid?.() !== 0) return refuse('only root may mount a view with Debian packages');
  if (!existsSync('/etc/debian_version')) return refuse('this is not Debian');
  const folder = resolve('.local/clients', name);
  const argsOf = (command: string) => ['--mount', 'sh', '-c', inView, 'view', folder, command];
  const run: View['run'] = (command, input) => runProgram('unshare', argsOf(command), input);
  const note = `${folder}/${packages.join(' ')}`;
  if (existsSync(note)) return { run };
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['upper', 'work', 'merged']) mkdirSync(`${folder}/${part}`, { recursive: true });
  const { status, stdout, stderr } = spawnSync('unshare', argsOf(install(packages)), { timeout: 900_000 });
  if (status !== 0) return refuse(`apt-get failed\n${`${stdout}${stderr}`.slice(-2_000)}`);
  writeFileSync(note, '');
  return { run };
}
