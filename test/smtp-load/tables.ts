import type { Table } from '../bench/report.ts';
import type { Memory } from './memory.ts';
import type { Slowness } from './slow.ts';
import type { Round } from './throughput.ts';

const fixed = (value: number, digits = 0) => value.toFixed(digits);
const verdict = (...held: boolean[]) => (held.every(Boolean) ? 'ok' : 'OVER');

/** Megabytes that the task may hold (R61). */
const memoryBudget_mb = 512;
/** CPU of a relayed message of 4 KB over a connection that stays. */
const cpuBudget_ms = 5;
/** Messages a second. */
const leastPerSecond = 150;

export const memoryTable = ({
  idle,
  uploads,
  accepted,
  start_mb,
  idle_mb,
  peak_mb,
  seconds,
}: Memory): Table => ({
  title: 'SMTP task: memory',
  about: `RSS of the bundled task over the local cloud: after its start, with idle sessions that are logged in inside TLS, and the
most while messages of 10 MB arrive at once. Written by \`npm run bench:smtp -- memory --write\`.`,
  head: ['idle sessions', 'uploads', 'accepted', 'start MB', 'idle MB', 'most MB', 's', ''],
  rows: [
    [
      ...[idle, uploads, accepted].map(String),
      ...[fixed(start_mb), fixed(idle_mb), `${fixed(peak_mb)} / ${memoryBudget_mb}`, fixed(seconds)],
      verdict(accepted === uploads, peak_mb <= memoryBudget_mb),
    ],
  ],
});

export const slowTable = ({ connections, held, before, among }: Slowness): Table => ({
  title: 'SMTP task: slow clients',
  about: `Median time of a session with one message, connection to reply, of a client while connections from 100 addresses to
port 25 say an octet in two seconds: silent ones, some after EHLO, some amid a message. Written by
\`npm run bench:smtp -- slow --write\`.`,
  head: ['session', 'slow connections', 'without ms', 'among them ms', 'times', ''],
  rows: (['receiver_ms', 'relay_ms'] as const).map((name) => [
    name.replace('_ms', ''),
    `${held} of ${connections}`,
    fixed(before[name]),
    fixed(among[name]),
    `${fixed(among[name] / before[name], 2)} / 2`,
    verdict(among[name] <= 2 * before[name], held === connections),
  ]),
});

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function throughputTable(rounds: Round[]): Table {
  const of = (server: Round['server'], field: 'per_second' | 'rss_mb' | 'cpu_ms' | 'p50_ms' | 'p99_ms') =>
    rounds.filter((round) => round.server === server).map((round) => round[field]);
  const [ours, haraka] = (['ours', 'Haraka'] as const).map((server) => mean(of(server, 'per_second')));
  const row = (server: Round['server']) => [
    server,
    of(server, 'per_second')
      .map((value) => fixed(value))
      .join(', ') + (server === 'ours' ? ` / ${leastPerSecond}` : ''),
    server === 'ours' ? fixed((ours ?? 0) / (haraka ?? 1), 2) : '1',
    fixed(mean(of(server, 'p50_ms'))),
    fixed(mean(of(server, 'p99_ms'))),
    `${fixed(mean(of(server, 'cpu_ms')), 2)}${server === 'ours' ? ` / ${cpuBudget_ms}` : ''}`,
    fixed(Math.max(...of(server, 'rss_mb'))),
    server === 'ours'
      ? verdict((ours ?? 0) >= leastPerSecond, mean(of(server, 'cpu_ms')) <= cpuBudget_ms)
      : '',
  ];
  return {
    title: 'SMTP task: messages a second, compared with Haraka',
    about: `Messages of 4 KB by one client over 10 TLS connections with login that stay; the servers take turns. A local HTTP
server answers each request after 2 ms: to our task it answers as AWS does (three reads, the draft, the queue, the deciding write:
six requests by the AWS SDK, of which three follow each other), to Haraka, by a queue plugin of a few lines, once. Haraka keeps the message nowhere else. Written by \`npm run bench:smtp -- throughput --write\`.`,
    head: ['server', 'messages/s by round', 'times', 'p50 ms', 'p99 ms', 'CPU ms per message', 'RSS MB', ''],
    rows: [row('ours'), row('Haraka')],
  };
}
