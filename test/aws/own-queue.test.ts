import * as z from 'zod';
import { drainable, type OwnQueue } from '../../shared/aws/own-queue.ts';
import { sqsHandler } from '../../shared/aws/sqs-batch.ts';
import { collectLog } from '../support/log.ts';

const url = 'https://sqs.test/notices';

/** A function over a queue of these messages, with so many milliseconds for one run. */
function world(bodies: string[], { time_ms = 20_000, message_ms = 0 } = {}) {
  const hidden = new Set<string>();
  const removed: string[] = [];
  let at = 0;
  const own_queue: OwnQueue = {
    take: async (_, most) => {
      const taken = bodies.filter((body) => !hidden.has(body)).slice(0, most);
      for (const body of taken) hidden.add(body);
      return taken.map((body) => ({
        receipt: `receipt-${body}`,
        record: { messageId: body, body, attributes: { ApproximateReceiveCount: '3' } },
      }));
    },
    remove: async (_, receipts) => void removed.push(...receipts),
  };
  const handled: [message: number, receive_count: number][] = [];
  const { log, lines } = collectLog();
  const handle = sqsHandler(log, z.number(), async (message, { receive_count }) => {
    at += message_ms;
    if (message < 0) throw new Error('failed');
    handled.push([message, receive_count]);
  });
  const run = () =>
    drainable({ own_queue }, handle)(
      { drain: { url, batch_size: 2 } },
      { getRemainingTimeInMillis: () => time_ms - at },
    );
  return { run, handled, removed, lines, handle: drainable({ own_queue }, handle) };
}

test('a function empties its queue itself, by the handler of its event source [P48]', async () => {
  const { run, handled, removed } = world(['1', '2', '3']);
  expect(await run()).toEqual({ done: 3, failed: 0, is_empty: true });
  expect(handled).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(removed).toEqual(['receipt-1', 'receipt-2', 'receipt-3']);
});

test('what fails or cannot be read stays in the queue, and keeps no other [P48]', async () => {
  const { run, removed, lines } = world(['-1', 'x', '3']);
  expect(await run()).toEqual({ done: 1, failed: 2, is_empty: true });
  expect(removed).toEqual(['receipt-3']);
  expect(lines.some((line) => line.includes('message_unreadable'))).toBe(true);
});

test('a batch begins in the first quarter of the time, so that each has the time of an event source [P48]', async () => {
  const { run, handled } = world(['1', '2', '3', '4', '5', '6'], { message_ms: 2_000 });
  expect(await run()).toEqual({ done: 4, failed: 0, is_empty: false });
  expect(handled).toHaveLength(4);
});

test('an event of an event source is answered as before [P48]', async () => {
  const { handle, removed } = world([]);
  const event = { Records: [{ messageId: 'm', body: '-1' }] };
  expect(await handle(event, { getRemainingTimeInMillis: () => 20_000 })).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm' }],
  });
  expect(removed).toEqual([]);
});
