import { randomUUID } from 'node:crypto';
import type * as sdk from '@aws-sdk/lib-dynamodb';
import type { Aws } from '../clients.ts';
import { signedClient } from './client.ts';
import type { SendOptions } from './join.ts';

type Operations = {
  GetItem: [sdk.GetCommandInput, sdk.GetCommandOutput];
  PutItem: [sdk.PutCommandInput, object];
  UpdateItem: [sdk.UpdateCommandInput, sdk.UpdateCommandOutput];
  DeleteItem: [sdk.DeleteCommandInput, object];
  Query: [sdk.QueryCommandInput, sdk.QueryCommandOutput];
  Scan: [sdk.ScanCommandInput, sdk.ScanCommandOutput];
  BatchGetItem: [sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput];
  BatchWriteItem: [sdk.BatchWriteCommandInput, sdk.BatchWriteCommandOutput];
  TransactWriteItems: [sdk.TransactWriteCommandInput, object];
};

export type Dynamo = {
  call: <Name extends keyof Operations>(
    operation: Name,
    input: Operations[Name][0],
    options?: SendOptions,
  ) => Promise<Operations[Name][1]>;
  close: () => void;
};

/** DynamoDB. A transaction has a token, so that DynamoDB takes one that is sent again after a lost answer for the same. */
export function dynamoClient(aws: Aws, own?: Parameters<typeof signedClient>[2]): Dynamo {
  const { send, close } = signedClient(aws, 'dynamodb', own);
  const call = (operation: string, input: object, options?: SendOptions): Promise<object> => {
    const token = operation === 'TransactWriteItems' && { ClientRequestToken: randomUUID() };
    return send(operation, token ? { ...input, ...token } : input, options);
  };
  return { call: call as Dynamo['call'], close };
}
