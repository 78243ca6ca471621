import {
  type Budget,
  budgets,
  bundleBudget_kb,
  costBudget,
  handlerBudgets_ms,
  idleBudget,
  importBudget_ms,
  keyBudget,
  logBudget,
  type Operation,
  operations,
} from './budgets.ts';
import type { BundleCost } from './bundles.ts';
import { type Call, roundTrips } from './calls.ts';
import {
  attachments,
  awsCall_ms,
  type CostLine,
  cold,
  core_mb,
  prices,
  provisioned,
  sesCall_ms,
  withSes,
} from './cost.ts';
import type { HandlerCost } from './handlers.ts';
import type { KeyLoad } from './keys.ts';
import type { Measured } from './measure.ts';
import { sectionOf, type Table } from './sections.ts';

export type Figures = {
  measured: Measured;
  bundles: BundleCost[];
  handlers: HandlerCost[];
  keys: KeyLoad[];
  cost: { idle: CostLine[]; busy: CostLine[]; batched: CostLine[]; month: CostLine[] };
};

const fixed = (value: number, digits = 1) => value.toFixed(digits).replace(/\.0+$/, '');
const against = (value: number, budget: number | null, digits = 1) =>
  `${fixed(value, digits)} / ${budget === null ? '-' : fixed(budget, digits)}`;
const verdict = (pairs: [number, number | null][]) =>
  pairs.some(([value, budget]) => budget !== null && value > budget) ? 'OVER' : 'ok';

type Total = { trips: number; calls: number; writes: number; body: number; reads: number; bytes: number };

