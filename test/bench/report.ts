import {
  type Budget,
  budgets,
  bundleBudgetOf,
  costBudget,
  handlerBudget_ms,
  importBudget_ms,
  logBudget,
  type Operation,
  operations,
  pathBudget,
} from './budgets.ts';
import type { BundleCost } from './bundles.ts';
import { type Call, roundTrips } from './calls.ts';
import { awsCall_ms, type CostLine, prices } from './cost.ts';
import type { HandlerCost } from './handlers.ts';
import type { Load } from './load.ts';
import type { Measured } from './measure.ts';
import type { PathLoad } from './path.ts';
import { parts } from './processes.ts';

export type Figures = {
  measured: Measured;
  bundles: BundleCost[];
  handlers: HandlerCost[];
  loads: Load[];
  path: PathLoad[];
  cost: { idle: CostLine[]; busy: CostLine[] };
};

export type Table = { title: string; about: string; head: string[]; rows: string[][] };

const fixed = (value: number, digits = 1) => value.toFixed(digits).replace(/\.0+$/, '');
const against = (value: number, budget: number | null, digits = 1) =>
  `${fixed(value, digits)} / ${budget === null ? '-' : fixed(budget, digits)}`;
const verdict = (pairs: [number, number | null][]) =>
  pairs.some(([value, budget]) => budget !== null && value > budget) ? 'OVER' : 'ok';

type Total = { trips: number; calls: number; writes: number; body: number; reads: number; bytes: number };

/**
 * An operation over its runs. Chance can only lengthen a chain of calls, so the shortest is the true one; of
 * units the largest counts.
 */
function totalOf(runs: Call[][]): Total {
  const sums = (pick: (call: Call) => number) =>
    runs.map((calls) => calls.reduce((sum, call) => sum + pick(call), 0));
  const bodyOf = (call: Call) =>
    call.written.reduce((sum, { sk, units }) => sum + (sk === 'BODY' ? units : 0), 0);
  return {
    trips: Math.min(...runs.map(roundTrips)),
    calls: Math.max(...runs.map((calls) => calls.length)),
    writes: Math.max(...sums((call) => call.writes)),
    body: Math.max(...sums(bodyOf)),
    reads: Math.max(...sums((call) => call.reads)),
    bytes: Math.max(...sums((call) => call.request_bytes + call.response_bytes)),
  };
}

function operationRow(name: Operation, runs: Call[][]): string[] {
  if (runs.length === 0) throw new Error(`${name} was not measured`);
  const { trips, calls, writes, body, reads, bytes } = totalOf(runs);
  const budget: Budget = budgets[name];
  const allowed = budget.writes === null ? null : budget.writes + body;
  return [
    name,
    against(trips, budget.trips),
    against(writes, allowed),
    against(reads, budget.reads),
    String(calls),
    fixed(bytes / 1024),
    verdict([
      [trips, budget.trips],
      [writes, allowed],
      [reads, budget.reads],
    ]),
  ];
}

function bundleRow({ name, http, kb, lazy_kb, cpu_ms, wall_ms }: BundleCost): string[] {
  const size = http ? bundleBudgetOf(name) : null;
  const cpu = http ? importBudget_ms : null;
  return [
    name,
    against(kb, size),
    String(lazy_kb),
    against(cpu_ms, cpu),
    fixed(wall_ms),
    verdict([
      [kb, size],
      [cpu_ms, cpu],
    ]),
  ];
}

function handlerRow({ name, http, cpu_ms, user_ms, lines, bytes }: HandlerCost): string[] {
  const cpu = name === 'POST /emails' ? handlerBudget_ms : null;
  const log = http ? logBudget : { lines: null, bytes: null };
  return [
    name,
    against(cpu_ms, cpu),
    fixed(user_ms),
    against(lines, log.lines),
    against(bytes, log.bytes, 0),
    verdict([
      [cpu_ms, cpu],
      [lines, log.lines],
      [bytes, log.bytes],
    ]),
  ];
}

