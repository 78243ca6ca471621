import type { Node } from 'constructs';
import { wholeNumber } from '../shared/aws/settings.ts';
import { readValue } from './context-values.ts';
import type { QueueName } from './function-spec.ts';
import { functions } from './functions.ts';

/** The quota that the maxima of `infra/functions.ts` are meant for; an account can have more, and a new one often has 10. */
export const usualQuota = 1000;

/** Lambda keeps this much of the quota unreserved, and refuses a reservation that leaves less. */
export const leastUnreserved = 100;

/** Lambda's least and most maximum of an SQS event source. */
const leastMaximum = 2;
const maxMaximum = 1000;

/**
 * The queues that do without an event source where the quota is small, the first to give it up first (P48). Sending,
 * SES's reports and webhooks never do.
 */
const rare: QueueName[] = ['tenant-removals', 'domain-tasks', 'notices', 'receive', 'bulk', 'advance-run'];

/** The queues whose messages can wait: they have no event source at any quota, each of which costs $0.26 a month. */
const quiet = (inbound: Inbound): QueueName[] => [
  'tenant-removals',
  ...(inbound === 'off' ? ['receive' as const] : []),
];

type Inbound = 'smtp' | 'ses' | 'off';

/** The copies of each function that may run at a time (P8). */
export type Concurrency = {
  /** The copies of all functions that the account may run at a time in the region. */
  quota: number;
  /** The maximum of each queue that has an event source of its own. */
  queues: Partial<Record<QueueName, number>>;
  /** The queues whose functions the sweep starts instead, one after another. */
  drained: QueueName[];
  /** Those of them that would have an event source with a larger quota. */
  late: QueueName[];
  /** Reserved copies by function name; empty where the quota is too small to reserve anything. */
  reserved: Record<string, number>;
};

const sources = Object.values(functions).flatMap(({ queues = [] }) => queues);

type Values = Pick<Node, 'tryGetContext'>;

/**
 * Context `lambdaConcurrency` (the account's quota, which `npm run deploy` reads) scales the maxima of
 * `infra/functions.ts` down; `<queue>Concurrency`, e.g. `deliverConcurrency`, sets one, and keeps its event source.
 * Throws when the event sources and the reserved functions could together take 90 % of the quota: one queue must not
 * keep the API from running.
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
    throw new Error(
      `context ${names}: the total must be under ${0.9 * quota}, 90 % of the quota of ${quota}`,
    );
  }
  return { quota, queues, drained, late, reserved };
}

/** The first of `candidates`, as many as `fed` queues are too many: their least maxima are to leave half of the quota (P48). */
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

/** The maxima with the usual quota, by the names of the context. */
export const queueMaxima = Object.fromEntries(
  sources.map(({ name, maxConcurrency }) => [contextName(name), maxConcurrency]),
);

/** `attempt-webhook` is set by `attemptWebhookConcurrency`. */
function contextName(queue: QueueName): string {
  return `${queue.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Concurrency`;
}
