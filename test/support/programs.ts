import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { codeChanges } from '../../shared/domain/imports/code/code-changes.ts';
import { readStack } from './environment.ts';
import { findMails } from './inbox.ts';
import { until } from './until.ts';

/** What an import makes of the provider template that the programs use. */
export const receipt = {
  name: 'Receipt',
  subject: 'Receipt',
  text: '{{user_name}} paid {{total}}',
  publish: true,
};

/** How to run each program of `examples/imports`, if the machine has its language. */
const commands: Record<string, { file: string; check: string[]; run: string[] }> = {
  node: { file: 'send.mjs', check: ['node', '--version'], run: ['node', 'send.mjs'] },
  python: { file: 'send.py', check: ['python3', '--version'], run: ['python3', 'send.py'] },
  php: { file: 'send.php', check: ['php', '--version'], run: ['php', 'send.php'] },
  ruby: { file: 'send.rb', check: ['ruby', '--version'], run: ['ruby', 'send.rb'] },
  go: { file: 'send.go', check: ['go', 'version'], run: ['go', 'run', 'send.go'] },
  java: { file: 'Send.java', check: ['java', '--version'], run: ['java', 'Send.java'] },
  curl: { file: 'send.sh', check: ['curl', '--version'], run: ['sh', 'send.sh'] },
};

/** The stacks whose language this machine has. */
export const presentStacks = (): string[] =>
  Object.keys(commands).filter((name) => {
    const [program = '', ...args] = commands[name]?.check ?? [];
    return spawnSync(program, args).status === 0;
  });

/** A provider's old program, in its own folder below `folder`. */
function oldProgram(folder: string, provider: ImportProvider, stackName: string): string {
  const own = mkdtempSync(join(folder, 'program-'));
  const file = commands[stackName]?.file as string;
  cpSync(`examples/imports/before/${provider}/${file}`, join(own, file));
  chmodSync(join(own, file), 0o644);
  return own;
}

/** The program after a customer has applied the diff. */
export function newProgram(folder: string, provider: ImportProvider, stackName: string): string {
  const own = oldProgram(folder, provider, stackName);
  const addresses = { base_url: readStack().base_url, smtp_host: '', smtp_port: 587, smtp_relay: false };
  const change = codeChanges(provider, addresses).find((one) => one.stack === stackName);
  expect(spawnSync('patch', ['-p1', '-F0'], { cwd: own, input: change?.diff }).status).toBe(0);
  return own;
}

export async function runProgram(cwd: string, stackName: string, env: Record<string, string>) {
  const [program = '', ...args] = commands[stackName]?.run ?? [];
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const [stderr, status] = await Promise.all([
    buffer(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
    buffer(child.stdout),
  ]);
  return { status, stderr: stderr.toString() };
}

type Mail = {
  subject: string;
  html: string;
  text: string;
  from: { address: string }[];
  to: { address: string }[];
};

/** Waits for this many messages to an address, and returns them. */
export async function inboxOf(address: string, count: number): Promise<Mail[]> {
  return until(
    async () => {
      const mails = await findMails<Mail>({ 'to.address': address });
      return mails.length >= count ? mails : undefined;
    },
    { within_ms: 60_000 },
  );
}
