import type { Id } from '../core/runtime.ts';
import { keys } from './schema.ts';
import type { ConditionFailed, Update } from './table.ts';

type Resource = 'automations' | 'blocked_senders' | 'domains' | 'templates' | 'tenants' | 'webhooks';

/** Adds one to its account's count. The condition fails at the plan's limit. */
export const countOne = (account: Id<'acc'>, resource: Resource, limit: number): Update => ({
  label: 'limit',
  update: keys.counts(account),
  expression: `ADD ${resource} :one`,
  // Before the first count there is nothing to compare, but a limit of 0 must still fail.
  condition: `${limit > 0 ? `attribute_not_exists(${resource}) OR ` : ''}${resource} < :limit`,
  values: { ':one': 1, ':limit': limit },
});

/** The count when `countOne` failed. */
export const usedOf = ({ failed }: ConditionFailed, resource: Resource, limit: number): number =>
  Number(failed.get('limit')?.[resource] ?? limit);

export const countOneLess = (account: Id<'acc'>, resource: Resource): Update => ({
  update: keys.counts(account),
  expression: `ADD ${resource} :less`,
  values: { ':less': -1 },
});
