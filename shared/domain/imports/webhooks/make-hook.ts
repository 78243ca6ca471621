import { type AppError, isAppError } from '../../../core/errors.ts';
import { createEndpoint } from '../../webhooks/endpoints/create-endpoint.ts';
import type { Importing } from '../connection.ts';
import type { Slice } from '../slice.ts';
import type { DistinctHook, HookOutcome } from './distinct-hooks.ts';

/** What becomes of an endpoint that POST /webhooks refuses (T3); null: another one was made meanwhile. */
function refused(error: AppError): HookOutcome | null {
  const { code, message, details } = error;
  if (code === 'conflict') return null;
  if (code === 'plan_limit') return { status: 'failed', reason: 'plan_limit', message };
  if (code !== 'validation_error') throw error;
  const [issue] = (details?.issues ?? []) as { message: string }[];
  return { status: 'failed', reason: 'url_refused', message: issue?.message ?? message };
}

/** Makes an endpoint, disabled, with a new secret that is shown once (M39, M41). */
export async function makeHook(
  ctx: Importing,
  { work: { caller, import_id, connection } }: Slice,
  { url, events }: DistinctHook,
  made: number,
): Promise<HookOutcome | null> {
  const description = `Imported from ${connection.provider.title}`;
  const imported_by = { id: import_id, made };
  try {
    const { webhook, secret } = await createEndpoint(
      ctx,
      caller,
      { url, events, description },
      { imported_by },
    );
    return { status: 'imported', webhook_id: webhook.id, secret };
  } catch (error) {
    if (isAppError(error)) return refused(error);
    throw error;
  }
}
