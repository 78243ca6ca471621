import { inParallel } from '../../../core/in-parallel.ts';
import type { ImportProvider } from '../../../core/records/imports.ts';
import type { AddressState, List } from '../../../core/records/lists.ts';
import type { Base, Lists } from '../../context.ts';
import type { ListRow } from '../providers/provider.ts';
import type { RowOutcome } from '../totals.ts';
import { type Decision, decideOptOut, decideSuppression, markOf } from './decide.ts';
import { importedOptOut, importedSuppression } from './entries.ts';
import { lookAt, outcomeOf, type Planned, planRows, type RequestState } from './plan-rows.ts';

/** Rows of one round: a BatchGet, then the writes. */
const round = 100;
/** Writes at a time; what one key of a list takes is the store's to hold back (M68). */
const concurrency = 16;

type Target = {
  list: List;
  provider: ImportProvider;
  /** When the import began, epoch ms. */
  started: number;
  /** Epoch ms: later no round begins. */
  until: number;
};

type Taken = {
  /** Rows that are done, from the first. */
  done: number;
  outcomes: RowOutcome[];
  /** Entries that were written now. */
  written: number;
  /** The next row would be over what an import may write (M6). */
  full: boolean;
};

/** Writes an entry; another write may have come first, and then decides. */
async function writeEntry(
  ctx: Lists,
  { list, provider, started }: Target,
  { run, row, kind, address, text, at, seen }: NonNullable<Planned['write']>,
): Promise<Decision> {
  const made = {
    list,
    provider,
    started,
    address,
    text,
    at,
    import_id: run.id ?? '',
    mark: markOf(run, row),
  };
  if (kind === 'product_opt_out') {
    const { opt_out, created } = await ctx.opt_outs.addImported(list, importedOptOut(made));
    return created ? 'write' : decideOptOut(opt_out, run);
  }
  const added = await ctx.suppressions.addImported(list, importedSuppression(made, kind), seen);
  if (added.outcome !== 'unchanged') return 'write';
  const decision = decideSuppression(added.suppression, kind, run);
  return decision === 'write' ? 'already' : decision;
}

/** One round: reads what is stored, decides, writes. A repetition after any failure counts the same (M17). */
async function takeRound(
  ctx: Base & Lists,
  target: Target,
  request: RequestState,
  rows: ListRow[],
): Promise<Taken> {
  const looked = rows.map((row) => lookAt(row, request));
  const addresses = [
    ...new Set(looked.flatMap((one) => (one !== null && 'entry' in one ? [one.entry.address] : []))),
  ];
  const read = await ctx.suppressions.readStates(target.list, addresses);
  const states = new Map(addresses.map((address, i) => [address, read[i] as AddressState]));
  const { planned, full } = planRows(looked, (address) => states.get(address) as AddressState, request);
  let written = 0;
  await inParallel(planned, concurrency, async (one) => {
    const { write } = one;
    if (write === null) return;
    const decision = await writeEntry(ctx, target, write);
    one.outcome = outcomeOf(decision, write.kind);
    if (decision === 'write') written++;
  });
  const outcomes = planned.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  return { done: planned.length, outcomes, written, full };
}

const imports = (outcome: RowOutcome) => typeof outcome === 'object' && 'imported' in outcome;

/** Takes rows of one list, in rounds, until they are done, the time is over, or the import has written all that it may. */
export async function takeRows(
  ctx: Base & Lists,
  target: Target,
  request: RequestState,
  rows: ListRow[],
): Promise<Taken> {
  const all: Taken = { done: 0, outcomes: [], written: 0, full: false };
  while (all.done < rows.length && !all.full) {
    if (all.done > 0 && ctx.runtime.now() >= target.until) return all;
    const counted = request.counted + all.outcomes.length;
    const room = request.room - all.outcomes.filter(imports).length;
    const next = rows.slice(all.done, all.done + round);
    const taken = await takeRound(ctx, target, { ...request, counted, room }, next);
    all.done += taken.done;
    all.outcomes.push(...taken.outcomes);
    all.written += taken.written;
    all.full = taken.full;
  }
  return all;
}
