import { setTimeout as wait } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Slot } from './fleet.ts';
import type { KillPlan } from './kill-plan.ts';

const batchSize = 10;

const eventOf = (messages: Message[]) => ({
  Records: messages.map(({ MessageId, Body, Attributes }) => ({
    messageId: MessageId,
    body: Body,
    attributes: { ApproximateReceiveCount: Attributes?.ApproximateReceiveCount },
  })),
});

type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

/** The messages that the function handled. None if it died or its response was lost. */
async function handled(
  slot: Slot,
  plan: KillPlan,
  messages: Message[],
  timeout_ms: number,
): Promise<Message[]> {
  try {
    const body = JSON.stringify(eventOf(messages));
    const answer = await slot.call('/', { method: 'POST', body }, timeout_ms);
    if (plan.decide(slot.role, '(its answer)', ['after'])) {
      slot.kill();
      return [];
    }
    if (!answer.ok) return [];
    const failed = new Set(
      ((await answer.json()) as BatchAnswer).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    );
    return messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
  } catch {
    return [];
  }
}

/** Feeds a queue to a process as Lambda does: batches of ten, one at a time, deleting what didn't fail. */
export async function pumpQueue(
  queue: { sqs: SQSClient; url: string },
  slot: Slot,
  options: { plan: KillPlan; timeout_ms: number; stop: AbortSignal },
): Promise<void> {
  const { sqs, url } = queue;
  while (!options.stop.aborted) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: batchSize,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    if (Messages.length === 0) continue;
    const done = await handled(slot, options.plan, Messages, options.timeout_ms);
    if (done.length === 0) continue;
    const Entries = done.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
  }
}

/** Invokes the sweep every `every_ms`, as EventBridge does every minute, and again immediately if it died. */
export async function pumpClock(
  slot: Slot,
  options: { every_ms: number; timeout_ms: number; stop: AbortSignal },
): Promise<void> {
  while (!options.stop.aborted) {
    const answer = await slot.call('/', { method: 'POST', body: '{}' }, options.timeout_ms).catch(() => null);
    const pause = answer?.ok ? options.every_ms : 100;
    await wait(pause, undefined, { signal: options.stop }).catch(() => {});
  }
}
