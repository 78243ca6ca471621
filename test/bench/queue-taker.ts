import { createAwsApi } from '../../localstack/aws-api.ts';
import { DeliverMessage } from '../../shared/domain/ports/sending.ts';
import { json } from './cloud-parts.ts';

/** Takes messages from a queue as its worker would. */
export type Taker = {
  /** The next body that `wanted` accepts. Keeps the others for later calls. Throws after 20 s. */
  take: (what: string, wanted: (body: string) => boolean) => Promise<string>;
};

type Received = { Messages?: { Body: string; ReceiptHandle: string }[] };

/** Reads a queue without measuring it, and deletes what it read. */
export function queueTaker(environment: Record<string, string>, QueueUrl: string): Taker {
  const aws = createAwsApi(environment.AWS_ENDPOINT_URL ?? '', environment.AWS_REGION ?? '');
  const kept: string[] = [];
  const receive = async () => {
    const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
    const { Messages = [] } = (await json(aws, 'sqs', 'ReceiveMessage', request)) as Received;
    for (const { Body, ReceiptHandle } of Messages) {
      kept.push(Body);
      await json(aws, 'sqs', 'DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  };
  return {
    take: async (what, wanted) => {
      const deadline = Date.now() + 20_000;
      for (;;) {
        const index = kept.findIndex(wanted);
        if (index >= 0) return kept.splice(index, 1)[0] ?? '';
        if (Date.now() > deadline) throw new Error(`no ${what} in the queue`);
        await receive();
      }
    },
  };
}

/** A message of the deliver queue, as its worker reads it. */
export const readEmail = (body: string): DeliverMessage => DeliverMessage.parse(JSON.parse(body));

export const takeEmail = async (queue: Taker, id: string): Promise<DeliverMessage> =>
  readEmail(await queue.take('accepted email', (body) => body.includes(id)));
