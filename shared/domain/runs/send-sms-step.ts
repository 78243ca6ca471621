import { isAppError } from '../../core/errors.ts';
import type { SendSmsStep } from '../../core/records/automations.ts';
import type { PlanLimit } from '../../core/records/limits.ts';
import { faultOf } from '../automations/room.ts';
import type { Sms } from '../context.ts';
import type { SmsAnswer } from '../ports/sms.ts';
import { Overtaken } from '../sending/submission.ts';
import type { Input, Move } from './engine.ts';
import { fillSms } from './fill-sms.ts';
import {
  type AtStep,
  afterMove,
  applyInput,
  applyResult,
  changeOf,
  type Moving,
  moveOrThrow,
} from './move-run.ts';
import { messageOf } from './timers.ts';

type Ctx = Moving & Sms;

/** If a claim is this old, its worker ended long ago, so no response will arrive. */
const claim_ms = 60_000;

function failed(step: number, code: string, message: string): Input {
  return { kind: 'failed', step, error: { code, message } };
}

function done(step: number, outcome: 'sent' | 'unknown', message_id: string | null): Input {
  return { kind: 'done', step, status: 'completed', output: { outcome, message_id } };
}

function inputOf(step: number, answer: SmsAnswer): Input {
  switch (answer.outcome) {
    case 'sent':
      return done(step, 'sent', answer.message_id);
    case 'unknown':
      return done(step, 'unknown', null);
    case 'not_taken': {
      const error = { code: 'unavailable', message: 'The SMS provider is not accepting the text right now' };
      return { kind: 'try_failed', step, error };
    }
    case 'refused':
      return answer.reason === 'invalid'
        ? failed(step, 'validation_error', 'The SMS provider rejected the number or the text')
        : failed(step, 'upstream_error', 'The SMS provider rejected the request');
  }
}

/**
 * The message returns while the call may be in progress. After that, it is unknown whether the call was made.
 */
async function endClaim(ctx: Ctx, at: AtStep, claimed_at: string): Promise<void> {
  const rest_ms = Date.parse(claimed_at) + claim_ms - ctx.runtime.now();
  if (rest_ms <= 0) return applyInput(ctx, at, done(at.run.step_index, 'unknown', null));
  await ctx.run_queue.enqueue([messageOf(at.run)], Math.ceil(rest_ms / 1000));
}

/** An account's text messages per UTC day. A step's retry doesn't count again. */
function limitOf({ settings }: Ctx, { run, account }: AtStep): PlanLimit | null {
  if (run.tries > 0) return null;
  const day_limit = settings.sms.daily_limit;
  return { owner: account.id, kind: 'sms', recipients: 1, day_limit, month_limit: null };
}

/** Claims the step for this worker. If a limit refuses the text, that becomes an input for the run. */
async function claim(ctx: Ctx, at: AtStep): Promise<Move | { refused: Input }> {
  const { step_index: step } = at.run;
  const moved = moveOrThrow(ctx, at, { kind: 'claim', step });
  const joined = ctx.runs.joined(changeOf(at.run, moved));
  const taken = await ctx.sms_claims.take({ joined, limit: limitOf(ctx, at) });
  if (taken === 'overtaken') throw new Overtaken();
  if (taken === 'taken') return moved;
  const { limit } = taken.exceeded;
  return { refused: failed(step, 'plan_limit', `An account can send at most ${limit} texts per day`) };
}

/**
 * Sends a step's text at most once. The text is claimed before the call, and a claim without a response is
 * never repeated. Throws `Overtaken` if the run changed meanwhile.
 */
export async function sendSmsStep(ctx: Ctx, at: AtStep, sms_step: SendSmsStep): Promise<void> {
  const { run } = at;
  const { step_index: step, claimed_at } = run;
  if (claimed_at !== null) return endClaim(ctx, at, claimed_at);
  if (ctx.settings.sms.provider === 'none')
    return applyInput(
      ctx,
      at,
      failed(step, 'not_configured', 'Text messages are unavailable: this deployment has no SMS provider'),
    );
  let sms: { to: string; text: string };
  try {
    sms = fillSms(sms_step, at.scope);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return applyInput(ctx, at, { kind: 'failed', step, error: faultOf(error) });
  }
  const claimed = await claim(ctx, at);
  if ('refused' in claimed) return applyInput(ctx, at, claimed.refused);
  const answer = await ctx.sms.publish(sms);
  await applyResult(ctx, { ...at, run: afterMove(run, claimed) }, inputOf(step, answer));
}