/**
 * One operation's result over its runs. Chance can only make a chain of calls longer, so the shortest one counts. For
 * units, the largest counts.
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
  const size = http ? bundleBudget_kb : null;
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
  const cpu = handlerBudgets_ms[name] ?? null;
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

function costRows({ idle, busy, batched }: Figures['cost']): string[][] {
  const [even, evenBatched] = [provisioned(busy), provisioned(batched)];
  const dollarsIn = (lines: CostLine[], part: string) =>
    (lines.find((line) => line.part === part)?.dollars ?? 0).toFixed(2);
  const rows = idle.map(({ part, dollars }) => [
    part,
    dollars.toFixed(2),
    dollarsIn(busy, part),
    dollarsIn(batched, part),
    dollarsIn(even, part),
    dollarsIn(evenBatched, part),
    '',
  ]);
  const totals: [number, number | null][] = [
    [sumOf(idle), null],
    [sumOf(busy), costBudget.busy],
    [sumOf(batched), costBudget.batched],
    [sumOf(even), costBudget.busy],
    [sumOf(evenBatched), costBudget.batched],
  ];
  const plans = totals.map(([value]) => withSes(value));
  const ofSes = (plans[0] ?? []).map(({ plan }, i) => [
    `with SES, plan ${plan}`,
    ...plans.map((each) => each[i]?.dollars.toFixed(2) ?? ''),
    '',
  ]);
  const all = ['all', ...totals.map(([value, budget]) => against(value, budget, 2)), verdict(totals)];
  return [...rows, all, ...ofSes];
}

function monthRows(lines: CostLine[]): string[][] {
  const all: [number, number | null] = [sumOf(lines), idleBudget];
  return [
    ...lines.map(({ part, dollars }) => [part, dollars.toFixed(2), '']),
    ['all', against(...all, 2), verdict([all])],
  ];
}

const keyRow = ({ load, table, index }: KeyLoad): string[] => [
  load,
  `\`${table.key}\``,
  against(table.writes, keyBudget, 0),
  `\`${index.key}\``,
  against(index.writes, keyBudget, 0),
  verdict([
    [table.writes, keyBudget],
    [index.writes, keyBudget],
  ]),
];

export const operationsTable = (measured: Measured): Table => ({
  title: 'Operations',
  about: `Sequential round trips, and DynamoDB units by item size, from a meter between our clients and the
local cloud. A write budget includes the units of the body item. The account is on the dedicated plan
unless another is named. A \`cold process\` has cached neither the key nor the account. The numbers include a token of the account's
request rate (1 trip, 1 write, P24) and a slot at SES's rate (the same, P16). If the emulator answers
before a client prepares its next request, parallel calls look sequential. So the run with the fewest
trips out of four counts. Written by
\`npm run check -- bench --operations --write\` too.`,
  head: ['operation', 'round trips', 'write units', 'read units', 'calls', 'KB', ''],
  rows: operations.map((name) => operationRow(name, measured[name])),
});

export const keysTable = (keys: KeyLoad[]): Table => ({
  title: 'Keys',
  about: `The partition key with the most writes, in the table and in an index, counted over one second of requests
at the given rate. A key accepts 1,000 units. A write in a transaction takes two.`,
  head: ['load', 'key of the table', 'writes/s', 'key of an index', 'writes/s', ''],
  rows: keys.map(keyRow),
});

export const bundlesTable = (bundles: BundleCost[]): Table => ({
  title: 'Bundles',
  about: `Minified KB, and median CPU and wall time of a cold import over 15 fresh processes. Written by
\`npm run check -- bench --bundles --write\` too; [decision 0017](../decisions/0017-bundles.md) shows what they contain.`,
  head: ['function', 'KB', 'KB on demand', 'import CPU ms', 'import wall ms', ''],
  rows: bundles.map(bundleRow),
});

export const costTables = (cost: Figures['cost']): Table[] => [
  {
    title: 'Dollars per million emails, besides SES',
    about: `This covers POST with an Idempotency-Key, deliver, SES's Send and Delivery, and two batches of \`count\`, without webhooks or a tenant.
"Idle" means that messages come one at a time, and "busy" ten at once. "Batched" is busy, in batches of 100. "Provisioned" uses
\`-c capacity=provisioned\` under an even load that uses 70 % of its units. Storage is for the default retention, with point-in-time
recovery. Units and requests are exact. Lambda is billed for the CPU in the Handlers table, divided by the function's share of a core (one core at ${core_mb} MB), plus
${awsCall_ms} ms per round trip and ${sesCall_ms} ms for SES. INIT, billed since August 2025, is assumed: ${cold.init_ms} ms for ${cold.share * 100} % of invocations. Each
request includes a unit for the request rate (P24), and each email one for the slot at SES (P16). The surcharge for fair queues comes from
third-party price lists and applies to requests that send. We haven't read AWS's own page.

A tenant's email adds its day, its domain, and its hour to each batch of \`count\`: three more writes. We found no price for SES's
tenants themselves. An email that finds every function cold pays INIT in full instead of ${cold.share * 100} %.

List prices of us-east-1 in dollars: ${priceList()}. Written by \`npm run check -- bench --cost --write\` too.`,
    head: ['part', 'idle', 'busy', 'batched', 'busy, provisioned', 'batched, provisioned', ''],
    rows: costRows(cost),
  },
  {
    title: 'Dollars a month of a deployment that sends nothing',
    about:
      'Without SMTP. A queue with an event source is polled five times in 20 s, even if it is empty. Decision 0034 weighs ways to reduce this.',
    head: ['part', 'dollars', ''],
    rows: monthRows(cost.month),
  },
  {
    title: 'Dollars per million emails with 100 KB of attachments each',
    about:
      'In addition to an email without attachments. SES bills attachments in their encoded form, which is a third larger.',
    head: ['part', 'dollars'],
    rows: [...attachments(), { part: 'all', dollars: sumOf(attachments()) }].map(({ part, dollars }) => [
      part,
      dollars.toFixed(2),
    ]),
  },
];

export const handlersTable = (handlers: HandlerCost[]): Table => ({
  title: 'Handlers',
  about: `CPU and log per invocation with one message, using the bundles that Lambda loads. Each value is the mean of 120 invocations after 60 for warmup.
Written by \`npm run check -- bench --handlers --write\` too.`,
  head: ['invocation', 'CPU ms', 'of it user ms', 'log lines', 'log bytes', ''],
  rows: handlers.map(handlerRow),
});

/** All tables of a run. A cell is `measured / budget`, or `-` without a budget. */
function tablesOf({ measured, bundles, handlers, keys, cost }: Figures): Table[] {
  return [
    operationsTable(measured),
    keysTable(keys),
    bundlesTable(bundles),
    handlersTable(handlers),
    ...costTables(cost),
  ];
}

function priceList(): string {
  return Object.entries(prices)
    .map(([name, dollars]) => `${name.replaceAll('_', ' ')} ${dollars}`)
    .join(', ');
}

/** The report as printed, and as stored in docs/internals/measured/benchmarks.md. */
export function reportOf(figures: Figures, date: string): string {
  const sections = tablesOf(figures).map(sectionOf);
  return `# Benchmarks

Written by \`npm run check -- bench --write\` on ${date} with Node ${process.version} on 2 shared cores. A cell is
\`measured / budget\`, with the architecture's budgets. Units and calls are exact and repeatable. Times are from a noisy machine, so compare
them only with each other.

${sections.join('\n')}`;
}
