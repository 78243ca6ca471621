import type { Node } from 'constructs';
import { whole } from '../shared/aws/settings.ts';
import { readValue } from './context.ts';
import type { QueueName } from './function-spec.ts';
import { functions } from './functions.ts';

/** The quota that the maxima of `infra/functions.ts` are meant for; an account can have more, and a new one often has 10. */
const usualQuota = 1000;

/** Lambda keeps this much of the quota unreserved, and refuses a reservation that leaves less. */
const leastUnreserved = 100;

/** Lambda's least maximum of an SQS event source. */
const leastMaximum = 2;

/** How many copies of each function may run at a time (P8). */
export type Concurrency = {
  /** What the account and region may run at a time. */
  quota: number;
  queues: Record<QueueName, number>;
  /** By function name; empty where the quota is too small to reserve anything. */
  reserved: Record<string, number>;
};

const sources = Object.values(functions).flatMap(({ queues = [] }) => queues);

/**
 * Context `lambdaConcurrency` (the account's quota, which `npm run deploy` reads) scales the maxima of
 * `infra/functions.ts` down; `<queue>Concurrency`, e.g. `deliverConcurrency`, sets one. Throws when the event sources
 * and the reserved functions could together take 90 % of the quota: one queue must not keep the API from running.
 */
export function readConcurrency(node: Node, quota: number): Concurrency {
  const share = Math.min(1, quota / usualQuota);
  const queues = Object.fromEntries(
    sources.map(({ name, maxConcurrency }) => [
      name,
      readValue(node, contextName(name), whole(leastMaximum).optional()) ??
        Math.max(leastMaximum, Math.floor(maxConcurrency * share)),
    ]),
  ) as Concurrency['queues'];
  const reserved = reservedOf(quota, share);
  const maxima = Object.values(queues);
  const total = [...maxima, ...Object.values(reserved)].reduce((sum, one) => sum + one, 0);
  if (total >= 0.9 * quota && maxima.some((one) => one > leastMaximum)) {
    const names = sources.map(({ name }) => contextName(name)).join(', ');
    throw new Error(`context ${names}: together under ${0.9 * quota}, 90 % of the quota of ${quota}`);
  }
  return { quota, queues, reserved };
}

function reservedOf(quota: number, share: number): Record<string, number> {
  const reserved = Object.entries(functions).flatMap(([name, { reservedConcurrency: most }]) =>
    most ? [[name, Math.max(1, Math.floor(most * share))] as const] : [],
  );
  const total = reserved.reduce((sum, [, one]) => sum + one, 0);
  return quota - total >= leastUnreserved ? Object.fromEntries(reserved) : {};
}

/** The maxima with the usual quota, by the names of the context. */
export const queueMaxima = Object.fromEntries(
  sources.map(({ name, maxConcurrency }) => [contextName(name), maxConcurrency]),
);

/** `attempt-webhook` is set by `attemptWebhookConcurrency`. */
function contextName(queue: QueueName): string {
  return `${queue.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Concurrency`;
}
