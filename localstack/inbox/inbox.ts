import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '../net.ts';
import { endChild, hasEnded, smallHeap } from '../processes.ts';

/** Ports of the web page and the SMTP server. */
export type InboxPorts = Record<'inbox' | 'inbox_smtp', number>;

type InboxOptions = {
  mailDirectory: string;
  ports: InboxPorts;
  onSpawn?: (pid: number | undefined) => void;
};

type RunningInbox = { url: string; host: string; smtpPort: number; close: () => Promise<void> };

const host = '127.0.0.1';
// The inbox would wait for open connections, but everything is already on disk.
const stopsWithin_ms = 1_500;
const program = new URL('maildev.ts', import.meta.url);

async function answers(url: string): Promise<true | undefined> {
  try {
    const response = await fetch(`${url}/api/email`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok || undefined;
  } catch {
    return undefined;
  }
}

/** Waits until the inbox answers. If it exits or takes too long, throws with its last output. */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
  }
  const probe = async () => {
    if (hasEnded(child)) throw new Error('exited');
    return answers(url);
  };
  try {
    await eventually(probe, { complaint: 'not responding' });
  } catch (error) {
    await endChild(child, stopsWithin_ms);
    throw new Error(`The inbox didn't start (${(error as Error).message}): ${said}`);
  }
}

/**
 * Starts maildev as a child process on 127.0.0.1: SMTP, a web page at `url`, and REST at `url`/api (`/api/email`,
 * `/api/email/:id/source`).
 */
export async function startInbox({ mailDirectory, ports, onSpawn }: InboxOptions): Promise<RunningInbox> {
  const { inbox: webPort, inbox_smtp: smtpPort } = ports;
  mkdirSync(mailDirectory, { recursive: true });
  const args = [smallHeap, fileURLToPath(program), host, String(smtpPort), String(webPort), mailDirectory];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onSpawn?.(child.pid);
  const url = `http://${host}:${webPort}`;
  await untilReady(child, url);
  return { url, host, smtpPort, close: () => endChild(child, stopsWithin_ms) };
}
