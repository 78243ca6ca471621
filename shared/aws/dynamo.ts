import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { type Aws, attempts, clientOptions, lean } from './clients.ts';
import { faultOf, unconnected } from './fault.ts';
import { type OutputOf, wire } from './wire.ts';

const commands = {
  GetItem: sdk.GetCommand,
  PutItem: sdk.PutCommand,
  UpdateItem: sdk.UpdateCommand,
  DeleteItem: sdk.DeleteCommand,
  Query: sdk.QueryCommand,
  Scan: sdk.ScanCommand,
  BatchGetItem: sdk.BatchGetCommand,
  BatchWriteItem: sdk.BatchWriteCommand,
  TransactWriteItems: sdk.TransactWriteCommand,
};

type Operation = keyof typeof commands;
type Command<Name extends Operation> = InstanceType<(typeof commands)[Name]>;

export type Input<Name extends Operation> = Command<Name>['input'];
type Output<Name extends Operation> = OutputOf<Command<Name>>;

/** With `once`, a call that AWS may have accepted isn't repeated, even if its response is lost. */
export type SendOptions = { once?: boolean | undefined };

export type Dynamo = {
  call: <Name extends Operation>(
    operation: Name,
    input: Input<Name>,
    options?: SendOptions,
  ) => Promise<Output<Name>>;
};

/** Whether a failed call had no effect: AWS rejected it or was never reached. */
function isUntaken(error: unknown): boolean {
  const { code = '', status } = faultOf(error);
  return unconnected.has(code) || (status >= 400 && status < 500);
}

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];

/** The SDK's retries, for calls that must not happen twice. */
class UntakenRetries extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(...[token, info]: Parameters<Refresh>): ReturnType<Refresh> {
    if (!isUntaken(info.error)) throw info.error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}

type Failed = { Item?: Item; CancellationReasons?: Failed[] };
type Item = Parameters<typeof unmarshall>[0];

/** The document client translates responses, but not the items in errors. */
function translate(error: unknown): void {
  const { CancellationReasons = [] } = error as Failed;
  for (const failed of [error as Failed, ...CancellationReasons])
    if (failed.Item) failed.Item = unmarshall(failed.Item);
}

/** DynamoDB. The SDK gives each transaction a token, so a repeat after a lost response has no effect. */
export function dynamoClient(aws: Aws, own: DynamoDBClientConfig = {}): Dynamo {
  // The document client rejects a client that caches its steps.
  const options = { ...clientOptions(aws, 'dynamodb'), cacheMiddleware: false, ...own };
  const from = (more: DynamoDBClientConfig = {}) =>
    sdk.DynamoDBDocumentClient.from(lean(new DynamoDBClient({ ...options, ...more })), {
      // A member named `constructor` makes a plain object look like a class instance.
      marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    });
  const client = from();
  let cautious: typeof client | undefined;
  const cautiously = () => {
    cautious ??= from({ retryStrategy: new UntakenRetries(attempts.dynamodb) });
    return cautious;
  };
  const call = (operation: Operation, input: object, { once }: SendOptions = {}) =>
    wire.pass({ service: 'dynamodb', operation, input }, async () => {
      const Command = commands[operation] as new (input: object) => sdk.GetCommand;
      try {
        return await (once ? cautiously() : client).send(new Command(input));
      } catch (error) {
        translate(error);
        throw error;
      }
    });
  return { call: call as Dynamo['call'] };
}
