import { sqsDeadLetters } from '../../shared/aws/dead-letters.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { type DeadLetterQueue, UnreadableLetter } from '../../shared/domain/ports/sending.ts';

/** Drains a dead-letter queue of 60 messages; the most that were handled at the same time. */
async function mostAtOnce(queue: DeadLetterQueue) {
  const bodies = Array.from({ length: 60 }, (_, i) => String(i));
  const call = async (name: string, { MaxNumberOfMessages = 0 }: { MaxNumberOfMessages?: number }) => {
    if (name !== 'ReceiveMessage') return {};
    return { Messages: bodies.splice(0, MaxNumberOfMessages).map((Body) => ({ Body, ReceiptHandle: Body })) };
  };
  const runtime = systemRuntime();
  const urls = { [queue]: 'https://sqs.test/dead' } as Record<DeadLetterQueue, string>;
  const { drain } = sqsDeadLetters({ call, close: () => {} } as never, runtime, urls, { feedback: '' });
  let running = 0;
  let most = 0;
  const result = await drain(queue, async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  });
  expect(result).toEqual({ done: 60, failed: 0 });
  return most;
}

test('dead letters are handled in five parallel tens [P10]', async () => {
  expect(await mostAtOnce('deliver')).toBe(50);
});

test('received mail, of which one message may be 40 MB, is handled one by one [P10, R52]', async () => {
  expect(await mostAtOnce('receive')).toBe(1);
});

test('a dead letter that this release cannot read is hidden for an hour, and never deleted [P58]', async () => {
  const bodies = ['read', 'unreadable', 'failed'];
  const calls: [string, string[]][] = [];
  type Input = { Entries?: { ReceiptHandle: string; VisibilityTimeout?: number }[] };
  const call = async (name: string, { Entries = [] }: Input) => {
    if (name === 'ReceiveMessage')
      return { Messages: bodies.splice(0).map((Body) => ({ Body, ReceiptHandle: Body })) };
    calls.push([
      name,
      Entries.map(({ ReceiptHandle, VisibilityTimeout = '' }) => ReceiptHandle + VisibilityTimeout),
    ]);
    return {};
  };
  const urls = { deliver: 'https://sqs.test/dead' } as Record<DeadLetterQueue, string>;
  const sqs = { call, close: () => {} } as never;
  const { drain } = sqsDeadLetters(sqs, systemRuntime(), urls, { feedback: '' });
  const result = await drain('deliver', async (body) => {
    if (body === 'unreadable') throw new UnreadableLetter();
    if (body === 'failed') throw new Error('the table is down');
  });
  expect(result).toEqual({ done: 1, failed: 2 });
  expect(calls).toEqual([
    ['DeleteMessageBatch', ['read']],
    ['ChangeMessageVisibilityBatch', ['unreadable3600']],
  ]);
});
