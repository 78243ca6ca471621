import type { FunctionSpec, Grant, QueueName } from './function-spec.ts';
import { functions } from './functions.ts';

export const queuesOfGrant = {
  'deliver:send': ['deliver', 'bulk'],
  'webhook:send': ['attempt-webhook'],
  'feedback:send': ['feedback'],
  'domains:send': ['domain-tasks'],
  'removals:send': ['tenant-removals'],
  'runs:send': ['advance-run'],
  'notices:send': ['notices'],
  'receive:send': ['receive'],
} satisfies Partial<Record<Grant, QueueName[]>>;

/**
 * Whether a function's messages can return to it through queues. Lambda stops such a chain after about 16
 * invocations unless the function allows it (P42). The domain code limits our chains by attempts, hours, and
 * steps.
 */
export function maySendToItself(name: string, all: Record<string, FunctionSpec> = functions): boolean {
  const reached = new Set<string>();
  const follow = (from: string): void => {
    const queues = (all[from]?.grants ?? []).flatMap(
      (grant): string[] => queuesOfGrant[grant as keyof typeof queuesOfGrant] ?? [],
    );
    for (const [fed, spec] of Object.entries(all)) {
      if (reached.has(fed) || !spec.queues?.some((queue) => queues.includes(queue.name))) continue;
      reached.add(fed);
      follow(fed);
    }
  };
  follow(name);
  return reached.has(name);
}
