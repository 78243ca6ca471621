import { invalid } from '../../../core/errors.ts';
import { firstId } from '../../../core/runtime.ts';
import type { Base, Caller } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { checkEnabled, claimFailures, isStillFor, queueReplays, type Replaying } from './queue-replays.ts';

/** Deliveries that one call queues: far within a function's 29 s. */
const max_queued = 1_000;

/** The range as ids; 400 where it begins before the log does or ends before it begins. */
function rangeOf(ctx: Base, { since, until }: { since: string; until?: string | undefined }) {
  const now = ctx.runtime.now();
  const from = Date.parse(since);
  const to = until === undefined ? now : Date.parse(until);
  const days = ctx.settings.retention.webhook_log / 86_400;
  if (from < now - days * 86_400_000)
    throw invalid([{ path: 'since', rule: 'range', message: `since: at most ${days} days back` }]);
  if (until !== undefined && to <= from)
    throw invalid([{ path: 'until', rule: 'range', message: 'until must be later than since' }]);
  return { since: firstId('whd', from), until: firstId('whd', to) };
}

/**
 * replay_failed: queues the events from `since` to below `until` whose newest delivery to this endpoint failed, oldest
 * first, each once however often it is called. `has_more`: call again, for more than 1,000, or for what another
 * call is just queueing. What the endpoint's tenants do not let through any more is left out, here and later. Throws 404,
 * 409 for a disabled endpoint.
 */
export async function replayFailed(
  ctx: Replaying,
  caller: Caller,
  input: { id: string; since: string; until?: string | undefined },
): Promise<{ queued: number; has_more: boolean }> {
  requireScope(caller, ['webhooks:write']);
  const endpoint = await getEndpoint(ctx, caller, input.id);
  checkEnabled(endpoint);
  const { id, log_shards: shards } = endpoint;
  const range = rangeOf(ctx, input);
  const { failures, more } = await ctx.delivery_log.openFailures(id, { ...range, shards, limit: max_queued });
  const wanted = failures.filter((failure) => isStillFor(endpoint, failure));
  const others = failures.filter((failure) => !isStillFor(endpoint, failure));
  // Else 1,000 of them would be all that each call sees.
  if (others.length > 0) await ctx.delivery_log.closeFailures(id, shards, others);
  const replays = await claimFailures(ctx, endpoint, wanted);
  await queueReplays(ctx, endpoint, replays);
  const has_more = more || replays.length < wanted.length;
  ctx.log.info('webhook_failures_replayed', { webhook_id: id, queued: replays.length, has_more });
  return { queued: replays.length, has_more };
}
