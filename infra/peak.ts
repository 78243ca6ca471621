/**
 * Capacity units per single send with a key, including its delivery, notifications, and their webhooks;
 * docs/internals/measured/benchmarks.md has the parts. A new or idle table takes 4,000 writes per second, so
 * 210 such sends (P27).
 */
const perSend = { writes: 19, reads: 6, index_writes: 2, index_reads: 1, lambda_seconds: 0.2 };

/** The throughput of every on-demand table. Warm throughput is never lower. */
const least = { writes: 4_000, reads: 12_000 };

/** The share of the peak's capacity that a provisioned table always has (P47). */
const leastShare = 1 / 5;

export type Throughput = { readUnitsPerSecond: number; writeUnitsPerSecond: number };

/**
 * The capacity that a table and its indexes serve immediately. DynamoDB raises it with the load and never
 * lowers it.
 */
export type Warm = { table: Throughput; index: Throughput };

type Needs = {
  table: Throughput;
  index: Throughput;
  /** The initial and minimum capacity in provisioned mode: enough for one send, whatever the peak. */
  provisioned: { table: Throughput; index: Throughput };
  lambda_concurrency: number;
};

/** The table and Lambda capacity needed for `peak` single sends per second. */
export function needsOf(peak: number): Needs {
  const peakThroughput = (writes: number, reads: number): Throughput => ({
    readUnitsPerSecond: Math.max(least.reads, Math.ceil(peak * reads)),
    writeUnitsPerSecond: Math.max(least.writes, Math.ceil(peak * writes)),
  });
  const always = (writes: number, reads: number): Throughput => ({
    readUnitsPerSecond: Math.ceil(Math.max(1, peak * leastShare) * reads),
    writeUnitsPerSecond: Math.ceil(Math.max(1, peak * leastShare) * writes),
  });
  const { writes, reads, index_writes, index_reads } = perSend;
  return {
    table: peakThroughput(writes, reads),
    index: peakThroughput(index_writes, index_reads),
    provisioned: { table: always(writes, reads), index: always(index_writes, index_reads) },
    lambda_concurrency: Math.ceil(peak * perSend.lambda_seconds),
  };
}

/** The smallest peak that needs all the capacity a table is warm for. */
export function leastPeakOf({ table, index }: Warm): number {
  const { writes, reads, index_writes, index_reads } = perSend;
  const peakOf = (units: number, free: number, each: number) => (units > free ? Math.ceil(units / each) : 1);
  return Math.max(
    peakOf(table.writeUnitsPerSecond, least.writes, writes),
    peakOf(table.readUnitsPerSecond, least.reads, reads),
    peakOf(index.writeUnitsPerSecond, least.writes, index_writes),
    peakOf(index.readUnitsPerSecond, least.reads, index_reads),
  );
}
