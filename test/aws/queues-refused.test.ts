import { enqueuer } from '../../shared/aws/queues.ts';
import { wire } from '../../shared/aws/wire.ts';
import { publicError } from '../../shared/core/errors.ts';
import type { Id } from '../../shared/core/runtime.ts';

/** The answer to a caller whose request queues a task that SQS takes none of, in an answer of status 200. */
async function answerTo(failed: { Code: string; SenderFault: boolean }) {
  jest.spyOn(wire, 'pass').mockResolvedValueOnce({ Successful: [], Failed: [{ Id: '0', ...failed }] });
  const enqueue = enqueuer({ region: 'eu-west-1' }, 'https://sqs.test/tasks');
  const account = `acc_${'0'.repeat(26)}` as Id<'acc'>;
  const task = { task: 'check', name: 'x.example', id: `dom_${'0'.repeat(26)}`, account } as never;
  const thrown = await enqueue([task]).catch((error: Error) => error);
  const { code, status } = publicError(thrown);
  return [code, status];
}

test('a message that SQS fails to take for a fault of its own is 503 with retry-after, as a failed call is [P13]', async () => {
  expect(await answerTo({ Code: 'InternalError', SenderFault: false })).toEqual(['unavailable', 503]);
});

test('one that SQS refuses as the sender’s fault would fail again: 500 [P13]', async () => {
  expect(await answerTo({ Code: 'InvalidMessageContents', SenderFault: true })).toEqual([
    'internal_error',
    500,
  ]);
});
