import fc from 'fast-check';
import * as z from 'zod';
import { sqsDeadLetters } from '../../shared/aws/dead-letters.ts';
import { drainable, type OwnQueue } from '../../shared/aws/own-queue.ts';
import { enqueuer, queuesOf } from '../../shared/aws/queues.ts';
import { sqsHandler, sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { wire } from '../../shared/aws/wire.ts';
import { publicError } from '../../shared/core/errors.ts';
import { firstId, type Id, systemRuntime } from '../../shared/core/runtime.ts';
import { type DeadLetterQueue, DeliverMessage, UnreadableLetter } from '../../shared/domain/ports/sending.ts';
import { type DeliveryMessage, WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { collectLog } from '../support/log.ts';

const event = (...bodies: string[]) => ({
  Records: bodies.map((body, i) => ({ messageId: `m${i}`, body })),
});

const delivery: DeliveryMessage = {
  kind: 'delivery',
  account: firstId('acc', 1),
  event_id: firstId('evt', 1),
  event_type: 'email.bounced',
  created_at: '2026-11-21T10:00:00.000Z',
  payload: '{}',
  repeat: false,
  test: false,
  first: true,
  webhook_id: firstId('wh', 1),
  delivery_id: firstId('whd', 1),
  shards: 1,
  attempt: 2,
  attempt_log: [
    {
      attempt: 1,
      started_at: '2026-11-21T10:00:00.000Z',
      duration_ms: 4,
      status_code: null,
      error: 'timeout',
      response_body: null,
    },
  ],
};

/** What a queue's handler makes of these bodies. */
async function consume(schema: typeof DeliverMessage | typeof WebhookMessage, ...bodies: string[]) {
  const { log, lines } = collectLog();
  const handled: unknown[] = [];
  const handler = sqsHandler(log, schema, async (message) => void handled.push(message));
  const { batchItemFailures } = await handler(event(...bodies));
  const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return { failed, handled, lines: lines.map((line) => JSON.parse(line)) };
}

test('a message that its schema takes is handled whole; fields of a newer release are left out', async () => {
  const email = {
    id: firstId('msg', 1),
    account: firstId('acc', 1),
    tries: 2,
    content: 'object',
    slot: 1.5,
    bulk: true,
  };
  const emails = await consume(DeliverMessage, JSON.stringify({ ...email, from_tomorrow: 1 }));
  expect(emails).toMatchObject({ failed: [], handled: [email] });
  const fanOut = { ...delivery, kind: 'fan_out', webhook_ids: [firstId('wh', 1), firstId('wh', 2)] };
  const webhooks = await consume(WebhookMessage, JSON.stringify(delivery), JSON.stringify(fanOut));
  expect(webhooks.failed).toEqual([]);
  expect(webhooks.handled[0]).toEqual(delivery);
  expect(webhooks.handled[1]).toMatchObject({ webhook_ids: [firstId('wh', 1), firstId('wh', 2)] });
});

test.each([
  [DeliverMessage, 'secret body, no JSON', { path: '', rule: 'json' }],
  [DeliverMessage, 'null', { path: '', rule: 'invalid_type' }],
  [DeliverMessage, '{"account":"secret"}', { path: 'id', rule: 'invalid_type' }],
  [DeliverMessage, '{"id":"acc_secret","account":"secret"}', { path: 'id', rule: 'custom' }],
  [
    DeliverMessage,
    JSON.stringify({ id: firstId('msg', 1), account: firstId('acc', 1), content: 'secret' }),
    { path: 'content', rule: 'invalid_value' },
  ],
  [WebhookMessage, '{"kind":"secret"}', { path: 'kind', rule: 'invalid_union' }],
  [
    WebhookMessage,
    JSON.stringify({ ...delivery, attempt_log: [{ ...delivery.attempt_log[0], duration_ms: 'secret' }] }),
    { path: 'attempt_log.0.duration_ms', rule: 'invalid_type' },
  ],
])(
  'an unreadable message fails its item and is logged by place and rule: %#',
  async (schema, body, reason) => {
    const sound =
      schema === DeliverMessage ? { id: firstId('msg', 1), account: firstId('acc', 1) } : delivery;
    const { failed, handled, lines } = await consume(schema, body, JSON.stringify(sound));
    expect(failed).toEqual(['m0']);
    expect(handled).toEqual([sound]);
    expect(lines[0]).toEqual({ message: 'message_unreadable', message_id: 'm0', ...reason });
    expect(lines[1]).toEqual({ message: 'batch', messages: 2, failed: 1 });
    expect(JSON.stringify(lines)).not.toContain('secret');
  },
);

test('whatever a queue holds, a handler answers it', async () => {
  const property = fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
    const { failed, handled } = await consume(DeliverMessage, body);
    expect(failed.length + handled.length).toBe(1);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('a message whose handler throws is logged by the name and place of the error, not by its text', async () => {
  const { log, lines } = collectLog();
  const handler = sqsHandler(log, DeliverMessage, async () => {
    throw new TypeError('about ada@x.example');
  });
  const body = JSON.stringify({ id: firstId('msg', 1), account: firstId('acc', 1) });
  expect(await handler(event(body))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'message_failed', error: 'TypeError' });
  expect(lines.join()).not.toContain('ada@');
});

test.each([
  [{ id: firstId('msg', 1), account: firstId('acc', 1) }, { email_id: firstId('msg', 1) }],
  [
    { kind: 'delivery', event_id: firstId('evt', 1), email_id: firstId('msg', 2), payload: '{"id":"msg_1"}' },
    { event_id: firstId('evt', 1), email_id: firstId('msg', 2) },
  ],
  [{ mail: { tags: { email_id: [firstId('msg', 3)] } } }, { email_id: firstId('msg', 3) }],
  [
    { Message: JSON.stringify({ mail: { tags: { email_id: [firstId('msg', 4)] } } }) },
    { email_id: firstId('msg', 4) },
  ],
  [{ note: 'nothing of ours' }, {}],
])('a message that failed is logged with the ids of what it is about: %j [D81]', async (message, ids) => {
  const { log, lines } = collectLog();
  const failing = async () => {
    throw new TypeError();
  };
  await sqsTextHandler(log, failing)(event(JSON.stringify(message)));
  const { message: name, message_id: _, error: __, at: ___, ...rest } = JSON.parse(lines[0] ?? '');
  expect([name, rest]).toEqual(['message_failed', ids]);
});

test('a batch that fails in part says which share of what this copy took since the last such line [P55]', async () => {
  const { log, metrics } = collectLog();
  const handler = sqsTextHandler(log, async (body) => {
    if (body === 'bad') throw new Error('no');
  });
  const good = Array.from({ length: 9 }, () => 'good');
  await handler(event(...good));
  await handler(event(...good));
  expect(metrics).toEqual([]);
  await handler(event('good', 'bad'));
  await handler(event('bad'));
  expect(metrics).toEqual([5, 100].map((percent) => ({ counts: { messages_failed_percent: percent } })));
});

/** Drains a dead-letter queue of 60 messages; the most that were handled at the same time. */
async function mostAtOnce(queue: DeadLetterQueue) {
  const bodies = Array.from({ length: 60 }, (_, i) => String(i));
  const call = async (name: string, { MaxNumberOfMessages = 0 }: { MaxNumberOfMessages?: number }) => {
    if (name !== 'ReceiveMessage') return {};
    return { Messages: bodies.splice(0, MaxNumberOfMessages).map((Body) => ({ Body, ReceiptHandle: Body })) };
  };
  const runtime = systemRuntime();
  const urls = { [queue]: 'https://sqs.test/dead' } as Record<DeadLetterQueue, string>;
  const { drain } = sqsDeadLetters({ call, close: () => {} } as never, runtime, urls, { feedback: '' });
  let running = 0;
  let most = 0;
  const result = await drain(queue, async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  });
  expect(result).toEqual({ done: 60, failed: 0 });
  return most;
}

test('dead letters are handled in five parallel tens [P10]', async () => {
  expect(await mostAtOnce('deliver')).toBe(50);
});

test('received messages, up to 40 MB each, are handled one at a time [P10, R52]', async () => {
  expect(await mostAtOnce('receive')).toBe(1);
});

test('a dead letter that this release cannot read is hidden for an hour, and never deleted [P58]', async () => {
  const bodies = ['read', 'unreadable', 'failed'];
  const calls: [string, string[]][] = [];
  type Input = { Entries?: { ReceiptHandle: string; VisibilityTimeout?: number }[] };
  const call = async (name: string, { Entries = [] }: Input) => {
    if (name === 'ReceiveMessage')
      return { Messages: bodies.splice(0).map((Body) => ({ Body, ReceiptHandle: Body })) };
    calls.push([
      name,
      Entries.map(({ ReceiptHandle, VisibilityTimeout = '' }) => ReceiptHandle + VisibilityTimeout),
    ]);
    return {};
  };
  const urls = { deliver: 'https://sqs.test/dead' } as Record<DeadLetterQueue, string>;
  const sqs = { call, close: () => {} } as never;
  const { drain } = sqsDeadLetters(sqs, systemRuntime(), urls, { feedback: '' });
  const result = await drain('deliver', async (body) => {
    if (body === 'unreadable') throw new UnreadableLetter();
    if (body === 'failed') throw new Error('the table is down');
  });
  expect(result).toEqual({ done: 1, failed: 2 });
  expect(calls).toEqual([
    ['DeleteMessageBatch', ['read']],
    ['ChangeMessageVisibilityBatch', ['unreadable3600']],
  ]);
});

const url = 'https://sqs.test/notices';

/** A function that drains a queue of these messages, with this time limit for a run in milliseconds. */
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

test("a failed or unreadable message stays in the queue and doesn't block others [P48]", async () => {
  const { run, removed, lines } = world(['-1', 'x', '3']);
  expect(await run()).toEqual({ done: 1, failed: 2, is_empty: true });
  expect(removed).toEqual(['receipt-3']);
  expect(lines.some((line) => line.includes('message_unreadable'))).toBe(true);
});

test('batches start only in the first quarter of the run time, so each has as long as one from an event source [P48]', async () => {
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

/** The error that a caller gets when SQS responds with 200 but rejects the task. */
async function answerTo(failed: { Code: string; SenderFault: boolean }) {
  jest.spyOn(wire, 'pass').mockResolvedValueOnce({ Successful: [], Failed: [{ Id: '0', ...failed }] });
  const enqueue = enqueuer({ region: 'eu-west-1' }, 'https://sqs.test/tasks');
  const account = `acc_${'0'.repeat(26)}` as Id<'acc'>;
  const task = { task: 'check', name: 'x.example', id: `dom_${'0'.repeat(26)}`, account } as never;
  const thrown = await enqueue([task]).catch((error: Error) => error);
  const { code, status } = publicError(thrown);
  return [code, status];
}

test('a message that SQS rejects because of its own error is 503 with retry-after, like a failed call [P13]', async () => {
  expect(await answerTo({ Code: 'InternalError', SenderFault: false })).toEqual(['unavailable', 503]);
});

test('a message that SQS rejects as the sender’s fault is 500, because retrying can’t help [P13]', async () => {
  expect(await answerTo({ Code: 'InvalidMessageContents', SenderFault: true })).toEqual([
    'internal_error',
    500,
  ]);
});

test.each([
  [0, undefined],
  [4.2, 5],
  [1_000, 900],
])(
  'the next attempt of a webhook that is due in %d s stays in its queue for %p s [H18]',
  async (delay_s, seconds) => {
    const pass = jest.spyOn(wire, 'pass').mockResolvedValueOnce({ Successful: [{ Id: '0' }] });
    const queues = queuesOf({ region: 'eu-west-1' }, {
      WEBHOOK_QUEUE_URL: 'https://sqs.test/webhooks',
    } as never);
    await queues.webhooks([delivery], delay_s);
    const sent = pass.mock.lastCall?.[0].input as { Entries: { DelaySeconds?: number }[] };
    expect(sent.Entries.map(({ DelaySeconds }) => DelaySeconds)).toEqual([seconds]);
  },
);
