import { dayOf } from '../core/days.ts';
import { isCompleted, rampLimits, type Stream } from '../core/ramp.ts';
import type { CountedLimit, Limit, PlanLimit, RampCounts, RampLimit } from '../core/records/limits.ts';
import { aheadWithin, exceededBy, isRamp, labelOf, marked, nothing, plus } from './limit-counts.ts';
import { planWrite } from './plan-counts.ts';
import { rampToday, rampWrite } from './ramp-counts.ts';
import type { Update } from './table.ts';

type RampCounted = RampLimit & { counts: RampCounts | null };

/** Blocks are leased of larger limits only (A4). */
const least_held_of = 10_000;

/** Recipients of a limit that all blocks together may hold (Q9): what no process sends to is at most 0.5 % of it. */
function mostHeldOf(limit: number | null): number {
  if (limit === null) return Number.POSITIVE_INFINITY;
  return limit > least_held_of ? Math.floor(limit * 0.005) : 0;
}

/** Of the limits that a plan's item holds. */
const planMostHeld = ({ day_limit, month_limit }: PlanLimit): number =>
  Math.min(mostHeldOf(day_limit), mostHeldOf(month_limit));

/** Recipients of the send's stream that all blocks together may hold: of a daily_limit, which both use, half each. */
function rampMostHeld(limit: RampCounted, now: number): number {
  const { stage } = rampToday(limit, now);
  const ofStage = isCompleted(limit.kind, stage) ? null : rampLimits(limit.kind, stage)[limit.stream];
  return Math.min(mostHeldOf(ofStage), Math.floor(mostHeldOf(limit.daily_limit) / 2));
}

/**
 * Takes back what a block has left, and all that it held. The next day keeps nothing of it but the month, so that there
 * are two forms: the second is for when the first finds another day.
 */
function endPlanBlock(
  { update, values = {} }: Update,
  { left, size }: { left: number; size: number },
): Update[] {
  const less = { ':less': -left, ':held': -size };
  return [
    {
      update,
      names: { '#day': 'day' },
      expression: 'ADD day_used :less, month_used :less, held :held',
      condition: '#day = :day',
      values: { ...less, ':day': values[':day'] },
    },
    {
      update,
      names: { '#month': 'month' },
      expression: 'ADD month_used :less, held :held',
      condition: '#month = :month',
      values: { ...less, ':month': values[':month'] },
    },
  ];
}

/** Takes back what a block of a stream has left, and all that it held, while it is still that day. */
function endRampBlock(
  { update, values = {} }: Update,
  { left, size, stream }: { left: number; size: number; stream: Stream },
): Update {
  return {
    update,
    names: { '#day': 'day', '#total': 'total' },
    expression: `ADD ${stream} :less, #total :less, held_${stream} :held`,
    condition: '#day = :day',
    values: { ':less': -left, ':held': -size, ':day': values[':day'] },
  };
}

/** Names what one block is of: a limit, and of a ramp the stream. */
export const blockLabelOf = (limit: Limit) =>
  isRamp(limit) ? `${labelOf(limit)} ${limit.stream}` : labelOf(limit);

/** Recipients that a process has leased: `left` of `size` are not counted to a send yet. */
export type Held = { left: number; size: number };

/** Recipients of a limit that all blocks may hold together, for the send's stream; 0: there are none (A4, Q9). */
export const mostHeld = (limit: CountedLimit, now: number): number =>
  isRamp(limit) ? rampMostHeld(limit, now) : planMostHeld(limit);

/**
 * The update that leases a block of `size` recipients and takes back `last` in the same write, and what ends the block:
 * of several updates the first whose condition holds. null near the limit, on a day that has not begun, and where the block
 * alone is more than all may hold.
 */
export function blockWrites(
  limit: CountedLimit,
  { size, last }: { size: number; last: Held },
  now: number,
): { lease: Update; end: (held: Held) => Update[] } | null {
  if (limit.counts === null || limit.counts.day !== dayOf(now)) return null;
  const room = mostHeld(limit, now) - (size - last.size);
  if (!Number.isFinite(room) || room < 0) return null;
  const recipients = size - last.left;
  const block = { ...limit, recipients };
  if (exceededBy(block, nothing, now, aheadWithin)) return null;
  const write = isRamp(block)
    ? rampWrite(block, plus(nothing, block), now, aheadWithin)
    : planWrite(block, recipients, now, aheadWithin);
  if (write === null) return null;
  const lease = marked(holding(write, isRamp(limit) ? `held_${limit.stream}` : 'held'), now);
  const values = { ...lease.values, ':held': size - last.size, ':held_room': room };
  const end = (held: Held) =>
    isRamp(limit) ? [endRampBlock(write, { ...held, stream: limit.stream })] : endPlanBlock(write, held);
  return { lease: { ...lease, values }, end };
}

const holding = (write: Update, name: string): Update => ({
  ...write,
  expression: `${write.expression}, ${name} :held`,
  condition: `${write.condition} AND (attribute_not_exists(${name}) OR ${name} <= :held_room)`,
});
