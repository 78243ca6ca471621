import type { Delivery } from '../../../core/records/webhooks.ts';
import { type Id, idTime } from '../../../core/runtime.ts';
import type { Base, Webhooks } from '../../context.ts';

/**
 * The text a delivery posted. Null once the log's days since its event are over, even if still stored,
 * because a replay outlives it.
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
