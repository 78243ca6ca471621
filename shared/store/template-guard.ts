import type { Id } from '../core/runtime.ts';
import { keys } from './schema.ts';
import { readRecord, type Table, type Write } from './table.ts';

type Side = 'activations' | 'withdrawals';

/** How often an account's templates were withdrawn, and automations that name one activated. */
type TemplateGuard = Partial<Record<Side, number>>;

/** Read before what a write of `guarded` is decided by. */
export const readGuard = async (table: Table, account: Id<'acc'>): Promise<TemplateGuard> =>
  (await readRecord<TemplateGuard>(table, keys.templateGuard(account))) ?? {};

/**
 * The part of a transaction by which an activation fails where a template was withdrawn since the guard was read, and a
 * withdrawal where an automation was activated: one item, however many templates an automation names.
 */
export function guarded(account: Id<'acc'>, own: Side, seen: TemplateGuard): Write {
  const other = own === 'activations' ? 'withdrawals' : 'activations';
  const current = seen[other];
  return {
    label: 'guard',
    update: keys.templateGuard(account),
    expression: `ADD ${own} :one`,
    condition: current === undefined ? `attribute_not_exists(${other})` : `${other} = :seen`,
    values: { ':one': 1, ...(current !== undefined && { ':seen': current }) },
  };
}