const sumOf = (lines: CostLine[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);

function costRows({ idle, busy }: Figures['cost']): string[][] {
  const dollarsIn = (lines: CostLine[], part: string) =>
    lines.find((line) => line.part === part)?.dollars ?? 0;
  const rows = idle.map(({ part, dollars }) => [
    part,
    dollars.toFixed(2),
    dollarsIn(busy, part).toFixed(2),
    '',
  ]);
  const [alone, together] = [sumOf(idle), sumOf(busy)];
  return [
    ...rows,
    [
      'all',
      `${alone.toFixed(2)} / ${costBudget}`,
      `${together.toFixed(2)} / ${costBudget}`,
      verdict([
        [alone, costBudget],
        [together, costBudget],
      ]),
    ],
  ];
}

const pathRow = ({ cpu_ms, ...load }: PathLoad) => {
  const { emails_per_second, drained_ms, pss_mb } = pathBudget;
  return [
    String(load.connections),
    against(load.per_second, load.connections === 10 ? emails_per_second : null),
    `${load.p50_ms}`,
    `${load.p99_ms}`,
    against(load.drained_ms, drained_ms, 0),
    `${load.failed}`,
    `${load.lost}`,
    against(load.pss_mb, pss_mb, 0),
    `${load.processes}`,
    parts.map((part) => `${part} ${fixed(cpu_ms[part])}`).join(', '),
    verdict([
      [load.drained_ms, drained_ms],
      [load.failed + load.lost, 0],
      [load.pss_mb, pss_mb],
      [-load.per_second, load.connections === 10 ? -emails_per_second : null],
    ]),
  ];
};

export const pathTable = (path: PathLoad[]): Table => ({
  title: 'The local stack under load',
  about: `Emails through the whole path for 12 s: API, queue, SES, two notifications, inbox. \`all delivered\` is
the time from the last answer until every email is \`delivered\` and in the inbox. Memory (PSS) and CPU are of all
processes of the stack, without the client. Written by \`npm run bench -- --path --write\` too.`,
  head: [
    'connections',
    'emails/s',
    'p50 ms',
    'p99 ms',
    'all delivered, ms',
    'failed',
    'lost',
    'MB',
    'processes',
    'CPU ms per email',
    '',
  ],
  rows: path.map(pathRow),
});

export const operationsTable = (measured: Measured): Table => ({
  title: 'Operations',
  about: `Round trips in sequence and DynamoDB units by item bytes, through a meter between our clients and the
local cloud. The units of the body item are part of a budget for writes. The account's plan is dedicated
where no other is named. A \`cold process\` knows neither key nor account nor lease. Written by
\`npm run bench -- --operations --write\` too.`,
  head: ['operation', 'round trips', 'write units', 'read units', 'calls', 'KB', ''],
  rows: operations.map((name) => operationRow(name, measured[name])),
});

export const bundlesTable = (bundles: BundleCost[]): Table => ({
  title: 'Bundles',
  about: `Minified KB, and median CPU and wall time of a cold import over 15 fresh processes. Written by
\`npm run bench -- --bundles --write\` too; [decision 0017](decisions/0017-bundles.md) says what they consist of.`,
  head: ['function', 'KB', 'KB on demand', 'import CPU ms', 'import wall ms', ''],
  rows: bundles.map(bundleRow),
});

/** All tables of a run; a cell `measured / budget`, and `-` where there is no budget. */
function tablesOf({ measured, bundles, handlers, loads, path, cost }: Figures): Table[] {
  return [
    operationsTable(measured),
    bundlesTable(bundles),
    {
      title: 'Handlers',
      about:
        'CPU and log per invocation with one message, mean of 120 after 60 that warm, over the bundles that Lambda loads.',
      head: ['invocation', 'CPU ms', 'of it user ms', 'log lines', 'log bytes', ''],
      rows: handlers.map(handlerRow),
    },
    {
      title: 'Load',
      about: `POST /emails over HTTP for 10 s each; client, API and emulator share the machine, and with \`workers
running\` so do deliver, feedback, SES and inbox. Paused, what is accepted waits in the queue. Functions are
processes here, one per request at a time: many connections measure how the machine starts and switches them.`,
      head: ['connections', 'workers', 'requests/s', 'p50 ms', 'p99 ms', 'failed'],
      rows: loads.map(({ connections, workers, per_second, p50_ms, p99_ms, failed }) =>
        [connections, workers, fixed(per_second), p50_ms, p99_ms, failed].map(String),
      ),
    },
    pathTable(path),
    {
      title: 'Dollars per million single sends, besides SES',
      about: `POST /emails, deliver, and SES's Send and Delivery; no webhooks, no storage. Idle: every message comes
alone; busy: ten at once. Lambda is billed for the measured CPU and ${awsCall_ms} ms per round trip. List prices of
us-east-1 in dollars:
${priceList()}.`,
      head: ['part', 'idle', 'busy', ''],
      rows: costRows(cost),
    },
  ];
}

function priceList(): string {
  return Object.entries(prices)
    .map(([name, dollars]) => `${name.replaceAll('_', ' ')} ${dollars}`)
    .join(', ');
}

const markdown = ({ head, rows }: Table) => {
  const widths = head.map((cell, i) => Math.max(3, cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
};

export const sectionOf = (table: Table) => `## ${table.title}\n\n${table.about}\n\n${markdown(table)}\n`;

/** The report with one of its tables replaced; the others stay as they were measured. */
export function withTable(report: string, table: Table): string {
  const sections = report.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${table.title}\n`));
  const position = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`));
  others.splice(position < 0 ? others.length - 1 : position, 0, `${sectionOf(table)}\n`);
  return others.join('');
}

/** The report as it is printed, and kept in docs/benchmarks.md. */
export function reportOf(figures: Figures, date: string): string {
  const sections = tablesOf(figures).map(sectionOf);
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date} with Node ${process.version} on 2 shared cores. A cell is
\`measured / budget\`; the budgets are those of the architecture. Units and calls are exact and repeat; times are
of a noisy machine and compare only with each other.

${sections.join('\n')}`;
}
