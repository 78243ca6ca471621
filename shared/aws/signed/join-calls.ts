import type {
  SendMessageBatchCommandInput,
  SendMessageBatchCommandOutput,
  SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import type { Join, Send } from './join.ts';
import { joinTableCalls } from './join-table-calls.ts';
import { createJoints, sendJoined } from './joints.ts';

/**
 * Joins calls that begin in one turn of the event loop into one request, for a process that serves many sessions
 * (docs/decisions/0035): reads, unconditional writes, transactions that put items, and queue messages. Each caller gets
 * the answer that it would get alone.
 */
export const joinCalls: Join = (service, send) =>
  service === 'sqs' ? joinQueueCalls(send) : joinTableCalls(send);

type Entry = SendMessageBatchRequestEntry;
type Answer = Pick<SendMessageBatchCommandOutput, 'Successful' | 'Failed'>;
type Results = { [Name in keyof Answer]-?: NonNullable<Answer[Name]> };

/** SQS takes 10 messages and, on older clouds, 256 KB a call. */
const limits = { entries: 10, weight: 240 * 1024 };

const weigh = ({ MessageBody = '' }: Entry) => Buffer.byteLength(MessageBody);

/** Joins messages to one queue. Ids of messages are unique in their call only, so each gets another one in the joint call. */
function joinQueueCalls(send: Send): Send {
  let messages = 0;
  const join = createJoints<Entry, Results>({
    limits,
    weigh,
    shared: false,
    call: async (QueueUrl, entries) => {
      const input = { QueueUrl, Entries: [...entries].map(([Id, entry]) => ({ ...entry, Id })) };
      const { Successful = [], Failed = [] } = (await send('SendMessageBatch', input)) as Answer;
      return { Successful, Failed };
    },
  });
  return async (operation, input) => {
    if (operation !== 'SendMessageBatch') return send(operation, input);
    const { QueueUrl = '', Entries = [] } = input as SendMessageBatchCommandInput;
    const entries = new Map(Entries.map((entry) => [String(messages++), entry]));
    const own = <Result extends { Id: string | undefined }>(results: Result[]) =>
      results.flatMap((result) => {
        const Id = entries.get(result.Id ?? '')?.Id;
        return Id === undefined ? [] : [{ ...result, Id }];
      });
    return sendJoined(join(QueueUrl, entries), {
      answer: ({ Successful, Failed }) => ({ Successful: own(Successful), Failed: own(Failed) }),
      alone: () => send(operation, input),
    });
  };
}
