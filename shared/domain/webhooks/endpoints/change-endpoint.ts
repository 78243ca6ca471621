import { AppError } from '../../../core/errors.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { Base, Caller, Webhooks } from '../../context.ts';
import { getEndpoint } from './get-endpoint.ts';

const tries = 5;

/**
 * Writes what `changeOf` makes of the current endpoint; of two at the same time the second sees the first one's
 * result. Throws 404, and 503 where others change it all the time.
 */
export async function changeEndpoint(
  ctx: Base & Webhooks,
  caller: Caller,
  id: string,
  changeOf: (seen: WebhookEndpoint) => Partial<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  for (let round = 0; round < tries; round++) {
    const seen = await getEndpoint(ctx, caller, id);
    const fields = changeOf(seen);
    if (Object.keys(fields).length === 0) return seen;
    // Never the previous value: other writers detect the change by it.
    const at = Math.max(ctx.runtime.now(), Date.parse(seen.updated_at) + 1);
    const written = await ctx.webhooks.update(seen, { ...fields, updated_at: timestamp(at) });
    if (written !== null) return written;
  }
  throw new AppError('unavailable', 'The webhook is being changed by others', {
    headers: { 'retry-after': '1' },
  });
}
