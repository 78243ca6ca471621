import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../net.ts';
import { smallHeap } from '../processes.ts';

type InboxOptions = {
  /** Absent or 0: a free one. */
  smtpPort?: number;
  webPort?: number;
  /** Folder for the mails. */
  mailDirectory: string;
  /** Older ones are deleted; 2,000 unless given. */
  maxEmails?: number;
  /** Is given the number of the inbox's process as soon as there is one. */
  onSpawn?: (pid: number | undefined) => void;
};

type RunningInbox = {
  url: string;
  host: string;
  smtpPort: number;
  close: () => Promise<void>;
};

const host = '127.0.0.1';
// As long as the emulator gets: on a busy machine it takes 20 s.
const startsWithin = 60_000;
// It waits for open connections, which hold nothing that is not on disk by then.
const stopsWithin = 1_500;
const program = new URL('../../node_modules/maildev/dist/bin/maildev.js', import.meta.url);

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), stopsWithin);
  await exited;
  clearTimeout(killer);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/email`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Waits until the inbox answers; throws with its own last words when it ends or takes too long. */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
  }
  const deadline = Date.now() + startsWithin;
  while (!(await answers(url))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > deadline) {
      await stop(child);
      throw new Error(`The inbox did not start: ${said}`);
    }
    await wait(50);
  }
}

/**
 * Starts maildev as a child process on 127.0.0.1: SMTP in, a web page at `url`, REST at `url`/api
 * (`/api/email`, `/api/email/:id/source`).
 */
export async function startInbox(options: InboxOptions): Promise<RunningInbox> {
  const [smtp = 0, web = 0] = await freePorts(2);
  const [smtpPort, webPort] = [options.smtpPort || smtp, options.webPort || web];
  mkdirSync(options.mailDirectory, { recursive: true });
  const args = [
    smallHeap,
    fileURLToPath(program),
    ...['--smtp', String(smtpPort), '--ip', host],
    ...['--web', String(webPort), '--web-ip', host],
    ...['--mail-directory', options.mailDirectory],
    ...['--max-emails', String(options.maxEmails ?? 2_000)],
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  options.onSpawn?.(child.pid);
  const url = `http://${host}:${webPort}`;
  await untilReady(child, url);
  return { url, host, smtpPort, close: () => stop(child) };
}
