import * as sdk from '@aws-sdk/client-sqs';
import { type Aws, clientOptions } from './clients.ts';
import { wire } from './wire.ts';

const commands = {
  SendMessage: sdk.SendMessageCommand,
  SendMessageBatch: sdk.SendMessageBatchCommand,
  ReceiveMessage: sdk.ReceiveMessageCommand,
  ChangeMessageVisibilityBatch: sdk.ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatch: sdk.DeleteMessageBatchCommand,
  GetQueueAttributes: sdk.GetQueueAttributesCommand,
};

type Operations = {
  SendMessage: [sdk.SendMessageCommandInput, sdk.SendMessageCommandOutput];
  SendMessageBatch: [sdk.SendMessageBatchCommandInput, sdk.SendMessageBatchCommandOutput];
  ReceiveMessage: [sdk.ReceiveMessageCommandInput, sdk.ReceiveMessageCommandOutput];
  ChangeMessageVisibilityBatch: [
    sdk.ChangeMessageVisibilityBatchCommandInput,
    sdk.ChangeMessageVisibilityBatchCommandOutput,
  ];
  DeleteMessageBatch: [sdk.DeleteMessageBatchCommandInput, sdk.DeleteMessageBatchCommandOutput];
  GetQueueAttributes: [sdk.GetQueueAttributesCommandInput, sdk.GetQueueAttributesCommandOutput];
};

export type Sqs = {
  call: <Name extends keyof Operations>(
    operation: Name,
    input: Operations[Name][0],
  ) => Promise<Operations[Name][1]>;
};

/** SQS. Without the option the SDK would call the host of the queue's url, also where an endpoint is set. */
export function sqsClient(aws: Aws, own: sdk.SQSClientConfig = {}): Sqs {
  const client = new sdk.SQSClient({ ...clientOptions(aws, 'sqs'), useQueueUrlAsEndpoint: false, ...own });
  const call = (operation: keyof Operations, input: object) =>
    wire.pass({ service: 'sqs', operation, input }, () => {
      const Command = commands[operation] as new (input: object) => sdk.SendMessageCommand;
      return client.send(new Command(input));
    });
  return { call: call as Sqs['call'] };
}
