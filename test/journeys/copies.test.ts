import { PublishBatchCommand, SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { emailRoutes } from '../../functions/emails/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { inProcess, testContext } from '../support/api.ts';
import { cloudKeys, environment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { stopSubscribers } from './subscriber.ts';
import {
  type Customer,
  handedToSes,
  misbehave,
  newCustomer,
  send,
  stack,
  subscribe,
  withStatus,
} from './world.ts';

const aws = { endpoint: stack.aws_endpoint_url, region: stack.region };
const credentials = cloudKeys();
const sqs = new SQSClient({ ...aws, credentials });
const sns = new SNSClient({ ...aws, credentials });

let customer: Customer;
beforeAll(async () => {
  customer = await newCustomer();
});
afterAll(async () => {
  await stopSubscribers();
  sqs.destroy();
  sns.destroy();
});

function shuffled<T>(values: T[]): T[] {
  const keyed = values.map((value) => ({ value, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

const tens = <T>(values: T[]): T[][] =>
  Array.from({ length: Math.ceil(values.length / 10) }, (_, i) => values.slice(i * 10, i * 10 + 10));

async function depth(url: string | undefined): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
  const { Attributes = {} } = await sqs.send(command);
  const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: held } = Attributes;
  return Number(waiting) + Number(held);
}

/** Handles everything that is there now. A copy that met a hand-over in progress checks again after the lease. */
const drained = (url: string | undefined) =>
  until(async () => (await depth(url)) === 0, { within_ms: 60_000, what: `${url} drained` });

/** Our own queue, which gets what SES reports to the service. */
async function tapFeedback(name: string) {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const { SubscriptionArn } = await sns.send(
    new SubscribeCommand({
      TopicArn: stack.feedback_topic_arn,
      Protocol: 'sqs',
      Endpoint: `arn:aws:sqs:${stack.region}:000000000000:${name}`,
      Attributes: { RawMessageDelivery: 'true' },
      ReturnSubscriptionArn: true,
    }),
  );
  const heard: string[] = [];
  return {
    /** All events of these emails so far. */
    listen: async (ids: string[]): Promise<string[]> => {
      const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
      const { Messages = [] } = await sqs.send(receive);
      heard.push(...Messages.map(({ Body = '' }) => Body));
      const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }));
      if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      return heard.filter((json) => ids.some((id) => json.includes(id)));
    },
    close: async () => {
      await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
      await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
  };
}

async function accept(count: number): Promise<string[]> {
  const { call, domain } = customer;
  const email = { from: `shop@${domain}`, to: 'ada@example.net', subject: 'Copies', text: 'Hi' };
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await send(call, { ...email, subject: `Copies ${i}` }));
  return ids;
}

test('every message of the queues comes three times and shuffled: none doubled, no event told twice', async () => {
  const { DELIVER_QUEUE_URL, FEEDBACK_QUEUE_URL } = environment();
  const { receiver, webhook_id } = await subscribe(customer.call, ['email.sent', 'email.delivered']);
  const tap = await tapFeedback(`tap-${Date.now()}`);
  try {
    const ids = await accept(20);
    const copies = shuffled([...ids, ...ids]).map((id) =>
      JSON.stringify({ id, account: customer.account_id }),
    );
    for (const batch of tens(copies)) {
      const Entries = batch.map((MessageBody, i) => ({ Id: `${i}`, MessageBody }));
      await sqs.send(new SendMessageBatchCommand({ QueueUrl: DELIVER_QUEUE_URL, Entries }));
    }
    for (const id of ids) await withStatus(customer.call, id, 'delivered');
    const heard = async () => {
      const events = await tap.listen(ids);
      return events.length >= 2 * ids.length && events;
    };
    const events = await until(heard, { within_ms: 60_000, what: 'Send and Delivery of each' });
    for (const batch of tens(shuffled([...events, ...events]))) {
      const PublishBatchRequestEntries = batch.map((Message, i) => ({ Id: `${i}`, Message }));
      await sns.send(
        new PublishBatchCommand({ TopicArn: stack.feedback_topic_arn, PublishBatchRequestEntries }),
      );
    }
    await Promise.all([drained(DELIVER_QUEUE_URL), drained(FEEDBACK_QUEUE_URL)]);

    for (const id of ids) {
      expect(await handedToSes({ email_id: id })).toHaveLength(1);
      expect(await withStatus(customer.call, id, 'delivered')).toMatchObject({ failed_at: null });
      await receiver.event('email.sent', id);
      await receiver.event('email.delivered', id);
    }
    // Webhooks promise at-least-once delivery: a copy may arrive, but never as another event or delivery.
    const told = new Set(
      receiver.received.map(({ event, body }) => `${event.type} ${event.data.email_id} ${body}`),
    );
    const named = new Set(receiver.received.map(({ headers }) => headers['service-delivery-id']));
    expect([told.size, named.size]).toEqual([2 * ids.length, 2 * ids.length]);
  } finally {
    await tap.close();
    await customer.call('DELETE', `/webhooks/${webhook_id}`);
  }
});

test('every attempt of a webhook comes three times: one delivery, one retry', async () => {
  const { call, api_key, domain } = await newCustomer();
  const { receiver } = await subscribe(call, ['email.suppressed']);
  receiver.answerBy(({ headers }) => (headers['service-attempt'] === '1' ? 500 : 200));
  const to = 'bounce@simulator.amazonses.com';
  const email = { from: `shop@${domain}`, to, subject: 'Copies', text: 'Hi' };
  await withStatus(call, await send(call, email), 'bounced');

  const ctx = testContext();
  const { webhooks } = ctx.queues;
  const tripled: Context['queues']['webhooks'] = async (messages, delay_s) => {
    await Promise.all([1, 2, 3].map(() => webhooks(messages, delay_s)));
  };
  const post = inProcess({ ...ctx, queues: { ...ctx.queues, webhooks: tripled } }, emailRoutes, api_key);
  // The event comes with the error of the next send.
  expect((await post('POST', '/emails', { body: email })).status).toBe(422);
  const attempts = (attempt: string) =>
    receiver.received.filter(({ headers }) => headers['service-attempt'] === attempt);
  await until(async () => attempts('2').length > 0, { within_ms: 40_000, what: 'the second attempt' });
  await drained(environment().WEBHOOK_QUEUE_URL);
  expect(attempts('2')).toHaveLength(1);
  expect(receiver.received).toHaveLength(attempts('1').length + 1);
  expect(new Set(receiver.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test('SES throttles half of all calls: none failed, none doubled, none in a dead-letter queue', async () => {
  const { DELIVER_DLQ_URL, FEEDBACK_DLQ_URL } = environment();
  let ids: string[] = [];
  await misbehave({ throttle_ratio: 0.5 });
  try {
    ids = await accept(24);
    // The unlucky few wait longer and longer, so they are released once most are through.
    const through = async () => {
      const { body } = await customer.call('GET', '/emails?limit=24');
      return (
        (body.emails as { status: string }[]).filter(({ status }) => status === 'delivered').length >= 18
      );
    };
    await until(through, { within_ms: 60_000, what: '18 of 24 delivered' });
  } finally {
    await misbehave({ throttle_ratio: 0 });
  }
  const waits: number[] = [];
  for (const id of ids) {
    const email = await withStatus(customer.call, id, 'delivered', 80_000);
    expect(email.failure_reason).toBeNull();
    expect(await handedToSes({ email_id: id })).toHaveLength(1);
    waits.push(Date.parse(String(email.sent_at)) - Date.parse(String(email.created_at)));
  }
  expect(waits.filter((wait) => wait >= 1_000).length).toBeGreaterThan(3);
  expect(await Promise.all([DELIVER_DLQ_URL, FEEDBACK_DLQ_URL].map(depth))).toEqual([0, 0]);
});
