import type { AttemptContext } from '../../context.ts';
import type { FanOutMessage } from '../../ports/webhooks.ts';
import { deliveriesOf } from '../publish.ts';

/** Endpoints expanded per message: ten full batches, far within the worker's time. */
const step = 100;

/** The rest goes last: a crash before it repeats this step alone, under the same ids and marked as a repeat (E25). */
export async function expandFanOut(ctx: AttemptContext, message: FanOutMessage, again: boolean) {
  const { kind: _kind, webhook_ids, ...body } = message;
  const now = webhook_ids.slice(0, step);
  const rest = webhook_ids.slice(step);
  const endpoints = new Map((await ctx.webhooks.all(message.account)).map((each) => [each.id, each]));
  const standing = now.flatMap((id) => endpoints.get(id) ?? []);
  const repeat = message.repeat || again;
  const deliveries = deliveriesOf({ ...body, repeat }, standing);
  if (deliveries.length > 0) await ctx.queues.webhooks(deliveries);
  const first = message.first && deliveries.length === 0;
  if (rest.length > 0) await ctx.queues.webhooks([{ ...message, repeat, first, webhook_ids: rest }]);
}
