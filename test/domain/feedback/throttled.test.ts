import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { sqsDeadLetters } from '../../../shared/aws/dead-letters.ts';
import { sqsClient } from '../../../shared/aws/sqs.ts';
import { sqsTextHandler } from '../../../shared/aws/sqs-batch.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import { runSweep } from '../../../shared/domain/sweep/run-sweep.ts';
import { environment } from '../../support/environment.ts';
import { collectLog } from '../../support/log.ts';
import { fixtureFor } from './fixture.ts';
import { sentEmail } from './sent-email.ts';
import { world } from './world.ts';

const { AWS_REGION: region = '' } = environment();
const sqs = new SQSClient({ region });
const letterClient = sqsClient({ region });
const made: string[] = [];
afterAll(async () => {
  await Promise.all(made.map((QueueUrl) => sqs.send(new DeleteQueueCommand({ QueueUrl }))));
  sqs.destroy();
});

async function createQueue(name: string, Attributes: Record<string, string> = {}): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  made.push(QueueUrl);
  return QueueUrl;
}

/** A feedback queue as the stack has it, and its dead-letter queue. */
async function feedbackQueue() {
  const name = `feedback-${randomUUID()}`;
  const dead = await createQueue(`${name}-dead`);
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: dead, AttributeNames: ['QueueArn'] }),
  );
  const policy = { deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: 10 };
  return { url: await createQueue(name, { RedrivePolicy: JSON.stringify(policy) }), dead };
}

const receive = async (QueueUrl: string, hidden_s: number) =>
  (
    await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hidden_s,
        MessageAttributeNames: ['All'],
      }),
    )
  ).Messages ?? [];

/** What Lambda does while it throttles the function: it takes messages, and nothing becomes of them. */
async function throttle(url: string): Promise<void> {
  while ((await receive(url, 0)).length > 0);
}

/** One queue in place of every queue of dead letters. */
const allTo = (dead: string) => ({
  deliver: dead,
  bulk: dead,
  webhooks: dead,
  count: dead,
  domains: dead,
  removals: dead,
  notices: dead,
  runs: dead,
  receive: dead,
  feedback: dead,
});

/** Sweeps these queues only; no other dead letters, and nothing else of the deployment. */
function sweeping(ctx: Context, { url, dead }: { url: string; dead: string }): Context {
  const letters = sqsDeadLetters(letterClient, ctx.runtime, allTo(dead), { feedback: url });
  return {
    ...ctx,
    emails: { ...ctx.emails, readSweep: async () => Math.floor(ctx.runtime.now() / 60_000) },
    domains: { ...ctx.domains, readMark: async () => Math.floor(ctx.runtime.now() / 60_000) },
    sending_state: { ...ctx.sending_state, writeQuota: async () => {} },
    dead_letters: {
      ...letters,
      drain: async (queue, handle) =>
        queue === 'feedback' ? letters.drain(queue, handle) : { done: 0, failed: 0 },
    },
  };
}

test('bounces that came while the feedback function was throttled are all recorded afterwards [P10]', async () => {
  const { ctx, account, suppressed, told } = await world();
  const queues = await feedbackQueue();
  const addresses = Array.from({ length: 40 }, (_, i) => `ada${i}@example.com`);
  const emails = await Promise.all(addresses.map((to) => sentEmail(ctx, account, { to: [to] })));
  const bodies = emails.map((email, i) =>
    fixtureFor('bounce-async-dsn', email, (event) => {
      const bounce = event.bounce as { bouncedRecipients: { emailAddress: string }[] };
      const [recipient] = bounce.bouncedRecipients;
      if (recipient) recipient.emailAddress = addresses[i] as string;
    }),
  );
  for (let i = 0; i < bodies.length; i += 10) {
    const Entries = bodies.slice(i, i + 10).map((MessageBody, n) => ({ Id: String(n), MessageBody }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queues.url, Entries }));
  }
  await throttle(queues.url);
  await runSweep(sweeping(ctx, queues), { drained: [] });
  expect(await receive(queues.dead, 0)).toEqual([]);
  const handle = sqsTextHandler(collectLog().log, (body, delivery) =>
    recordNotification(ctx, body, delivery),
  );
  for (let taken = await receive(queues.url, 60); taken.length > 0; taken = await receive(queues.url, 60)) {
    const Records = taken.map(({ MessageId = '', Body = '' }) => ({ messageId: MessageId, body: Body }));
    expect(await handle({ Records })).toEqual({ batchItemFailures: [] });
  }
  const entries = await Promise.all(addresses.map((address) => suppressed(address)));
  expect(entries.map((entry) => entry?.reason)).toEqual(addresses.map(() => 'bounce'));
  expect(told().filter(({ type }) => type === 'email.bounced')).toHaveLength(addresses.length);
});

test('a bounce whose suppression failed until its message was dead is suppressed and published afterwards [P10, E8]', async () => {
  const { ctx, account, advance, suppressed, told } = await world();
  const queues = await feedbackQueue();
  const email = await sentEmail(ctx, account);
  const MessageBody = fixtureFor('bounce-async-dsn', email);
  await sqs.send(new SendMessageCommand({ QueueUrl: queues.url, MessageBody }));
  const down = { ...ctx.suppressions, raise: () => Promise.reject(new Error('down')) };
  const take = (of: Context, taken: Message[]) => {
    const handle = sqsTextHandler(collectLog().log, (body, delivery) =>
      recordNotification(of, body, delivery),
    );
    return handle({
      Records: taken.map(({ MessageId = '', Body = '', MessageAttributes = {} }) => {
        return { messageId: MessageId, body: Body, messageAttributes: MessageAttributes };
      }),
    });
  };
  const first = await take({ ...ctx, suppressions: down }, await receive(queues.url, 0));
  expect(first.batchItemFailures).toHaveLength(1);
  await throttle(queues.url);
  advance(30 * 60_000);
  await runSweep(sweeping(ctx, queues), { drained: [] });
  expect(await take(ctx, await receive(queues.url, 60))).toEqual({ batchItemFailures: [] });
  expect((await suppressed('ada@example.com'))?.reason).toBe('bounce');
  expect(told().map(({ type }) => type)).toEqual(['email.bounced']);
});
