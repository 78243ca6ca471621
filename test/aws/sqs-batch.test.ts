import fc from 'fast-check';
import { sqsHandler, sqsTextHandler } from '../../shared/aws/sqs-batch.ts';
import { firstId } from '../../shared/core/runtime.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';
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
