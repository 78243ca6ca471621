import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { until } from '../support/until.ts';

/** Takes messages from a queue as its worker would. */
export type Taker = {
  /** The next body that `wanted` accepts. Keeps the others for later calls. */
  take: (what: string, wanted: (body: string) => boolean) => Promise<string>;
};

export function queueTaker(sqs: SQSClient, QueueUrl: string): Taker {
  const kept: string[] = [];
  const receive = async () => {
    const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(request));
    for (const { Body = '', ReceiptHandle } of Messages) {
      kept.push(Body);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  };
  const find = async (wanted: (body: string) => boolean) => {
    if (!kept.some(wanted)) await receive();
    const index = kept.findIndex(wanted);
    return index < 0 ? undefined : kept.splice(index, 1)[0];
  };
  return { take: (what, wanted) => until(() => find(wanted), { what }) };
}
