import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { environment } from '../support/environment.ts';
import { patientTimeout } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { type Call, newCustomer, send, withStatus } from './world.ts';

/** `npm run soak:throttled`: it stops the feedback of the whole deployment, so it runs by itself. */
const size = Number(process.env.THROTTLED ?? 0);
const throttled_s = Number(process.env.THROTTLED_S ?? 90);

patientTimeout((throttled_s + 420 + 2 * size) * 1000);

const { AWS_REGION: region = '', FEEDBACK_QUEUE_URL: QueueUrl = '' } = environment();
const sqs = new SQSClient({ region });
const lambda = new LambdaClient({ region });
afterAll(() => {
  sqs.destroy();
  lambda.destroy();
});

async function attributesOf(url: string): Promise<Record<string, string>> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
  return (await sqs.send(command)).Attributes ?? {};
}

/**
 * What a queue sees of Lambda when it throttles the function: messages are taken, nobody handles them, and they come back. The
 * emulator throttles no version behind an alias, so its poller is stopped and this one takes its place. A message comes back
 * after a second, not after minutes: ten of them take seconds of these 15 minutes. Returns what ends it.
 */
async function throttle(): Promise<() => Promise<void>> {
  const { QueueArn } = await attributesOf(QueueUrl);
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ EventSourceArn: QueueArn }),
  );
  const enable = (Enabled: boolean) =>
    Promise.all(
      EventSourceMappings.map(({ UUID }) =>
        lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled })),
      ),
    );
  expect(await enable(false)).toHaveLength(1);
  let ended = false;
  const take = async () => {
    const receive = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 1,
      WaitTimeSeconds: 1,
    });
    while (!ended) await sqs.send(receive);
  };
  const pollers = Array.from({ length: 5 }, take);
  return async () => {
    ended = true;
    await Promise.all(pollers);
    await enable(true);
  };
}

async function deadLetterQueue(): Promise<string> {
  const { RedrivePolicy = '{}' } = await attributesOf(QueueUrl);
  const { deadLetterTargetArn = '' } = JSON.parse(RedrivePolicy) as { deadLetterTargetArn?: string };
  const command = new GetQueueUrlCommand({ QueueName: deadLetterTargetArn.split(':').at(-1) ?? '' });
  return (await sqs.send(command)).QueueUrl ?? '';
}

/** The most messages that the queue held at once within `seconds`. */
async function mostWithin(seconds: number, url: string): Promise<number> {
  const end = Date.now() + seconds * 1000;
  let most = 0;
  const look = async () => {
    most = Math.max(most, Number((await attributesOf(url)).ApproximateNumberOfMessages));
    return Date.now() >= end;
  };
  await until(look, { within_ms: (seconds + 30) * 1000, what: 'the end of the throttling' });
  return most;
}

const bouncesOf = async (call: Call, id: string) => {
  const { body } = await call('GET', `/emails/${id}/events`);
  return (body.events as { type: string }[]).filter(({ type }) => type === 'email.bounced').length;
};

(size > 0 ? test : test.skip)(
  `P10: ${size} emails bounce while the feedback function is throttled: every bounce is recorded afterwards, once`,
  async () => {
    const { call, domain } = await newCustomer();
    const release = await throttle();
    const ids: string[] = [];
    let dead = 0;
    try {
      for (let i = 0; i < size; i++) {
        const to = `bounce+${i}@${domain}.simulator.example.net`;
        ids.push(await send(call, { from: `shop@${domain}`, to, subject: 'Your code', text: '1' }));
      }
      dead = await mostWithin(throttled_s, await deadLetterQueue());
      const early = await Promise.all(ids.map((id) => bouncesOf(call, id)));
      expect(early).toEqual(ids.map(() => 0));
    } finally {
      await release();
    }
    const ended = Date.now();
    // SQS gave the notifications up; each sweep puts back what it finds.
    expect(dead).toBeGreaterThan(0);
    for (const id of ids) await withStatus(call, id, 'bounced', 300_000);
    process.stderr.write(
      `${dead} notifications were dead letters at once; the last bounce was recorded ${(Date.now() - ended) / 1000} s after\n`,
    );
    expect(await Promise.all(ids.map((id) => bouncesOf(call, id)))).toEqual(ids.map(() => 1));
    const { body } = await call('GET', `/suppressions?limit=100`);
    expect((body.suppressions as { reason: string }[]).map(({ reason }) => reason)).toEqual(
      ids.slice(0, 100).map(() => 'bounce'),
    );
  },
);
