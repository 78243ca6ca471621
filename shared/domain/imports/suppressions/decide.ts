import {
  type OptOut,
  type Suppression,
  type SuppressionReason,
  weakerThan,
} from '../../../core/records/lists.ts';

export type Decision =
  | 'write'
  /** A request that was killed wrote it: counted as if it were written now (M17). */
  | 'written'
  /** Counted by an earlier request of this import, and read again (M17). */
  | 'passed'
  /** Another list of this import brought it (M55). */
  | 'duplicate'
  /** There before this import, as strong or stronger (M55). */
  | 'already';

export type Run = { id: string; list: string; recorded: number };

export const markOf = ({ id, list }: Run, row: number): string => `${id}/${list}/${row}`;

/** The decision by the mark of a stored entry; null: another import wrote it, or none. */
function byMark(mark: string | undefined, { id, list, recorded }: Run): Decision | null {
  const [by, from, row] = mark?.split('/') ?? [];
  if (by !== id) return null;
  if (from !== list) return 'duplicate';
  return Number(row) >= recorded ? 'written' : 'passed';
}

/** M55: an entry of this import by its mark, a weaker or temporary one of before is raised, else it stays. */
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

/** M56: an opt-out is a record of its own, whatever else is stored of the address. */
export const decideOptOut = (current: OptOut | null, run: Run): Decision =>
  current === null ? 'write' : (byMark(current.import, run) ?? 'already');
