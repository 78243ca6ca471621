import { inParallel } from '../../../core/in-parallel.ts';
import type { Importing, Slice, Work } from '../slice.ts';
import { importedOptOut, importedSuppression } from './entries.ts';
import {
  type Decision,
  decideOptOut,
  decideSuppression,
  markOf,
  outcomeOf,
  type Planned,
} from './plan-rows.ts';

/** Writes an entry. If another write came first, that write wins. */
async function writeEntry(
  ctx: Importing,
  { caller, connection, started, import_id }: Work,
  noteMade: () => void,
  { run, row, kind, address, text, at, seen }: NonNullable<Planned['write']>,
): Promise<Decision> {
  const list = { account: caller.account.id, tenant: null };
  const provider = connection.name;
  const made = { list, provider, started, address, text, at, import_id, mark: markOf(run, row) };
  if (kind === 'product_opt_out') {
    const { opt_out, created } = await ctx.opt_outs.addImported(list, importedOptOut(made));
    return created ? 'write' : decideOptOut(opt_out, run);
  }
  const added = await ctx.suppressions.addImported(list, importedSuppression(made, kind), seen);
  if (added.outcome === 'created') noteMade();
  if (added.outcome !== 'unchanged') return 'write';
  const decision = decideSuppression(added.suppression, kind, run);
  return decision === 'write' ? 'already' : decision;
}

/** Writes entries and corrects outcomes if another write came first. `noteMade` is called per new suppression. */
export const writeEntries = (
  ctx: Importing,
  { work, request }: Slice,
  planned: Planned[],
  noteMade: () => void,
): Promise<unknown> =>
  // Sixteen at a time, because the store throttles writes to one key (M68).
  inParallel(planned, 16, async (one) => {
    const { write } = one;
    if (write === null) return;
    const decision = await writeEntry(ctx, work, noteMade, write);
    one.outcome = outcomeOf(decision, write.kind);
    if (decision === 'write') request.written++;
  });
