import { limitsOf } from '../../limits/plans.ts';
import { faultOfTarget } from '../../webhooks/endpoints/endpoint-rules.ts';
import type { Importing } from '../connection.ts';
import { countsOf, type Slice } from '../slice.ts';
import type { DistinctHook, HookOutcome } from './distinct-hooks.ts';

/** What an import made now would do with an endpoint (M28). */
export async function previewHook(
  ctx: Importing,
  { work, progress }: Slice,
  { url }: DistinctHook,
): Promise<HookOutcome> {
  const used = (await countsOf(ctx, work)).webhooks + progress.totals.webhooks.imported;
  const fault = await faultOfTarget(ctx, url);
  if (fault !== null) return { status: 'failed', reason: 'url_refused', message: fault.message };
  const { webhooks } = limitsOf(work.caller.account);
  if (used < webhooks) return { status: 'would_import' };
  return {
    status: 'failed',
    reason: 'plan_limit',
    message: `The plan includes ${webhooks} webhook endpoints`,
  };
}
