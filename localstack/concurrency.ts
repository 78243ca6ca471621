import { functions } from '../infra/functions.ts';
import { createSlots, type Slots } from '../shared/core/slots.ts';
import { type AwsApi, changeEventSource, type EventSource, eventSourcesOf, isStream } from './aws-api.ts';
import type { Outputs } from './deploy.ts';

/**
 * The maximum number of concurrent copies of a function. If no copy is free, the emulator starts another
 * process and keeps it. Without a limit, 40 connections lead to 44 processes of 75 MB, and new processes are
 * slow at first. Three processes keep two cores busy, because one of them always waits for the emulator.
 */
const httpCopies = 3;

/**
 * Concurrent copies per queue. AWS's minimum is 2. A burst to a hanging endpoint occupies a dozen webhook copies for
 * 10 s, so five would leave none for other endpoints.
 */
const queueCopies = { webhooks: 16, others: 2 };

/** The function with the longest matching route, or the `$default` function. */
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

/** Slots of each function behind the HTTP API. A request without a free slot waits. */
export function httpSlots(copies = httpCopies): (path: string) => Slots {
  const slots = new Map(Object.keys(functions).map((name) => [name, createSlots(copies)]));
  return (path) => slots.get(functionOf(path)) as Slots;
}

/** Limits the copies that each queue starts. The other messages wait. The template's numbers are for AWS. */
export async function limitQueueCopies(aws: AwsApi, outputs: Outputs): Promise<void> {
  const queues = (await eventSourcesOf(aws)).filter((source) => !isStream(source));
  const limit = (source: EventSource) => {
    const isWebhooks = outputs.WebhookQueueUrl?.split('/').at(-1) === source.EventSourceArn.split(':').at(-1);
    const MaximumConcurrency = isWebhooks ? queueCopies.webhooks : queueCopies.others;
    return changeEventSource(aws, source, { ScalingConfig: { MaximumConcurrency } });
  };
  await Promise.all(queues.map(limit));
}
