import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cloud } from '../../localstack/cloud.ts';
import { open, sendMessage } from './client.ts';
import { memoryOf, peakMemoryOf } from './process-usage.ts';
import { doorsOf, makeSender, type Sender } from './senders.ts';

export type Memory = {
  idle: number;
  uploads: number;
  accepted: number;
  start_mb: number;
  idle_mb: number;
  /** The peak. */
  peak_mb: number;
  seconds: number;
};

const idle = 500;
const uploads = 50;
const upload_bytes = 10 * 1024 * 1024;
/** Below the limits per address and account in the table "Limits". */
const perAddress = 40;
const perAccount = 180;

const addressOf = (net: number, i: number) => `127.0.${net}.${1 + Math.floor(i / perAddress)}`;

/** A message of 10 MB, almost all of it one file. */
function largeMessage({ from }: Sender, i: number): Buffer {
  const head = [
    `From: ${from}`,
    'To: ada@x.example',
    `Subject: file ${i}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    ...['', '--b', '', 'See the file.', '--b'],
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename="file.bin"',
    'Content-Transfer-Encoding: base64',
    ...['', ''],
  ].join('\r\n');
  const lines: string[] = [];
  for (let size = head.length; size < upload_bytes; size += 78)
    lines.push(randomBytes(57).toString('base64'));
  return Buffer.from(`${head}${lines.join('\r\n')}\r\n--b--\r\n`);
}

/** The relay's memory with idle TLS sessions, and while as many large messages arrive at once (R61). */
export async function measureMemory(cloud: Cloud): Promise<Memory> {
  const { pid, tls_port: port, ca_file } = doorsOf(cloud).smtp;
  const ca = readFileSync(ca_file, 'utf8');
  const [uploader, ...sleepers] = await Promise.all(
    Array.from({ length: 1 + Math.ceil(idle / perAccount) }, () => makeSender(cloud)),
  );
  if (uploader === undefined) throw new Error('no account');
  const start_mb = memoryOf(pid);
  const sessions = [];
  for (let i = 0; i < idle; i++) {
    const password = sleepers[Math.floor(i / perAccount)]?.password ?? '';
    sessions.push(await open({ port, ca, password, from: addressOf(1, i) }));
  }
  const idle_mb = memoryOf(pid);
  const began = performance.now();
  const upload = async (_: unknown, i: number) => {
    const connection = await open({ port, ca, password: uploader.password, from: addressOf(2, i) });
    const octets = largeMessage(uploader, i);
    const said = await sendMessage(connection, { from: uploader.from, to: 'ada@x.example', octets });
    connection.socket.destroy();
    return said;
  };
  const results = await Promise.allSettled(Array.from({ length: uploads }, upload));
  const seconds = (performance.now() - began) / 1000;
  for (const result of results) if (result.status === 'rejected') process.stderr.write(`${result.reason}\n`);
  const open_still = await Promise.all(sessions.map((one) => one.say('NOOP').catch(() => '')));
  for (const { socket } of sessions) socket.destroy();
  return {
    idle: open_still.filter((said) => said.startsWith('250')).length,
    uploads,
    accepted: results.filter(({ status }) => status === 'fulfilled').length,
    start_mb,
    idle_mb,
    peak_mb: peakMemoryOf(pid),
    seconds,
  };
}
