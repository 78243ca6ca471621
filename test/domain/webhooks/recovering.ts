import type { WebhookEndpoint } from '../../../shared/core/records/webhooks.ts';
import { idTime } from '../../../shared/core/runtime.ts';
import type { AttemptMessage } from '../../../shared/domain/ports/webhooks.ts';
import { attemptMemory } from '../../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { memoryWebhooks } from '../../support/memory-webhooks.ts';
import { type Death, mortal, passing } from '../../support/mortal.ts';
import { seeded } from '../../support/seeded.ts';
import { someEvent } from './emitted.ts';

export const minute = 60_000;
export const hour = 60 * minute;

type Posted = { event_id: string; delivery_id: string; at: number; status: number };

/** What happens by the clock of a model: the earliest first, those of one moment in their order. */
function agenda(start: number) {
  let now = start;
  const due: { at: number; run: () => Promise<void> }[] = [];
  const add = (at: number, run: () => Promise<void>) => {
    const one = { at: Math.max(now, at), run };
    due.splice(due.findLastIndex((other) => other.at <= one.at) + 1, 0, one);
  };
  const next = async (): Promise<boolean> => {
    const first = due.shift();
    if (first === undefined) return false;
    now = first.at;
    await first.run();
    return true;
  };
  return { now: () => now, add, next };
}

/** An endpoint that answers as the test says, its worker, and time that passes only by the messages that are due. */
export function recoveringWorld(
  options: { auto_replay?: boolean; endpoint?: Partial<WebhookEndpoint> } = {},
) {
  const time = agenda(Date.parse('2026-01-01T00:00:00Z'));
  const world = memoryWebhooks({ now: time.now });
  const { ctx } = world;
  const posted: Posted[] = [];
  const counts = { looks: 0, probes: 0, receives: 0, longest_delay_s: 0 };
  const state = {
    status: 200 as number | null,
    /** What one event is answered with, whatever the others are. */
    statusOf: (_event_id: string): number | null => null,
    /** How the next look dies. */
    death: null as Death | null,
  };
  let memory = attemptMemory();
  ctx.log = {
    info: (name) => void (name === 'webhook_probe' && counts.probes++),
    warn: () => {},
    error: () => {},
  };
  ctx.runtime.random = seeded(1);
  ctx.runtime.sleep = () => new Promise(() => {});
  ctx.resolver.resolve = async () => [{ address: '192.0.2.1', family: 4 }];
  ctx.webhook_client = {
    post: ({ headers }) =>
      passing(async () => {
        const event_id = headers['service-event-id'] ?? '';
        const status = state.statusOf(event_id) ?? state.status;
        const delivery_id = headers['service-delivery-id'] ?? '';
        posted.push({ event_id, delivery_id, at: time.now(), status: status ?? 0 });
        if (status === null) return { error: 'connect' };
        return { status_code: status, retry_after: null, body: '' };
      }, 'post'),
  };
  for (const port of [ctx.webhooks, ctx.deliveries, ctx.delivery_log] as Record<string, unknown>[])
    for (const [name, call] of Object.entries(port))
      port[name] = (...input: unknown[]) =>
        passing(async () => (call as (...all: unknown[]) => Promise<unknown>)(...input), name);

  const receive = async (message: AttemptMessage, receive_count: number): Promise<void> => {
    counts.receives++;
    const isLook = message.kind === 'recover';
    if (isLook) counts.looks++;
    const { death } = state;
    if (isLook) state.death = null;
    const run = () => world.work({ message, receive_count, memory });
    const done = await mortal(run, isLook ? death : null);
    if (done !== null) return;
    // The process is gone, and SQS shows its message again after the visibility time-out.
    memory = attemptMemory();
    time.add(time.now() + 6 * minute, () => receive(message, receive_count + 1));
  };
  const enqueue = (messages: AttemptMessage[], delay_s: number) => {
    counts.longest_delay_s = Math.max(counts.longest_delay_s, delay_s);
    for (const message of JSON.parse(JSON.stringify(messages)) as AttemptMessage[])
      time.add(time.now() + delay_s * 1000, () => receive(message, 1));
  };
  ctx.queues.webhooks = (messages, delay_s = 0) =>
    passing(async () => enqueue(messages, delay_s), 'queue deliveries');
  ctx.queues.recover = (message, delay_s = 0) =>
    passing(async () => enqueue([message], delay_s), 'queue a look');

  const endpoint = world.addEndpoint('http://shop.test/', {
    auto_replay: options.auto_replay ?? true,
    ...options.endpoint,
  });
  const publish = async () => {
    const event = someEvent({ created_at: new Date(time.now()).toISOString() });
    await publishEvents(ctx, world.account.id, [{ event, tenant: null, repeat: false }]);
    return event.id;
  };
  return {
    ...world,
    ctx,
    endpoint,
    posted,
    counts,
    state,
    now: time.now,
    at: time.add,
    publish,
    current: () => world.endpoints.get(endpoint.id) as WebhookEndpoint,
    /** Until nothing is queued, or the clock shows `end`. */
    run: async (end = Number.POSITIVE_INFINITY) => {
      let over = false;
      const stop = async () => {
        over = true;
      };
      if (Number.isFinite(end)) time.add(end, stop);
      while (!over && (await time.next()));
    },
    /** Deliveries of an event in the log, the first one first. */
    deliveriesOf: (event_id: string) =>
      [...world.rows.values()]
        .filter((row) => row.event_id === event_id)
        .sort((a, b) => idTime(a.id) - idTime(b.id)),
    succeeded: () => posted.filter(({ status }) => status === 200),
  };
}
