import { functions } from '../infra/functions.ts';
import { type AwsApi, changeEventSource, type EventSource, eventSourcesOf, isStream } from './aws-api.ts';
import type { Outputs } from './deploy.ts';
import { createSlots, type Slots } from './slots.ts';

/**
 * Copies of a function at a time. The emulator starts a process for each invocation that finds none free, and keeps it:
 * without a limit 40 connections make 44 processes of 75 MB, most of them too young to be fast. Three keep two cores
 * busy, since one of them waits for the emulator.
 */
const httpCopies = 3;

/**
 * Copies that each queue feeds at a time; AWS takes at least 2. A burst to an endpoint that hangs occupies a dozen
 * webhook copies for 10 s. With five, none were left for other endpoints.
 */
const queueCopies = { webhooks: 16, others: 2 };

/** The function whose route holds the path, the longest first; the one of `$default` for every other. */
export function functionOf(path: string): string {
  const routes = Object.entries(functions).flatMap(([name, { routes = [] }]) =>
    routes.map((route) => ({ name, route })),
  );
  const holding = routes
    .filter(({ route }) => path === route || path.startsWith(`${route}/`))
    .sort((a, b) => b.route.length - a.route.length);
  const usual = routes.find(({ route }) => route === '$default');
  return (holding[0] ?? usual)?.name ?? 'public';
}

/** Slots of each function behind the HTTP API: a request that finds none free waits. */
export function httpSlots(copies = httpCopies): (path: string) => Slots {
  const slots = new Map(Object.keys(functions).map((name) => [name, createSlots(copies)]));
  return (path) => slots.get(functionOf(path)) as Slots;
}

/** Limits the copies that each queue starts: its messages wait in the queue. The numbers of the template are for AWS. */
export async function limitQueueCopies(aws: AwsApi, outputs: Outputs): Promise<void> {
  const queues = (await eventSourcesOf(aws)).filter((source) => !isStream(source));
  const limit = (source: EventSource) => {
    const isWebhooks = outputs.WebhookQueueUrl?.split('/').at(-1) === source.EventSourceArn.split(':').at(-1);
    const MaximumConcurrency = isWebhooks ? queueCopies.webhooks : queueCopies.others;
    return changeEventSource(aws, source, { ScalingConfig: { MaximumConcurrency } });
  };
  await Promise.all(queues.map(limit));
}
