import type { Delivery } from '../../../core/records/webhooks.ts';
import { type Id, idTime } from '../../../core/runtime.ts';
import type { Base, Webhooks } from '../../context.ts';

/**
 * The text that was posted of a delivery; null once the days of the log are over since its event, even where it is still
 * stored: a replay outlives it.
 */
export async function readUnexpiredPayload(
  ctx: Base & Webhooks,
  account: Id<'acc'>,
  { id, first_id, event_id }: Pick<Delivery, 'id' | 'first_id' | 'event_id'>,
): Promise<string | null> {
  const made_at = idTime(first_id ?? id);
  if (ctx.runtime.now() >= made_at + ctx.settings.retention.webhook_log * 1000) return null;
  return ctx.deliveries.readPayload(account, event_id);
}
