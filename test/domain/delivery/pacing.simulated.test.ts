import { plainControl } from '../../../localstack/ses/control.ts';
import { createThrottle } from '../../../localstack/ses/throttle.ts';
import type { Base, Rates, SendingStates } from '../../../shared/domain/context.ts';
import { paceEmail } from '../../../shared/domain/delivery/pacing.ts';
import type { DeliverMessage } from '../../../shared/domain/ports/sending.ts';
import { rateStore } from '../../../shared/store/rates.ts';
import { slotStore } from '../../../shared/store/slots.ts';
import type { Table } from '../../../shared/store/table.ts';
import { modelTable } from '../../support/memory-table/memory-table.ts';
import { virtualTime } from '../../support/virtual-time.ts';
import { cases } from '../../support/whole.ts';

/** `npm run check -- bench:pace`: 10,000; SIM_SEED is another run. */
const items = Number(process.env.SIM_ITEMS ?? cases(10_000));

/** What the calls take on AWS, in milliseconds. */
const takes = { table: 5, ses: 150, receive: 20 };

type Waiting = { message: DeliverMessage; accepted: number };
type Sent = Waiting & { at: number };

/**
 * The deployment as its queues see it: 50 copies of the worker for single emails and 10 for bulk, ten messages each, with
 * memory of their own, in front of an SES that throttles.
 */
function deployment(rate: number) {
  const { runtime, run } = virtualTime(Number(process.env.SIM_SEED ?? 16));
  const { table: memory } = modelTable(runtime);
  const table: Table = {
    ...memory,
    update: async (...input) => {
      await runtime.sleep(takes.table);
      return memory.update(...input);
    },
  };
  const throttle = createThrottle({ ...plainControl, rate_per_second: rate }, runtime.now);
  const queues: Record<'single' | 'bulk', Waiting[]> = { single: [], bulk: [] };
  const sent: Sent[] = [];
  let throttled = 0;

  const idle: Record<'single' | 'bulk', (() => void)[]> = { single: [], bulk: [] };
  const enqueue = async (waiting: Waiting, delay_ms = 0) => {
    await runtime.sleep(delay_ms + takes.receive);
    const name = waiting.message.bulk ? 'bulk' : 'single';
    queues[name].push(waiting);
    idle[name].shift()?.();
  };

  const deliver = async (ctx: Base & Rates & SendingStates, waiting: Waiting): Promise<void> => {
    const wait = await paceEmail(ctx, waiting.message, rate);
    if (wait !== null) {
      const delay_s = Math.min(900, Math.max(0, Math.ceil((wait.until - runtime.now()) / 1000)));
      const slot = wait.slot === undefined ? {} : { slot: wait.slot };
      void enqueue({ ...waiting, message: { ...waiting.message, ...slot } }, delay_s * 1000);
      return;
    }
    try {
      throttle(1);
      sent.push({ ...waiting, at: runtime.now() });
    } catch {
      throttled++;
      void enqueue(waiting, 1_000);
    }
    await runtime.sleep(takes.ses);
  };

  const work = async (name: 'single' | 'bulk'): Promise<never> => {
    const queue = queues[name];
    const ctx = { runtime, rates: rateStore(table, runtime), slots: slotStore(table, runtime) };
    for (;;) {
      if (queue.length === 0) await new Promise<void>((wake) => idle[name].push(wake));
      const ten = queue.splice(0, 10);
      await Promise.all(ten.map((one) => deliver(ctx as unknown as Base & Rates & SendingStates, one)));
    }
  };
  for (let copy = 0; copy < 50; copy++) void work('single');
  for (let copy = 0; copy < 10; copy++) void work('bulk');

  const accept = (account: 'acc_bulk' | 'acc_resets', bulk: boolean) =>
    enqueue({
      message: { id: 'msg_1', account, ...(bulk && { bulk: true }) } as DeliverMessage,
      accepted: runtime.now(),
    });
  return { runtime, run, accept, sent, throttled: () => throttled };
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

test(`${items} batch items at 14 a second delay no reset by more than 2 s at p99, and use 90 % of the rate [P16]`, async () => {
  const rate = 14;
  const { runtime, run, accept, sent, throttled } = deployment(rate);
  const began = runtime.now();
  const batches = async () => {
    for (let batch = 0; batch < items / 100; batch++) {
      // The first ten of a minute go by the queue of single emails.
      for (let i = 0; i < 100; i++) void accept('acc_bulk', batch > 0 || i >= 10);
      await runtime.sleep(200);
    }
  };
  const resets = async () => {
    for (;;) {
      void accept('acc_resets', false);
      await runtime.sleep(1_000);
    }
  };
  void batches();
  void resets();
  await run((items / rate) * 1_000);
  const delays = sent
    .filter(({ message }) => message.account === 'acc_resets')
    .map(({ at, accepted }) => at - accepted)
    .sort((a, b) => a - b);
  const used = sent.filter(({ at }) => at >= began + 5_000).length / (items - 5 * rate);
  const figures = {
    resets: delays.length,
    p50_ms: Math.round(quantile(delays, 0.5)),
    p99_ms: Math.round(quantile(delays, 0.99)),
    max_ms: Math.round(delays.at(-1) ?? 0),
    share_of_rate: Number(used.toFixed(3)),
    throttled_calls: throttled(),
  };
  if (process.env.SIM_ITEMS) process.stderr.write(`${JSON.stringify(figures)}\n`);
  expect(figures.p99_ms).toBeLessThanOrEqual(2_000);
  expect(figures.share_of_rate).toBeGreaterThanOrEqual(0.9);
  expect(figures.throttled_calls).toBeLessThanOrEqual(items / 100);
});
