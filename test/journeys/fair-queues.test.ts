import { randomBytes } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { environment } from '../support/environment.ts';

test('a message of a quiet group overtakes those of a group that has some in flight; without one the order stays', async () => {
  environment();
  const sqs = new SQSClient({ region: 'us-east-1' });
  const QueueName = `fair-${randomBytes(4).toString('hex')}`;
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName }));
  const put = (group: string, count: number) =>
    sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: Array.from({ length: count }, (_, i) => ({
          Id: `${i}`,
          MessageBody: `${group}${i}`,
          MessageGroupId: group,
        })),
      }),
    );
  const take = async (MaxNumberOfMessages: number) => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages }));
    return Messages.map(({ Body }) => Body);
  };
  await put('busy', 8);
  expect(await take(2)).toEqual(['busy0', 'busy1']);
  await put('quiet', 2);
  expect(await take(3)).toEqual(['quiet0', 'quiet1', 'busy2']);
  expect(await take(10)).toEqual(['busy3', 'busy4', 'busy5', 'busy6', 'busy7']);
  await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  sqs.destroy();
});
