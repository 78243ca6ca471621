import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DeadLetterQueue, DeadLetters } from '../domain/ports/sending.ts';

/** Calls at most this often a run: the rest waits a minute. */
const maxRounds = 10;

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return {};
  }
}

/** The dead-letter queues, emptied message by message: one is deleted when its handler is done with it. */
export function sqsDeadLetters(client: SQSClient, urls: Record<DeadLetterQueue, string>): DeadLetters {
  return {
    drain: async (queue, handle) => {
      const QueueUrl = urls[queue];
      let done = 0;
      for (let round = 0; round < maxRounds; round++) {
        const answer = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
        const messages = answer.Messages ?? [];
        for (const message of messages) {
          await handle(parse(message.Body));
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
          done++;
        }
        if (messages.length === 0) break;
      }
      return done;
    },
  };
}
