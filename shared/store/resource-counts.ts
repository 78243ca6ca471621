import type { Id } from '../core/runtime.ts';
import { keys } from './schema.ts';
import type { ConditionFailed, Update } from './table.ts';

type Resource = 'automations' | 'blocked_senders' | 'domains' | 'templates' | 'tenants' | 'webhooks';

/** Counts one more on its account; the condition fails where the plan's number is reached. */
export const countOne = (account: Id<'acc'>, resource: Resource, limit: number): Update => ({
  label: 'limit',
  update: keys.counts(account),
  expression: `ADD ${resource} :one`,
  // Where none was counted yet there is nothing to compare; a limit of 0 leaves room for none all the same.
  condition: `${limit > 0 ? `attribute_not_exists(${resource}) OR ` : ''}${resource} < :limit`,
  values: { ':one': 1, ':limit': limit },
});

/** The number that there was when `countOne` failed. */
export const usedOf = ({ failed }: ConditionFailed, resource: Resource, limit: number): number =>
  Number(failed.get('limit')?.[resource] ?? limit);

export const countOneLess = (account: Id<'acc'>, resource: Resource): Update => ({
  update: keys.counts(account),
  expression: `ADD ${resource} :less`,
  values: { ':less': -1 },
});
