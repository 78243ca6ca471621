import { hash } from 'node:crypto';
import type * as sdk from '@aws-sdk/client-sqs';
import type { Aws } from '../clients.ts';
import { signedClient } from './client.ts';
import { brokenAnswer } from './errors.ts';

type Operations = {
  SendMessage: [sdk.SendMessageCommandInput, sdk.SendMessageCommandOutput];
  SendMessageBatch: [sdk.SendMessageBatchCommandInput, sdk.SendMessageBatchCommandOutput];
  ReceiveMessage: [sdk.ReceiveMessageCommandInput, { Messages?: sdk.Message[] }];
  ChangeMessageVisibilityBatch: [
    sdk.ChangeMessageVisibilityBatchCommandInput,
    Partial<sdk.ChangeMessageVisibilityBatchCommandOutput>,
  ];
  DeleteMessageBatch: [sdk.DeleteMessageBatchCommandInput, Partial<sdk.DeleteMessageBatchCommandOutput>];
  GetQueueAttributes: [sdk.GetQueueAttributesCommandInput, { Attributes?: Record<string, string> }];
};

export type Sqs = {
  call: <Name extends keyof Operations>(
    operation: Name,
    input: Operations[Name][0],
  ) => Promise<Operations[Name][1]>;
  close: () => void;
};

type Summed = { MD5OfMessageBody?: string | undefined };

/** Throws where SQS received or returned another text. */
function verify(body: string | undefined, { MD5OfMessageBody }: Summed): void {
  if (MD5OfMessageBody !== hash('md5', body ?? ''))
    throw brokenAnswer('a message does not have its MD5', 200);
}

const checks: { [Name in keyof Operations]?: (...io: Operations[Name]) => void } = {
  SendMessage: ({ MessageBody }, answer) => verify(MessageBody, answer),
  SendMessageBatch: ({ Entries = [] }, { Successful = [] }) => {
    const bodies = new Map(Entries.map(({ Id, MessageBody }) => [Id, MessageBody]));
    for (const sent of Successful) verify(bodies.get(sent.Id), sent);
  },
  ReceiveMessage: (_, { Messages = [] }) => {
    for (const { Body, MD5OfBody } of Messages) verify(Body, { MD5OfMessageBody: MD5OfBody });
  },
};

/** SQS, with the checksums of its messages verified. */
export function sqsClient(aws: Aws, own?: Parameters<typeof signedClient>[2]): Sqs {
  const { send, close } = signedClient(aws, 'sqs', own);
  const call = async (operation: keyof Operations, input: object): Promise<object> => {
    const answer = await send(operation, input);
    (checks[operation] as ((input: object, answer: object) => void) | undefined)?.(input, answer);
    return answer;
  };
  return { call: call as Sqs['call'], close };
}
