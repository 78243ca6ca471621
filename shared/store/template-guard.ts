import type { Id } from '../core/runtime.ts';
import { keys } from './schema.ts';
import { readRecord, type Table, type Write } from './table.ts';

type Side = 'activations' | 'withdrawals';

/** How often an account withdrew templates, and activated automations that use one. */
type TemplateGuard = Partial<Record<Side, number>>;

/** Read this before the reads that decide a write with `guarded`. */
export const readGuard = async (table: Table, account: Id<'acc'>): Promise<TemplateGuard> =>
  (await readRecord<TemplateGuard>(table, keys.templateGuard(account))) ?? {};

/**
 * The part of a transaction that fails an activation if a template was withdrawn since the guard was read,
 * and a withdrawal if an automation was activated. One item covers all templates that an automation uses.
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
