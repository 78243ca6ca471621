import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { webhookRoutes } from '../../../functions/webhooks/routes.ts';
import { readConfig } from '../../../shared/aws/config.ts';
import { drainable, sqsOwnQueue } from '../../../shared/aws/own-queue.ts';
import { queuesOf } from '../../../shared/aws/queues.ts';
import { sqsClient } from '../../../shared/aws/sqs.ts';
import { type SqsEvent, sqsHandler } from '../../../shared/aws/sqs-batch.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { deliverEmail } from '../../../shared/domain/delivery/deliver-email.ts';
import { DeliverMessage } from '../../../shared/domain/ports/sending.ts';
import type { WebhookMessage } from '../../../shared/domain/ports/webhooks.ts';
import { sweepDeadLetters } from '../../../shared/domain/sweep/dead-letters.ts';
import { inProcess } from '../../support/api.ts';
import { capturedAccount } from '../../support/captured.ts';
import { environment } from '../../support/environment.ts';
import { collectLog } from '../../support/log.ts';

const { AWS_REGION: region = '' } = environment();
const client = new SQSClient({ region });
const sqs = sqsClient({ region });
const made: string[] = [];
afterAll(async () => {
  await Promise.all(made.map((QueueUrl) => client.send(new DeleteQueueCommand({ QueueUrl }))));
  client.destroy();
});

async function createQueue(): Promise<string> {
  const { QueueUrl = '' } = await client.send(
    new CreateQueueCommand({ QueueName: `deliver-${randomUUID()}` }),
  );
  made.push(QueueUrl);
  return QueueUrl;
}

/** An account with a webhook, whose dead letters go back to the queue at `url` and wait for no time there. */
async function world(url: string) {
  const captured = await capturedAccount();
  const { ctx, api_key } = captured;
  const body = { url: 'https://hooks.example.com/', events: ['email.sent', 'email.failed'] };
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', { body });
  const config = readConfig({ ...environment(), DELIVER_QUEUE_URL: url, BULK_QUEUE_URL: url });
  const real = queuesOf({ region }, config);
  const queues: Context['queues'] = {
    ...ctx.queues,
    deliver: (messages, _delay, options) => real.deliver(messages, 0, options),
  };
  /** The sweep finds this dead message. */
  const sweep = (body: string) =>
    sweepDeadLetters({
      ...ctx,
      log: collectLog().log,
      queues,
      dead_letters: {
        drain: async (queue, handle) => {
          if (queue === 'deliver') await handle(body);
          return { done: 1, failed: 0 };
        },
        returnFeedback: async () => {},
      },
    });
  return { ...captured, sweep };
}

const consumer = (ctx: Context) =>
  sqsHandler(collectLog().log, DeliverMessage, (message, delivery) => deliverEmail(ctx, message, delivery));

/** As Lambda's event source brings the messages of a queue. */
async function byEventSource(ctx: Context, QueueUrl: string) {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl, MessageAttributeNames: ['All'] }),
  );
  const Records: SqsEvent['Records'] = Messages.map(
    ({ MessageId = '', Body = '', MessageAttributes = {} }) => ({
      messageId: MessageId,
      body: Body,
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: MessageAttributes,
    }),
  );
  expect(Records).toHaveLength(1);
  return consumer(ctx)({ Records });
}

/** As the function itself takes them where its queue has no event source. */
const byItself = (ctx: Context, url: string) =>
  drainable({ own_queue: sqsOwnQueue(sqs) }, consumer(ctx))(
    { drain: { url, batch_size: 1 } },
    { getRemainingTimeInMillis: () => 0 },
  );

const typesOf = (webhooks: WebhookMessage[]) =>
  webhooks.map((message) => (message.kind === 'event' ? null : message.event_type));

test.each([
  ['email.sent', 'an event source', byEventSource],
  ['email.sent', 'no event source', byItself],
  ['email.failed', 'an event source', byEventSource],
])(
  '%s that failed until its message was dead is published afterwards: %s [P10, E8]',
  async (type, _, take) => {
    const url = await createQueue();
    const { ctx, send, get, queued, webhooks, mails, sweep } = await world(url);
    const id = await send();
    const [first] = queued.splice(0);
    const refusing: Context['mailer'] = { send: async () => ({ outcome: 'refused', reason: 'no' }) };
    const of: Context = type === 'email.failed' ? { ...ctx, mailer: refusing } : ctx;
    const down = { ...of.queues, webhooks: () => Promise.reject(new Error('the queue is down')) };
    const body = JSON.stringify(first?.message);
    const Records = [{ messageId: 'm', body }];
    const failed = await consumer({ ...of, queues: down })({ Records });
    expect(failed.batchItemFailures).toHaveLength(1);
    expect(typesOf(webhooks)).toEqual([]);
    await sweep(body);
    await take(of, url);
    expect(typesOf(webhooks)).toEqual([type]);
    expect((await get(id)).status).toBe(type === 'email.failed' ? 'failed' : 'sent');
    expect(mails).toHaveLength(type === 'email.failed' ? 0 : 1);
  },
);
