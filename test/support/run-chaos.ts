import type { Id } from '../../shared/core/runtime.ts';
import type { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { sweepEvent } from '../../shared/domain/runs/carry-out.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { keys } from '../../shared/store/schema.ts';
import { automationWorld } from './automations.ts';
import type { captured } from './captured.ts';
import { type Death, mortal, passing } from './mortal.ts';
import { ownSweep } from './sweep.ts';
import { testTable } from './table.ts';

type World = ReturnType<typeof captured>;

/** Minutes per step of time. Every wait of a model ends five minutes before such a step. */
export const tick_min = 10;

/** Delayed messages. Timers may be lost, and nothing else. */
const delayed = new WeakSet<object>();

/** These processes may die at every outgoing call. Set up once per world. */
export function everyCallPasses({ ctx, run_messages }: World): void {
  const { run_queue, run_schedules, queues } = ctx;
  const enqueue: typeof run_queue.enqueue = async (messages, delay_s = 0) => {
    const before = run_messages.length;
    await run_queue.enqueue(messages, delay_s);
    if (delay_s > 0) for (const one of run_messages.slice(before)) delayed.add(one);
  };
  ctx.run_queue = { enqueue: (...args) => passing(() => enqueue(...args)) };
  ctx.run_schedules = {
    put: (...args) => passing(() => run_schedules.put(...args)),
    remove: (...args) => passing(() => run_schedules.remove(...args)),
  };
  ctx.queues = {
    deliver: (...args) => passing(() => queues.deliver(...args)),
    webhooks: (...args) => passing(() => queues.webhooks(...args)),
    recover: (...args) => passing(() => queues.recover(...args)),
  };
}

/** Mulberry32: a scenario's random numbers, from its seed. */
export function chances(seed: number) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(random() * n);
  return {
    below,
    happens: (share: number) => random() < share,
    death: (calls: number): Death => ({
      call: 1 + below(calls),
      phase: random() < 0.5 ? 'before' : 'after',
    }),
  };
}

type Chances = ReturnType<typeof chances>;

/**
 * An account whose messages arrive twice, early, late, and out of order, whose timers get lost, and whose processes
 * die. After each call of `settle`, nothing due is left to do.
 */
export async function chaoticWorld(world: World, { below, happens, death }: Chances) {
  const made = await automationWorld(world);
  const { ctx, clock, run_messages, run_schedules, account, call } = made;
  run_messages.splice(0);
  run_schedules.clear();
  const mine = new Set<string>();
  const handled: AdvanceMessage[] = [];
  const minute = () => Math.floor(clock.runtime.now() / 60_000);
  // A minute's rows are in 32 partitions together with other tests' rows, so it asks for ours by name.
  const table = testTable();
  const listOutbox = async (one: number) => {
    const names = [...mine];
    const found = await table.batchGet(
      names.map((name) => keys.outbox(one, name)),
      { consistent: true },
    );
    return names.filter((_, i) => found[i] !== null);
  };
  const sweeping = { ...ctx, emails: { ...ctx.emails, listOutbox } };
  const sweep = ownSweep(sweeping, () => true, minute() - 1);
  /** Runs in which a worker died, and how often a sweep died. Their unfinished work is done later. */
  const died = { workers: new Set<string>(), sweeps: 0 };

  const client = webhookClient();
  const post: typeof client.post = (request) => passing(() => client.post(request));
  const work = (message: AdvanceMessage) => advanceRun({ ...ctx, webhook_client: { post } }, message);

  /** SQS loses nothing. Only a timer may be lost, and then the sweep finds the wait. */
  async function isTimer(message: AdvanceMessage): Promise<boolean> {
    if (!('step' in message) || message.from !== undefined) return false;
    const run = await ctx.runs.get(message.id);
    return run?.status === 'waiting' && run.step_index === message.step;
  }

  /** Whether the message is done. If the worker throws or dies, it returns. */
  async function receive(message: AdvanceMessage, receives: number): Promise<boolean> {
    if (receives > 9) throw new Error(`dead letter: ${JSON.stringify(message)}`);
    const copies = happens(0.2) ? 2 : 1;
    const fate = receives < 4 && happens(0.3) ? death(14) : null;
    const done = await Promise.allSettled(
      Array.from({ length: copies }, (_, i) => mortal(() => work(message), i === 0 ? fate : null)),
    );
    const [first] = done;
    if (first?.status === 'fulfilled' && first.value === null && 'id' in message)
      died.workers.add(message.id);
    const failed = done.find((one) => one.status === 'rejected');
    if (failed && copies === 1) throw failed.reason;
    return done.every((one) => one.status === 'fulfilled' && one.value !== null);
  }

  function fireSchedules(): void {
    for (const [name, { message, at }] of run_schedules) {
      if (at > clock.runtime.now()) continue;
      run_schedules.delete(name);
      if (!happens(0.3)) run_messages.push({ message, at });
    }
  }

  /** Runs until nothing is due any more. */
  async function drain(): Promise<void> {
    const receives = new Map<AdvanceMessage, number>();
    for (let round = 0; ; round++) {
      if (round > 2_000) throw new Error('messages without end');
      fireSchedules();
      const due = run_messages.filter(({ at }) => at <= clock.runtime.now());
      const one = due[below(due.length)];
      if (one === undefined) return;
      const early = run_messages.find(({ at }) => at > clock.runtime.now());
      if (early && happens(0.1)) await work(early.message);
      const old = handled[below(handled.length)];
      if (old && happens(0.1)) await work(old);
      const { message } = one;
      const remove = () => run_messages.splice(run_messages.indexOf(one), 1);
      if (happens(0.3) && delayed.has(one) && (await isTimer(message))) {
        remove();
        continue;
      }
      const times = (receives.get(message) ?? 0) + 1;
      receives.set(message, times);
      if (!(await receive(message, times))) continue;
      remove();
      handled.push(message);
    }
  }

  async function settle(): Promise<void> {
    if (happens(0.4) && (await mortal(sweep, happens(0.6) ? death(10) : null)) === null) died.sweeps++;
    await drain();
    await sweep();
    await drain();
  }

  /** What the sweep does later if the request and its client died. */
  async function finishAsSweep(key: string): Promise<void> {
    const claim = await ctx.claims.read(account.id, key);
    const stored = claim && (await ctx.custom_events.get(claim.email_id as Id<'ae'>));
    if (stored?.due) await sweepEvent(ctx, stored.posted.event.id, stored.due);
  }

  /** Sends as a client that repeats until it gets a response, sometimes twice at a time. */
  async function persist(path: string, body: object, key?: string) {
    const request = { body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) };
    for (let attempt = 0; ; attempt++) {
      const fate = attempt < 3 && happens(0.5) ? death(14) : null;
      const twin = key !== undefined && happens(0.2) ? call('POST', path, request) : null;
      const answer = await mortal(() => call('POST', path, request), fate);
      const other = await twin;
      if (other && answer)
        expect([other.status, other.text]).toEqual([answer.value.status, answer.value.text]);
      if (answer) return { ...answer.value, repeated: attempt > 0 };
      if (happens(0.3)) await drain();
      if (key !== undefined && happens(0.3)) await finishAsSweep(key);
    }
  }

  return { ...made, mine, settle, persist, died };
}
