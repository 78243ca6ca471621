import { isAppError } from '../../core/errors.ts';
import { max_hops, type WebhookStep } from '../../core/records/automations.ts';
import { faultOf } from '../automations/room.ts';
import type { Base, Resolving, WebhookRequests } from '../context.ts';
import { type Answer, postSafely } from '../webhooks/post-safely.ts';
import { retryAfter } from '../webhooks/retry.ts';
import type { Input } from './engine.ts';
import { fillRequest } from './fill-request.ts';
import type { ScopedRun } from './move-run.ts';

/** The input for a response. A forbidden address isn't retried; 429 and 503 say when to retry. */
function inputOf(
  { status_code, error, retry_after }: Answer,
  { step, attempts, hops, now }: { step: number; attempts: number; hops: number; now: number },
): Input {
  const outcome = error === null ? 'delivered' : 'failed';
  const output = {
    outcome,
    status_code,
    attempts,
    error,
    ...(hops > max_hops && { hops, hop_limit: max_hops }),
  };
  if (error === null) return { kind: 'done', step, status: 'completed', output };
  const fault = { message: 'The webhook was not delivered', code: 'upstream_error' };
  if (error === 'blocked_address') return { kind: 'failed', step, error: fault, output };
  const asks = status_code === 429 || status_code === 503;
  const after_ms = asks ? (retryAfter(retry_after, now) ?? 0) * 1000 : 0;
  return { kind: 'try_failed', step, error: fault, output, after_ms };
}

/**
 * Sends a step's request at least once. All attempts have the same key, so the receiver can recognize them.
 */
export async function webhookStep(
  ctx: Base & Resolving & WebhookRequests,
  { run, scope }: ScopedRun,
  webhook: WebhookStep,
): Promise<Input> {
  const { step_index: step, id: run_id, automation_id } = run;
  const hops = (scope.event?.hops ?? 0) + 1;
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Service-Automations/1',
    'accept-encoding': 'identity',
    'service-idempotency-key': `${run_id}/${step}`,
    'service-hops': String(hops),
  };
  try {
    const usual = { run_id, automation_id, step_index: step, event: scope.event };
    const request = fillRequest(ctx, webhook, scope, usual);
    // Otherwise, a header with the same name in another case would be sent next to ours.
    const isOwn = (name: string) => Object.hasOwn(own, name.toLowerCase());
    const theirs = Object.entries(request.headers).filter(([name]) => !isOwn(name));
    const headersAt = () => ({ ...Object.fromEntries(theirs), ...own });
    const answer = await postSafely(ctx, { ...request, headersAt });
    return inputOf(answer, { step, attempts: run.tries + 1, hops, now: ctx.runtime.now() });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: 'failed', step, error: faultOf(error) };
  }
}
