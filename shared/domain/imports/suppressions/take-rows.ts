import { isAppError } from '../../../core/errors.ts';
import type { AddressState } from '../../../core/records/lists.ts';
import { withRoom } from '../../suppressions/room.ts';
import type { EntryRow, ListRow } from '../providers/provider.ts';
import { type Importing, maxWritten, type Slice } from '../slice.ts';
import type { RowOutcome } from '../totals.ts';
import { lookAt, planRows, type RequestState } from './plan-rows.ts';
import { writeEntries } from './write-entries.ts';

/** Rows per round: a BatchGet, then the writes. */
const round = 100;

/**
 * How many rows are done. `full` means that the next row would exceed the import's limit, or the plan's limit
 * on suppressions.
 */
type Taken = { done: number; outcomes: RowOutcome[]; full: 'run' | 'plan' | null };

const isPlanLimit = (error: unknown) => isAppError(error) && error.code === 'plan_limit';

function takenOf({ planned, full }: ReturnType<typeof planRows>, by: 'run' | 'plan'): Taken {
  const outcomes = planned.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  return { done: planned.length, outcomes, full: full ? by : null };
}

/** One round: reads stored entries, decides on rows, and writes. A repeat gives the same counts. */
async function takeRound(ctx: Importing, slice: Slice, state: RequestState, rows: ListRow[]): Promise<Taken> {
  const looked = rows.map((row) => lookAt(row, state));
  const entries = looked.flatMap((one) => (one !== null && 'entry' in one ? [one.entry] : []));
  const addresses = [...new Set(entries.map(({ address }) => address))];
  const list = { account: slice.work.caller.account.id, tenant: null };
  const read = await ctx.suppressions.readStates(list, addresses);
  const states = new Map(addresses.map((address, i) => [address, read[i] as AddressState]));
  const plan = (room: number) =>
    planRows(looked, (address) => states.get(address) as AddressState, { ...state, room });
  const write = async (noteMade: () => void) => {
    const made = plan(state.room);
    await writeEntries(ctx, slice, made.planned, noteMade);
    return takenOf(made, 'run');
  };
  if (slice.work.preview) return takenOf(plan(state.room), 'run');
  const isNew = ({ address, kind }: EntryRow) =>
    kind !== 'product_opt_out' && states.get(address)?.suppression == null;
  const fresh = [...new Set(entries.filter(isNew).map(({ address }) => address))];
  try {
    return await withRoom(ctx, slice.work.caller, fresh, write);
  } catch (error) {
    if (isPlanLimit(error)) return takenOf(plan(0), 'plan');
    throw error;
  }
}

const imports = (outcome: RowOutcome) => typeof outcome === 'object' && 'imported' in outcome;

/** Takes one list's rows in rounds, until they are done, time is over, or the import reached its write limit. */
export async function takeRows(ctx: Importing, slice: Slice, rows: ListRow[]): Promise<Taken> {
  const { work, progress, listing } = slice;
  const all: Taken = { done: 0, outcomes: [], full: null };
  while (all.done < rows.length && all.full === null) {
    if (all.done > 0 && ctx.runtime.now() >= work.connection.until) return all;
    const state = {
      import_id: work.import_id,
      ...listing,
      counted: progress.position.rows - listing.recorded + all.outcomes.length,
      room: maxWritten - progress.suppressions.totals.imported - all.outcomes.filter(imports).length,
    };
    const next = rows.slice(all.done, all.done + round);
    const taken = await takeRound(ctx, slice, state, next);
    all.done += taken.done;
    all.outcomes.push(...taken.outcomes);
    all.full = taken.full;
  }
  return all;
}
