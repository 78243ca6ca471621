import type * as Sdk from '@aws-sdk/client-sqs';
import { type Aws, clientOptions, lean } from './clients.ts';
import { once } from './lazy-port.ts';
import { type OutputOf, wire } from './wire.ts';

type Operation =
  | 'SendMessage'
  | 'SendMessageBatch'
  | 'ReceiveMessage'
  | 'ChangeMessageVisibilityBatch'
  | 'DeleteMessageBatch'
  | 'GetQueueAttributes';

type Command<Name extends Operation> = InstanceType<(typeof Sdk)[`${Name}Command`]>;

export type Sqs = {
  call: <Name extends Operation>(
    operation: Name,
    input: Command<Name>['input'],
  ) => Promise<OutputOf<Command<Name>>>;
};

/**
 * SQS, loaded with the first call. Without the option, the SDK calls the host in the queue's url even if an
 * endpoint is set.
 */
export function sqsClient(aws: Aws, own: Sdk.SQSClientConfig = {}): Sqs {
  const options = { ...clientOptions(aws, 'sqs'), useQueueUrlAsEndpoint: false, ...own };
  const loaded = once(async () => {
    const sdk = await import('@aws-sdk/client-sqs');
    return { sdk, client: lean(new sdk.SQSClient(options)) };
  });
  const call = (operation: Operation, input: object) =>
    wire.pass({ service: 'sqs', operation, input }, async () => {
      const { sdk, client } = await loaded();
      const Command = sdk[`${operation}Command`] as new (input: object) => Sdk.SendMessageCommand;
      return client.send(new Command(input));
    });
  return { call: call as Sqs['call'] };
}
