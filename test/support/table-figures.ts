import { wire } from '../../shared/aws/wire.ts';
import { roundTrips } from '../bench/calls.ts';

type Capacity = { CapacityUnits?: number; GlobalSecondaryIndexes?: Record<string, object> };
type Keys = { pk?: string; sk?: string; gsi1pk?: string; gsi2pk?: string };
type Tables<T> = Record<string, T>;
type Reply = {
  ConsumedCapacity?: Capacity | Capacity[];
  Attributes?: Keys;
  Responses?: Tables<unknown[]>;
};

/** What the process has used since the last call. */
export type TableFigures = {
  /** Resident megabytes, at the first request and at the peak. */
  start_mb: number;
  peak_mb: number;
  /** Whether the table reports the cost of calls. AWS and DynamoDB Local do. */
  metered: boolean;
  writes: number;
  reads: number;
  /** Of these, all but list entries, and the longest chain of such calls, without what every API request does. */
  besides: { writes: number; reads: number; trips: number };
  /** Writes to the busiest key of the table or an index, in any one second. */
  busiest: number;
};

const megabytes = () => process.memoryUsage.rss() / 1024 / 1024;

const none = () => ({
  metered: false,
  writes: 0,
  reads: 0,
  busiest: 0,
  besides: { writes: 0, reads: 0, trips: 0 },
});
let figures = none();
let calls: { began: number; ended: number }[] = [];
let start_mb = 0;
let peak_mb = 0;
let second = { at: 0, writes: new Map<string, number>() };

function countKey(key: string | undefined): void {
  if (key === undefined) return;
  const at = Math.floor(Date.now() / 1000);
  if (at !== second.at) second = { at, writes: new Map() };
  const writes = (second.writes.get(key) ?? 0) + 1;
  second.writes.set(key, writes);
  figures.busiest = Math.max(figures.busiest, writes);
}

/** An address with its suppression and opt-outs, or an opt-out's row. */
const isEntry = ({ pk }: Keys) => pk?.startsWith('ADR#') ?? false;

/** The caller's key and account, and a token of its rate (P24). */
const isCommon = ({ pk, sk }: Keys) => pk?.startsWith('KEY#') || sk === 'ACCOUNT' || sk === 'other';

/** Half a unit for each key without an item. AWS bills it, but DynamoDB Local doesn't. */
function missing({ RequestItems }: Record<string, unknown>, { Responses = {} }: Reply): number {
  const asked = Object.entries(RequestItems as Tables<{ Keys: unknown[] }>);
  return asked.reduce(
    (sum, [name, { Keys }]) => sum + 0.5 * (Keys.length - (Responses[name]?.length ?? 0)),
    0,
  );
}

function countWrite(keys: Keys, capacity: Capacity[]): void {
  countKey(keys.pk);
  for (const { GlobalSecondaryIndexes = {} } of capacity)
    for (const index of Object.keys(GlobalSecondaryIndexes)) countKey(keys[`${index}pk` as 'gsi1pk']);
}

function count(name: string, input: Record<string, unknown>, reply: Reply, began: number): void {
  const capacity = [reply.ConsumedCapacity ?? []].flat();
  const units = capacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (capacity.length > 0) figures.metered = true;
  if (name === 'BatchGetItem') {
    figures.reads += units + missing(input, reply);
    return;
  }
  const keys = { ...(input.Key as Keys), ...(input.Item as Keys), ...reply.Attributes };
  const kind = /^(Get|Query)/.test(name) ? 'reads' : 'writes';
  figures[kind] += units;
  if (kind === 'writes') countWrite(keys, capacity);
  if (isEntry(keys)) return;
  figures.besides[kind] += units;
  if (!isCommon(keys)) calls.push({ began, ended: performance.now() });
}

/** From now on, each call asks the table for its cost and is counted. */
export function meterTable(): void {
  const { pass } = wire;
  wire.pass = async (call, next) => {
    if (call.service !== 'dynamodb') return pass(call, next);
    const input: Record<string, unknown> = Object.assign(call.input, { ReturnConsumedCapacity: 'INDEXES' });
    const began = performance.now();
    try {
      const reply: Reply = await pass(call, next);
      count(call.operation, input, reply, began);
      return reply;
    } catch (error) {
      // A failed condition costs at least one unit, which the table doesn't report.
      if ((error as Error).name === 'ConditionalCheckFailedException')
        count(call.operation, input, { ConsumedCapacity: { CapacityUnits: 1 } }, began);
      throw error;
    }
  };
  const sample = () => {
    peak_mb = Math.max(peak_mb, megabytes());
  };
  setInterval(sample, 20).unref();
}

/** Returns the figures and resets them to 0. */
export function figuresOf(): TableFigures {
  const now_mb = megabytes();
  if (start_mb === 0) start_mb = now_mb;
  const all = { ...figures, start_mb, peak_mb: Math.max(peak_mb, now_mb) };
  all.besides.trips = roundTrips(calls);
  figures = none();
  calls = [];
  peak_mb = 0;
  return all;
}
