import type { Table } from '../bench/sections.ts';
import type { Memory } from './memory.ts';
import type { Round } from './throughput.ts';

const fixed = (value: number, digits = 0) => value.toFixed(digits);
const verdict = (...held: boolean[]) => (held.every(Boolean) ? 'ok' : 'OVER');

/** The task's memory limit in megabytes (R61). */
const memoryBudget_mb = 512;
/** CPU per relayed message of 4 KB over an open connection. */
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
  about: `RSS of the bundled task on the local cloud: after its start, with idle sessions that are logged in over TLS, and
the maximum while messages of 10 MB arrive at once. Written by \`npm run check -- bench:smtp memory --write\`.`,
  head: ['idle sessions', 'uploads', 'accepted', 'start MB', 'idle MB', 'most MB', 's', ''],
  rows: [
    [
      ...[idle, uploads, accepted].map(String),
      ...[fixed(start_mb), fixed(idle_mb), `${fixed(peak_mb)} / ${memoryBudget_mb}`, fixed(seconds)],
      verdict(accepted === uploads, peak_mb <= memoryBudget_mb),
    ],
  ],
});

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function throughputTable(rounds: Round[]): Table {
  const of = (field: keyof Round) => rounds.map((round) => round[field]);
  const [rate, cpu] = [mean(of('per_second')), mean(of('cpu_ms'))];
  const rates = of('per_second').map((value) => fixed(value));
  return {
    title: 'SMTP task: messages a second',
    about: `One client sends messages of 4 KB over 10 persistent TLS connections with login. A local HTTP server answers each request
after 2 ms as AWS does: three reads, the draft, the queue, and the deciding write. Three of these are sequential. Written by
\`npm run check -- bench:smtp throughput --write\`.`,
    head: ['messages/s by round', 'p50 ms', 'p99 ms', 'CPU ms per message', 'RSS MB', ''],
    rows: [
      [
        `${rates.join(', ')} / ${leastPerSecond}`,
        ...[fixed(mean(of('p50_ms'))), fixed(mean(of('p99_ms')))],
        ...[`${fixed(cpu, 2)} / ${cpuBudget_ms}`, fixed(Math.max(...of('rss_mb')))],
        verdict(rate >= leastPerSecond, cpu <= cpuBudget_ms),
      ],
    ],
  };
}
