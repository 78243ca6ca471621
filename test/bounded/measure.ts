import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { kb, mb, type Parser } from './parser.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** CPU milliseconds of this thread, and peak MB of heap and buffers, including garbage. */
type Cost = { ms: number; mb: number };

const used = ({ usedHeapSize, externalMemory }: { usedHeapSize: number; externalMemory: number }) =>
  usedHeapSize + externalMemory;

function usedNow(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Garbage of earlier runs would hide this run's memory. Collecting it takes longer than a small input. */
const collectsFrom = mb;

/** The cost of one run. CPU time barely changes on a busy machine. */
async function costOf(run: () => unknown, size: number): Promise<Cost> {
  if (size >= collectsFrom) collect();
  const base = usedNow();
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.threadCpuUsage();
  const result = await run();
  const { user, system } = process.threadCpuUsage(before);
  const collections = profiler.stop()?.statistics ?? [];
  const peaks = collections.map(({ beforeGC }) => used(beforeGC.heapStatistics));
  const peak = Math.max(usedNow(), ...peaks);
  void result;
  return { ms: (user + system) / 1000, mb: (peak - base) / mb };
}

/** The lowest of several runs, because a busy machine with a late collector can only raise a cost. */
const leastOf = (costs: Cost[]): Cost => ({
  ms: Math.min(...costs.map((cost) => cost.ms)),
  mb: Math.min(...costs.map((cost) => cost.mb)),
});

/** Fractions of the limit at which costs are measured. */
const allParts: readonly number[] = [1 / 8, 1 / 4, 1 / 2, 1];
const firstParts = [1 / 16, 1 / 8];

/** One shape's costs at an eighth of the limit, at a quarter, and so on. */
export type Row = { parser: string; shape: string; limit: number; costs: Cost[]; faults: string[] };

/** Costs below these have no ratio check, because compilers, caches, and collector steps cost more. */
const floor: Cost = { ms: 20, mb: 80 };
const most: Cost = { ms: 2_000, mb: 256 };
/** 1.3 x linear for each doubling. */
const growth = 2.6;

/**
 * How much a cost grows when the input doubles: the mean from the first size above the floor to the whole limit. So
 * one collector step between two sizes is no fault, but quadratic cost is.
 */
function growthOf(values: number[], least: number): number {
  const first = values.findIndex((value) => value >= least);
  const whole = values.at(-1) ?? 0;
  if (first < 0) return 1;
  if (first === values.length - 1) return whole / least;
  return (whole / (values[first] as number)) ** (1 / (values.length - 1 - first));
}

/** The limits that a shape's costs exceed. */
function faultsOf(costs: Cost[]): string[] {
  return (['ms', 'mb'] as const).flatMap((unit) => {
    const values = costs.map((cost) => cost[unit]);
    const whole = values.at(-1) ?? 0;
    const grows = growthOf(values, floor[unit]);
    return [
      ...(whole > most[unit] ? [`${whole.toFixed(0)} ${unit}, at most ${most[unit]}`] : []),
      ...(grows > growth ? [`${unit} grow ${grows.toFixed(1)} x per doubling, at most ${growth} x`] : []),
    ];
  });
}

/**
 * The lowest of `runs` runs for each size. Sizes alternate, so that a busy moment affects all of them. Stops after a
 * size that takes far too long, because the next would take even longer.
 */
async function costsOf(inputs: Input[], runs: number): Promise<Cost[]> {
  const costs: Cost[][] = inputs.map(() => []);
  for (let round = 0; round < runs; round++) {
    for (const [i, { run, size }] of inputs.entries()) {
      const cost = await costOf(run, size);
      costs[i]?.push(cost);
      if (cost.ms > 2 * most.ms) return costs.slice(0, i + 1).map(leastOf);
    }
  }
  return costs.map(leastOf);
}

type Input = { run: () => unknown; size: number };

function inputOf(parser: Parser, shape: string, part: number): Input {
  const size = parser.limit * part;
  return { run: parser.shapes[shape]?.(size) ?? (() => {}), size };
}

/** Runs per size: one, and more if the result looks like a fault, which a busy machine can cause. */
const attempts = [1, 3, 7];

/** One shape's costs at these fractions of the limit, after a warm-up run. */
export async function measureShape(
  parser: Parser,
  shape: string,
  parts: readonly number[] = allParts,
): Promise<Row> {
  const inputs = parts.map((part) => inputOf(parser, shape, part));
  await inputs[0]?.run();
  let row: Row = { parser: parser.name, shape, limit: parser.limit, costs: [], faults: [] };
  for (const runs of attempts) {
    const costs = await costsOf(inputs, runs);
    row = { ...row, costs, faults: faultsOf(costs) };
    if (row.faults.length === 0 || costs.length < parts.length) break;
  }
  return row;
}

/**
 * One run of each fraction, largest first, down to the first one under the floor, because smaller ones can't be a
 * fault. Cold code can only raise a cost, so only suspected faults are measured again.
 */
async function downwards(parser: Parser, shape: string, parts: readonly number[]): Promise<Row> {
  const costs: Cost[] = [];
  for (const part of parts.toReversed()) {
    const { run, size } = inputOf(parser, shape, part);
    const cost = await costOf(run, size);
    costs.unshift(cost);
    if (cost.ms < floor.ms && cost.mb < floor.mb) break;
  }
  const faults = faultsOf(costs);
  if (faults.length > 0) return measureShape(parser, shape, parts);
  return { parser: parser.name, shape, limit: parser.limit, costs, faults };
}

/** A sixteenth and an eighth of the limit. If that looks like a fault, all sizes. */
async function glance(parser: Parser, shape: string): Promise<Row> {
  const row = await downwards(parser, shape, firstParts);
  const hopeless = row.costs.some(({ ms }) => ms > most.ms);
  return row.faults.length === 0 || hopeless ? row : measureShape(parser, shape);
}

/** Above this cost at an eighth of the limit, the allowed growth may make it too expensive at the whole limit. */
const near_ms = most.ms / growth ** 3 / 2;

/**
 * All shapes of a parser in little time. A small limit is measured at all sizes. Otherwise only a sixteenth and an
 * eighth are, where a quadratic cost of 2.5 s at the whole limit takes 39 ms. The most expensive of them is measured
 * at all sizes if it may come close to the allowed cost. `npm run check -- bounded` measures every shape at all
 * sizes.
 */
export async function measureQuickly(parser: Parser): Promise<Row[]> {
  const shapes = Object.keys(parser.shapes);
  const small = parser.limit <= 64 * kb;
  const rows: Row[] = [];
  for (const shape of shapes)
    rows.push(await (small ? downwards(parser, shape, allParts) : glance(parser, shape)));
  if (small) return rows;
  const [costliest] = rows.toSorted((a, b) => (b.costs.at(-1)?.ms ?? 0) - (a.costs.at(-1)?.ms ?? 0));
  if (!costliest || costliest.costs.every(({ ms }) => ms < near_ms)) return rows;
  return [...rows, await downwards(parser, costliest.shape, allParts)];
}
