import { invalid } from '../../../core/errors.ts';
import { firstId } from '../../../core/runtime.ts';
import type { Base, Caller } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { checkEnabled, claimFailures, isStillFor, queueReplays, type Replaying } from './queue-replays.ts';

/** Deliveries queued per call, well within a function's 29 s. */
const max_queued = 1_000;

/** The range as ids; 400 if it starts before the log or ends before it starts. */
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
 * replay_failed: queues events from `since` to below `until` whose newest delivery to this endpoint failed,
 * oldest first, each only once. `has_more` means call again, because there are more than 1,000 or another
 * call is still queueing. Events that the endpoint's tenants filter no longer allows are never replayed.
 * Throws 404, and 409 for a disabled endpoint.
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
  // Otherwise, every call might see only the same 1,000.
  if (others.length > 0) await ctx.delivery_log.closeFailures(id, shards, others);
  const replays = await claimFailures(ctx, endpoint, wanted);
  await queueReplays(ctx, endpoint, replays);
  const has_more = more || replays.length < wanted.length;
  ctx.log.info('webhook_failures_replayed', { webhook_id: id, queued: replays.length, has_more });
  return { queued: replays.length, has_more };
}
