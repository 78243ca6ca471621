import {
  type Budget,
  budgets,
  bundleBudget_kb,
  costBudget,
  handlerBudgets_ms,
  importBudget_ms,
  keyBudget,
  logBudget,
  type Operation,
  operations,
} from './budgets.ts';
import type { BundleCost } from './bundles.ts';
import { type Call, roundTrips } from './calls.ts';
import {
  awsCall_ms,
  type CostLine,
  cold,
  core_mb,
  costOfMillion,
  prices,
  provisioned,
  sesCall_ms,
} from './cost.ts';
import type { HandlerCost } from './handlers.ts';
import type { KeyLoad } from './keys.ts';
import type { Measured } from './measure.ts';
import { against, fixed, type Table } from './sections.ts';

/**
 * Chance can only make a chain of calls longer, so the shortest one counts. For units, the largest counts.
 */
function operationRow(name: Operation, runs: Call[][]): Table['rows'][number] {
  if (runs.length === 0) throw new Error(`${name} was not measured`);
  const most = (of: (call: Call) => number) =>
    Math.max(...runs.map((calls) => calls.reduce((sum, call) => sum + of(call), 0)));
  const body = most(({ written }) =>
    written.reduce((sum, { sk, units }) => sum + (sk === 'BODY' ? units : 0), 0),
  );
  const { trips, writes, reads }: Budget = budgets[name];
  return [
    name,
    against(Math.min(...runs.map(roundTrips)), trips),
    against(
      most((call) => call.writes),
      writes === null ? null : writes + body,
    ),
    against(
      most((call) => call.reads),
      reads,
    ),
    String(most(() => 1)),
    fixed(most((call) => call.request_bytes + call.response_bytes) / 1024),
  ];
}

export const operationsTable = (measured: Measured): Table => ({
  title: 'Operations',
  about: `Sequential round trips, and DynamoDB units by item size, from a meter between our clients and the
local cloud. A write budget includes the units of the body item. The account is on the dedicated plan
unless another is named. A \`cold process\` has cached neither the key nor the account. The numbers include a token of the account's
request rate (1 trip, 1 write, P24) and a slot at SES's rate (the same, P16). If the emulator answers
before a client prepares its next request, parallel calls look sequential. So the run with the fewest
trips out of four counts. Written by
\`npm run check -- bench --operations --write\` too.`,
  head: ['operation', 'round trips', 'write units', 'read units', 'calls', 'KB'],
  rows: operations.map((name) => operationRow(name, measured[name])),
});

export const keysTable = (keys: KeyLoad[]): Table => ({
  title: 'Keys',
  about: `The partition key with the most writes, in the table and in an index, counted over one second of requests
at the given rate. A key accepts 1,000 units. A write in a transaction takes two.`,
  head: ['load', 'key of the table', 'writes/s', 'key of an index', 'writes/s'],
  rows: keys.map(({ load, table, index }) => [
    load,
    ...[table, index].flatMap(({ key, writes }) => [`\`${key}\``, against(writes, keyBudget, { digits: 0 })]),
  ]),
});

export const bundlesTable = (bundles: BundleCost[]): Table => ({
  title: 'Bundles',
  about: `Minified KB, and median CPU and wall time of a cold import over 15 fresh processes. Written by
\`npm run check -- bench --bundles --write\` too; [decision 0017](../decisions/0017-bundles.md) shows what they contain.`,
  head: ['function', 'KB', 'KB on demand', 'import CPU ms', 'import wall ms'],
  rows: bundles.map(({ name, http, kb, lazy_kb, cpu_ms, wall_ms }) => [
    name,
    against(kb, http ? bundleBudget_kb : null),
    String(lazy_kb),
    against(cpu_ms, http ? importBudget_ms : null),
    fixed(wall_ms),
  ]),
});

export const handlersTable = (handlers: HandlerCost[]): Table => ({
  title: 'Handlers',
  about: `CPU and log per invocation with one message, using the bundles that Lambda loads. Each value is the mean of 120 invocations after 60 for warmup.
Written by \`npm run check -- bench --handlers --write\` too.`,
  head: ['invocation', 'CPU ms', 'of it user ms', 'log lines', 'log bytes'],
  rows: handlers.map(({ name, http, cpu_ms, user_ms, lines, bytes }) => [
    name,
    against(cpu_ms, handlerBudgets_ms[name] ?? null),
    fixed(user_ms),
    against(lines, http ? logBudget.lines : null),
    against(bytes, http ? logBudget.bytes : null, { digits: 0 }),
  ]),
});

const sumOf = (lines: CostLine[]) => lines.reduce((sum, { dollars }) => sum + dollars, 0);

/** The cost of a million emails in dollars, using these handlers' CPU times. */
export function costTable(measured: Measured, handlers: HandlerCost[]): Table {
  const idle = costOfMillion(measured, handlers, { path: 'single', batch: 1 });
  const busy = costOfMillion(measured, handlers, { path: 'single', batch: 10 });
  const batched = costOfMillion(measured, handlers, { path: 'batched', batch: 10 });
  const columns: [CostLine[], budget: number | null][] = [
    [idle, null],
    [busy, costBudget.busy],
    [batched, costBudget.batched],
    [provisioned(busy), costBudget.busy],
    [provisioned(batched), costBudget.batched],
  ];
  return {
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
    head: ['part', 'idle', 'busy', 'batched', 'busy, provisioned', 'batched, provisioned'],
    rows: [
      ...idle.map(({ part }) => [
        part,
        ...columns.map(([lines]) => (lines.find((line) => line.part === part)?.dollars ?? 0).toFixed(2)),
      ]),
      ['all', ...columns.map(([lines, budget]) => against(sumOf(lines), budget, { digits: 2 }))],
    ],
  };
}

function priceList(): string {
  return Object.entries(prices)
    .map(([name, dollars]) => `${name.replaceAll('_', ' ')} ${dollars}`)
    .join(', ');
}
