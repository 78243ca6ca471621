import { dynamoClient } from '../../shared/aws/signed/dynamodb.ts';
import { joinCalls } from '../../shared/aws/signed/join-calls.ts';
import { sqsClient } from '../../shared/aws/signed/sqs.ts';
import { dynamoTable } from '../../shared/aws/table.ts';
import { type Behaviour, hostileAws } from './hostile-aws.ts';

export type Body = Record<string, unknown>;
export type Json = Record<string, { S: string }>;

const closing: (() => void)[] = [];

/** For `afterEach` of each file: in a group of files this module is loaded once. */
export function closeJoined(): void {
  for (const close of closing.splice(0)) close();
}

export const keyOf = (sk: string) => ({ pk: 'P', sk });

/** A table and a queue whose calls go together, over a stand-in that does these things to its first requests. */
export async function joinedCalls(...behaviours: Behaviour[]) {
  const { asked, own, close } = await hostileAws(...behaviours);
  closing.push(close);
  const aws = { region: 'eu-west-1', timeout_factor: 10, join: joinCalls };
  const table = dynamoTable(dynamoClient(aws, own), 't', own.runtime);
  const sqs = sqsClient(aws, own);
  const send = (...bodies: string[]) =>
    sqs.call('SendMessageBatch', {
      QueueUrl: 'q',
      Entries: bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody })),
    });
  const targets = () => asked.map(({ target }) => target.split('.')[1]);
  return { asked, table, send, targets };
}
