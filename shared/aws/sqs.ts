import * as sdk from '@aws-sdk/client-sqs';
import { type Aws, clientOptions, lean } from './clients.ts';
import { type OutputOf, wire } from './wire.ts';

const commands = {
  SendMessage: sdk.SendMessageCommand,
  SendMessageBatch: sdk.SendMessageBatchCommand,
  ReceiveMessage: sdk.ReceiveMessageCommand,
  ChangeMessageVisibilityBatch: sdk.ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatch: sdk.DeleteMessageBatchCommand,
  GetQueueAttributes: sdk.GetQueueAttributesCommand,
};

type Operation = keyof typeof commands;
type Command<Name extends Operation> = InstanceType<(typeof commands)[Name]>;

export type Sqs = {
  call: <Name extends Operation>(
    operation: Name,
    input: Command<Name>['input'],
  ) => Promise<OutputOf<Command<Name>>>;
};

/** SQS. Without the option the SDK would call the host of the queue's url, also where an endpoint is set. */
export function sqsClient(aws: Aws, own: sdk.SQSClientConfig = {}): Sqs {
  const options = { ...clientOptions(aws, 'sqs'), useQueueUrlAsEndpoint: false, ...own };
  const client = lean(new sdk.SQSClient(options));
  const call = (operation: Operation, input: object) =>
    wire.pass({ service: 'sqs', operation, input }, () => {
      const Command = commands[operation] as new (input: object) => sdk.SendMessageCommand;
      return client.send(new Command(input));
    });
  return { call: call as Sqs['call'] };
}
