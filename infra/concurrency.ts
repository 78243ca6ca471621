import type { Node } from 'constructs';
import { wholeNumber } from '../shared/aws/settings.ts';
import { readValue } from './context-values.ts';
import type { QueueName } from './function-spec.ts';
import { functions } from './functions.ts';

/**
 * The quota that the limits in `infra/functions.ts` assume. An account can have more, but new accounts often
 * have 10.
 */
export const usualQuota = 1000;

/** Lambda keeps this much of the quota unreserved, and rejects reservations that leave less. */
export const leastUnreserved = 100;

/** Lambda's smallest and largest maximum for an SQS event source. */
const leastMaximum = 2;
const maxMaximum = 1000;

/**
 * The queues that lose their event source on a small quota, in this order (P48). Sending, SES's reports, and
 * webhooks always keep theirs.
 */
const rare: QueueName[] = ['tenant-removals', 'domain-tasks', 'notices', 'receive', 'bulk', 'advance-run'];

/** Queues whose messages can wait. They never have an event source, which costs $0.26 a month each. */
const quiet = (inbound: Inbound): QueueName[] => [
  'tenant-removals',
  ...(inbound === 'off' ? ['receive' as const] : []),
];

type Inbound = 'smtp' | 'ses' | 'off';

/** How many copies of each function may run at a time (P8). */
export type Concurrency = {
  /** The account's concurrency quota in the region. */
  quota: number;
  /** The maximum for each queue with its own event source. */
  queues: Partial<Record<QueueName, number>>;
  /** The queues whose functions the sweep starts instead, one after another. */
  drained: QueueName[];
  /** The drained queues that would have an event source on a larger quota. */
  late: QueueName[];
  /** Reserved copies by function name. Empty if the quota is too small to reserve any. */
  reserved: Record<string, number>;
};

const sources = Object.values(functions).flatMap(({ queues = [] }) => queues);

type Values = Pick<Node, 'tryGetContext'>;

/**
 * Context `lambdaConcurrency` (the account's quota, which `npm run deploy` reads) scales down the maxima in
 * `infra/functions.ts`. `<queue>Concurrency`, such as `deliverConcurrency`, sets one and keeps its event
 * source. Throws if event sources and reservations could take 90% of the quota: a queue must not starve the
 * API.
 */
export function readConcurrency(values: Values, quota: number, inbound: Inbound): Concurrency {
  const share = Math.min(1, quota / usualQuota);
  const given = (name: QueueName) =>
    readValue(values, contextName(name), wholeNumber(leastMaximum, { max: maxMaximum }).optional());
  const free = rare.filter((name) => given(name) === undefined);
  const unfed = free.filter((name) => quiet(inbound).includes(name));
  const late = tooMany(
    quota,
    sources.length - unfed.length,
    free.filter((name) => !unfed.includes(name)),
  );
  const drained = [...unfed, ...late];
  const queues: Concurrency['queues'] = Object.fromEntries(
    sources
      .filter(({ name }) => !drained.includes(name))
      .map(({ name, maxConcurrency }) => [
        name,
        given(name) ?? Math.max(leastMaximum, Math.floor(maxConcurrency * share)),
      ]),
  );
  const reserved = reservedOf(quota, share);
  const maxima = Object.values(queues);
  const total = [...maxima, ...Object.values(reserved)].reduce((sum, one) => sum + one, 0);
  if (total >= 0.9 * quota && maxima.some((one) => one > leastMaximum)) {
    const names = sources.map(({ name }) => contextName(name)).join(', ');
    throw new Error(`context ${names}: the total must be under ${0.9 * quota}, 90% of the quota of ${quota}`);
  }
  return { quota, queues, drained, late, reserved };
}

/**
 * The first few `candidates`: as many as must give up their event source, so that the smallest maxima of the
 * `fed` queues leave half of the quota (P48).
 */
function tooMany(quota: number, fed: number, candidates: QueueName[]): QueueName[] {
  const fitting = Math.floor(quota / 2 / leastMaximum);
  return candidates.slice(0, Math.max(0, fed - fitting));
}

function reservedOf(quota: number, share: number): Record<string, number> {
  const reserved = Object.entries(functions).flatMap(([name, { reservedConcurrency: max }]) =>
    max ? [[name, Math.max(1, Math.floor(max * share))] as const] : [],
  );
  const total = reserved.reduce((sum, [, one]) => sum + one, 0);
  return quota - total >= leastUnreserved ? Object.fromEntries(reserved) : {};
}

/** The maxima on the usual quota, by context name. */
export const queueMaxima = Object.fromEntries(
  sources.map(({ name, maxConcurrency }) => [contextName(name), maxConcurrency]),
);

/** `attempt-webhook` is set by `attemptWebhookConcurrency`. */
function contextName(queue: QueueName): string {
  return `${queue.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Concurrency`;
}
