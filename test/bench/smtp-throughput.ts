import nodemailer from 'nodemailer';
import type { Context } from '../../shared/domain/context.ts';
import { cpuOf, memoryOf } from '../support/process-usage.ts';
import { against, fixed, type Table } from './sections.ts';
import { startSlowAws } from './slow-aws.ts';
import { makeSender, startTask } from './smtp-task.ts';

const connections = 10;
const text = 'Your order is on its way and will be with you within the next few days.\r\n'.repeat(50);

/** Warm-up seconds before each round, which don't count, and the seconds of the round. */
const [warm_s, round_s] = [3, 20];
/** Max CPU per relayed 4 KB message over an open connection. */
const cpuBudget_ms = 5;
/** Messages per second. */
const leastPerSecond = 150;

/** The product's environment, with every AWS call sent to this address. */
function environmentAt(environment: Record<string, string>, origin: string): Record<string, string> {
  const { AWS_ENDPOINT_URL = '' } = environment;
  const moved = Object.entries(environment).map(([name, value]) => [
    name,
    name.startsWith('AWS_ENDPOINT_URL') ? origin : value.replace(AWS_ENDPOINT_URL, origin),
  ]);
  return Object.fromEntries(moved);
}

/** Sends for this many seconds. Returns how long each message took, in ascending order. */
async function sendFor(seconds: number, send: () => Promise<unknown>): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const repeat = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await send();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  return times.sort((a, b) => a - b);
}

/** Messages per second, CPU per message, and RSS of the task, in three rounds. */
export async function measureThroughput(ctx: Context, environment: Record<string, string>): Promise<Table> {
  const { auth, from } = await makeSender(ctx);
  const aws = await startSlowAws(environment.AWS_ENDPOINT_URL ?? '');
  const { pid, options, close } = await startTask(environmentAt(environment, aws.url));
  // The relay accepts 1,000 messages per session.
  const pool = { pool: true, maxConnections: connections, maxMessages: 900 } as const;
  const client = nodemailer.createTransport({ ...options, ...pool, auth });
  const send = () =>
    client.sendMail({ from, to: 'ada@x.example', subject: 'Your order has been shipped', text });
  const rows: Table['rows'] = [];
  try {
    for (let round = 0; round < 3; round++) {
      await sendFor(warm_s, send);
      const before = cpuOf(pid);
      const times = await sendFor(round_s, send);
      const cpu_ms = (cpuOf(pid) - before) / times.length;
      const at = (part: number) => fixed(times[Math.floor(times.length * part)] ?? 0, 0);
      rows.push([
        against(times.length / round_s, leastPerSecond, { digits: 0, least: true }),
        ...[at(0.5), at(0.99)],
        against(cpu_ms, cpuBudget_ms, { digits: 2 }),
        fixed(memoryOf(pid).now_mb, 0),
      ]);
    }
  } finally {
    client.close();
    await close();
    await aws.close();
  }
  return {
    title: 'SMTP task: messages a second',
    about: `Nodemailer sends messages of 4 KB over 10 persistent TLS connections with login, a row per round. A local HTTP server answers each request
after 2 ms as AWS does: three reads, the draft, the queue, and the deciding write. Three of these are sequential. Written by
\`npm run check -- bench --throughput --write\`.`,
    head: ['messages/s', 'p50 ms', 'p99 ms', 'CPU ms per message', 'RSS MB'],
    rows,
  };
}
