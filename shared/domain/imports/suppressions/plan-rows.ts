import type { EntryKind } from '../../../core/records/imports.ts';
import type { AddressState, Suppression } from '../../../core/records/lists.ts';
import { listedAddress } from '../../suppressions/addresses.ts';
import type { EntryRow, ListRow } from '../providers/provider.ts';
import type { RowOutcome } from '../totals.ts';
import { type Decision, decideOptOut, decideSuppression, type Run } from './decide.ts';

/** The work of one request of an import before the rows that come now. */
export type RequestState = {
  import_id: string;
  /** Rows of this list that earlier requests counted (M17), and those that this request counted before. */
  recorded: number;
  counted: number;
  /** Entries that this import may still write (M6). */
  room: number;
  /** `<list> <kind of record> <address>` of the rows that this request has met: a second row of a list is passed over (M55). */
  met: Set<string>;
  /** `<kind of record> <address>` of what it brings: a row of another list is a duplicate. */
  brought: Set<string>;
};

/** A row as it counts; `write` when it is to be written, which may change the outcome. */
export type Planned = {
  outcome: RowOutcome | null;
  /** `seen`: the suppression of its address as it was read. */
  write: (EntryRow & { run: Run; row: number; seen: Suppression | null }) | null;
};

type Looked = { outcome: RowOutcome } | { entry: EntryRow } | null;

/** The record that an entry is, with its address: a suppression and an opt-out are two (M56). */
const recordName = ({ kind, address }: EntryRow): string =>
  `${kind === 'product_opt_out' ? 'opt_out' : 'suppression'} ${address}`;

/**
 * A row with its address checked; null: a second one of its list, which counts for nothing. Old lists of Mailgun have a
 * row for each tag: one of `*` is not the second one of a row of a tag.
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

/**
 * The outcome of each row, by what is stored of its address. It ends before the row whose entry would be one more than
 * the import may write (M6).
 */
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
    // An opt-out is two writes: a request that was killed may have made the first only.
    const writes = decision === 'write' || (decision === 'written' && entry.kind === 'product_opt_out');
    planned.push({
      outcome: outcomeOf(decision, entry.kind),
      write: writes ? { ...entry, run, row: recorded + counted, seen: state.suppression } : null,
    });
    if (decision !== 'passed') counted++;
  }
  return { planned, full: false };
}
