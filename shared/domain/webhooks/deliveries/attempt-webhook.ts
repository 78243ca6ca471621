import type { WebhookEvent } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { AttemptMessage, DeliveryMessage } from '../../ports/webhooks.ts';
import { expandFanOut, publishEvents } from '../publish.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { HeldFailures } from './failing.ts';
import { recoverEndpoint } from './recover-endpoint.ts';

type AttemptMemory = {
  /** The latest attempts that this process started, so that a duplicate is dropped without a read. */
  attempts: Set<string>;
  failures: HeldFailures;
};

const remembered = 10_000;

export const attemptMemory = (): AttemptMemory => ({ attempts: new Set(), failures: new Map() });

/** An attempt-webhook queue message; `receive_count` is SQS's, from 1. */
export async function attemptWebhook(
  ctx: AttemptContext,
  input: { message: AttemptMessage; receive_count: number; memory: AttemptMemory },
): Promise<void> {
  const { message, memory } = input;
  const again = input.receive_count > 1;
  if (message.kind === 'fan_out') return expandFanOut(ctx, message, again);
  if (message.kind === 'recover') return recoverEndpoint(ctx, message);
  if (message.kind === 'event') {
    const event: WebhookEvent = JSON.parse(message.payload);
    return publishEvents(ctx, message.account, [{ event, tenant: message.tenant, repeat: true }]);
  }
  await attemptOnce(ctx, message, again, memory);
}

async function attemptOnce(
  ctx: AttemptContext,
  message: DeliveryMessage,
  again: boolean,
  { attempts, failures }: AttemptMemory,
): Promise<void> {
  const mark = `${message.delivery_id}#${message.attempt}`;
  if (attempts.has(mark)) return;
  attempts.add(mark);
  const oldest = attempts.values().next().value;
  if (attempts.size > remembered && oldest !== undefined) attempts.delete(oldest);
  let isOver = false;
  try {
    isOver = await attemptDelivery(ctx, message, { again, failures });
  } finally {
    if (!isOver) attempts.delete(mark);
  }
}
