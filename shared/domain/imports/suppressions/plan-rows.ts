import type { EntryKind } from '../../../core/records/imports.ts';
import {
  type AddressState,
  type OptOut,
  type Suppression,
  type SuppressionReason,
  weakerThan,
} from '../../../core/records/lists.ts';
import type { Id } from '../../../core/runtime.ts';
import { listedAddress } from '../../suppressions/addresses.ts';
import type { EntryRow, ListRow } from '../providers/provider.ts';
import type { Slice } from '../slice.ts';
import type { RowOutcome } from '../totals.ts';

export type Decision =
  | 'write'
  /** A killed request wrote this entry. It counts as written now. */
  | 'written'
  /** An earlier request of this import already counted the row, and it was read again. */
  | 'passed'
  /** Another list in this import has the same address. */
  | 'duplicate'
  /** The entry existed before this import, with a reason that is at least as strong. */
  | 'already';

type Run = { id: Id<'mig'>; list: string; recorded: number };

export const markOf = ({ id, list }: Run, row: number): string => `${id}/${list}/${row}`;

/** What a stored entry's mark says about the row. Null if this import didn't write the entry. */
function byMark(mark: string | undefined, { id, list, recorded }: Run): Decision | null {
  const [by, from, row] = mark?.split('/') ?? [];
  if (by !== id) return null;
  if (from !== list) return 'duplicate';
  return Number(row) >= recorded ? 'written' : 'passed';
}

/**
 * M55: recognizes this import's entries by their mark. Upgrades an older entry that is weaker or temporary,
 * and leaves all others unchanged.
 */
export function decideSuppression(
  current: Suppression | null,
  reason: SuppressionReason,
  run: Run,
): Decision {
  if (current === null) return 'write';
  const marked = byMark(current.import, run);
  if (marked !== null) return marked;
  const raises = weakerThan(reason).includes(current.reason) || current.expires_at !== undefined;
  return raises ? 'write' : 'already';
}

/** M56: an opt-out is its own record, whatever else is stored for the address. */
export const decideOptOut = (current: OptOut | null, run: Run): Decision =>
  current === null ? 'write' : (byMark(current.import, run) ?? 'already');

/** An import request's work so far, before the next rows. */
export type RequestState = Slice['listing'] & {
  import_id: Id<'mig'>;
  /** Rows of this list that this request already counted. */
  counted: number;
  /** Entries that this import may still write. */
  room: number;
};

/** How a row is counted. `write` is set if the row still has to be written, which can change the outcome. */
export type Planned = {
  outcome: RowOutcome | null;
  /** `seen` is the address's suppression as it was read. */
  write: (EntryRow & { run: Run; row: number; seen: Suppression | null }) | null;
};

type Looked = { outcome: RowOutcome } | { entry: EntryRow } | null;

/** An entry's record name with its address, because suppression and opt-out are separate records. */
const recordName = ({ kind, address }: EntryRow): string =>
  `${kind === 'product_opt_out' ? 'opt_out' : 'suppression'} ${address}`;

/**
 * A row with its address checked. Null for a repeat within its list, which doesn't count. Old Mailgun lists
 * have a row per tag, so a `*` row and a tag row differ.
 */
export function lookAt(row: ListRow, { met }: Pick<RequestState, 'met'>): Looked {
  if ('skip' in row) return { outcome: { skipped: row.skip } };
  const address = listedAddress(row.address.trim());
  if (address === null) return { outcome: { skipped: 'invalid_address' } };
  const entry = { ...row, address };
  const name = `${row.list} ${recordName(entry)}`;
  if (met.has(name)) return null;
  met.add(name);
  return { entry };
}

export function outcomeOf(decision: Decision, kind: EntryKind): RowOutcome | null {
  if (decision === 'passed') return null;
  if (decision === 'duplicate') return { skipped: 'duplicate' };
  return decision === 'already' ? 'already_suppressed' : { imported: kind };
}

function decide(entry: EntryRow, state: AddressState, run: Run, brought: Set<string>): Decision {
  const { kind } = entry;
  const decision =
    kind === 'product_opt_out'
      ? decideOptOut(state.opt_outs.find(({ category }) => category === 'product') ?? null, run)
      : decideSuppression(state.suppression, kind, run);
  if (decision !== 'write') return decision;
  const name = recordName(entry);
  if (brought.has(name)) return 'duplicate';
  brought.add(name);
  return 'write';
}

/** Each row's outcome, given what is stored for its address. Ends at the last row it may write. */
export function planRows(
  looked: Looked[],
  stateOf: (address: string) => AddressState,
  { import_id, recorded, brought, ...request }: RequestState,
): { planned: Planned[]; full: boolean } {
  const planned: Planned[] = [];
  let { room, counted } = request;
  for (const one of looked) {
    if (one === null || 'outcome' in one) {
      planned.push({ outcome: one?.outcome ?? null, write: null });
      if (one !== null) counted++;
      continue;
    }
    const { entry } = one;
    const run = { id: import_id, list: entry.list, recorded };
    const state = stateOf(entry.address);
    const decision = decide(entry, state, run, brought);
    const brings = decision === 'write' || decision === 'written';
    if (brings && room === 0) return { planned, full: true };
    if (brings) room--;
    // An opt-out takes two writes, and a killed request may have made only the first.
    const writes = decision === 'write' || (decision === 'written' && entry.kind === 'product_opt_out');
    planned.push({
      outcome: outcomeOf(decision, entry.kind),
      write: writes ? { ...entry, run, row: recorded + counted, seen: state.suppression } : null,
    });
    if (decision !== 'passed') counted++;
  }
  return { planned, full: false };
}
