import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { laterThan, revise } from '../../../core/revise.ts';
import type { Base, Caller, Webhooks } from '../../context.ts';
import { getEndpoint } from './get-endpoint.ts';

/** Writes what `changeOf` makes of the current endpoint, after any concurrent write. Throws 404, and 503 after too many. */
export function changeEndpoint(
  ctx: Base & Webhooks,
  caller: Caller,
  id: string,
  changeOf: (seen: WebhookEndpoint) => Partial<WebhookEndpoint>,
): Promise<WebhookEndpoint> {
  return revise(ctx.runtime, async () => {
    const seen = await getEndpoint(ctx, caller, id);
    const fields = changeOf(seen);
    if (Object.keys(fields).length === 0) return seen;
    const updated_at = laterThan(ctx.runtime, seen.updated_at);
    return (await ctx.webhooks.update(seen, { ...fields, updated_at })) ?? undefined;
  });
}
