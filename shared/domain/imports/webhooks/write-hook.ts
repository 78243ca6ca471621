import { type AppError, isAppError } from '../../../core/errors.ts';
import type { WebhookItem } from '../../../core/records/imports.ts';
import { limitsOf } from '../../limits/plans.ts';
import { createEndpoint } from '../../webhooks/endpoints/create-endpoint.ts';
import { faultOfTarget } from '../../webhooks/endpoints/endpoint-rules.ts';
import type { Importing } from '../importing.ts';
import { countsOf, type Slice } from '../slice.ts';
import type { DistinctHook } from './distinct-hooks.ts';

/** The part of an endpoint's item that is not of the provider. */
export type HookOutcome = Partial<WebhookItem> & Pick<WebhookItem, 'status'>;

/** The writer of endpoints that are not here; null: there is another one since `made` were counted (M39). */
export type WriteHook = (
  ctx: Importing,
  slice: Slice,
  hook: DistinctHook,
  made: number,
) => Promise<HookOutcome | null>;

/** The outcome of an endpoint that POST /webhooks refuses (T3); null: another one was made meanwhile. */
function refused(error: AppError): HookOutcome | null {
  const { code, message, details } = error;
  if (code === 'conflict') return null;
  if (code === 'plan_limit') return { status: 'failed', reason: 'plan_limit', message };
  if (code !== 'validation_error') throw error;
  const [issue] = (details?.issues ?? []) as { message: string }[];
  return { status: 'failed', reason: 'url_refused', message: issue?.message ?? message };
}

/** Makes an endpoint, disabled, with a new secret that is shown once (M39, M41). */
export const makeHook: WriteHook = async (ctx, { work }, { url, events }, made) => {
  const input = { url, events, description: `Imported from ${work.connection.provider.title}` };
  const imported_by = { id: work.import_id, made };
  try {
    const { webhook, secret } = await createEndpoint(ctx, work.caller, input, { imported_by });
    return { status: 'imported', webhook_id: webhook.id, secret };
  } catch (error) {
    if (isAppError(error)) return refused(error);
    throw error;
  }
};

export const previewHook: WriteHook = async (ctx, { work, progress }, { url }) => {
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
};
