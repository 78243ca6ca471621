import type { Run, StepEnd, StepRecord } from '../core/records/runs.ts';
import { dense } from './email-items.ts';
import { entryOf, indexes, keys, runIdOf, shardOf, ttlAfter } from './schema.ts';
import { type Item, recordOf } from './table.ts';

/** Fields that aren't stored while they are null. */
export const nothing = {
  email: null,
  user_id: null,
  next_step_at: null,
  waiting_for: null,
  ended_reason: null,
  error: null,
  claimed_at: null,
  completed_at: null,
  cancelled_by: null,
};

/** The smallest positive number the table takes. */
const leastNumber = 1e-130;

type StoredMatch = Run['match'] | { number: string };

/**
 * A `match` value as stored: a number too small for the table becomes `{ number: text }`, which no real value
 * looks like.
 */
const storedMatch = (match: Run['match']): StoredMatch =>
  typeof match === 'number' && match !== 0 && Math.abs(match) < leastNumber
    ? { number: String(match) }
    : match;

const matchOf = (stored: StoredMatch): Run['match'] =>
  typeof stored === 'object' && stored !== null ? Number(stored.number) : stored;

/** What one write of a run ended, for the counts of steps: `3 0c 1f` is move 3, step 0 completed, step 1 false. */
export const endedText = (moves: number, ended: readonly StepRecord[]): string =>
  [moves, ...ended.map((record) => `${record.index}${endOf(record)}`)].join(' ');

/** A letter for how a step ended. Conditions have their result. */
function endOf({ status, output }: StepRecord): StepEnd {
  if (status === 'failed') return 'e';
  if (status === 'skipped') return 's';
  return typeof output?.result === 'boolean' ? (output.result ? 't' : 'f') : 'c';
}

/**
 * The steps that an item's last write ended. Null if it doesn't say, because the previous release wrote it: that
 * release keeps the text of an earlier move.
 */
export function endedIn({ ended, moves }: Item): { step: number; end: StepEnd }[] | null {
  const [move, ...steps] = String(ended ?? '').split(' ');
  if (ended === undefined || move !== String(moves)) return null;
  return steps.map((text) => ({ step: Number.parseInt(text, 10), end: text.slice(-1) as StepEnd }));
}

export function runOf(item: Item): Run {
  const {
    match,
    ended: _,
    ...run
  } = recordOf<Omit<Run, 'match'> & { match?: StoredMatch; ended?: string }>(item);
  return { ...nothing, ...run, ...(match !== undefined && { match: matchOf(match) }), id: runIdOf(item) };
}

export const recordOfStep = ({ account: _account, ...item }: Item): StepRecord => recordOf<StepRecord>(item);

/** The non-null fields, and `match`, where null means a value that equals nothing. */
export const fieldsOf = ({ match, ...rest }: Partial<Run>): Record<string, unknown> => ({
  ...dense(rest),
  ...(match !== undefined && { match: storedMatch(match) }),
});

export const runItem = ({ id, ...run }: Run, shards: number, kept_s: number): Item => {
  const { automation_id, email, completed_at } = run;
  return {
    ...keys.run(id),
    et: 'run',
    ...entryOf(indexes.runs(automation_id, shardOf(id, shards)), id),
    ...(email !== null && entryOf(indexes.runsOfPerson(automation_id, email), id)),
    ...(completed_at !== null && { ttl: ttlAfter(completed_at, kept_s) }),
    ...fieldsOf(run),
  };
};

/**
 * Expires as late as the longest run could. The run expires first, so its steps stay visible as long as the
 * run.
 */
export const stepItem = (run: Run, record: StepRecord, kept_s: number): Item => ({
  ...keys.runStep(run.id, record.index),
  et: 'run_step',
  ttl: ttlAfter(record.completed_at, run.longest_s + kept_s),
  account: run.account,
  ...record,
});
