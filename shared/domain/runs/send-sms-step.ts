import { isAppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { SendSmsStep } from '../../core/records/automations.ts';
import type { PlanLimit } from '../../core/records/limits.ts';
import type { Scope } from '../automations/references.ts';
import type { Sms } from '../context.ts';
import type { SmsAnswer } from '../ports/sms.ts';
import { Overtaken } from '../sending/submission.ts';
import { applyResult } from './apply-result.ts';
import { type Input, type Move, move } from './engine.ts';
import { faultOf } from './fault.ts';
import { fillSms } from './fill-sms.ts';
import type { DefinedRun } from './follow.ts';
import { messageOf } from './messages.ts';
import { afterMove, applyInput, type Moving } from './move-run.ts';

type AtStep = DefinedRun & { scope: Scope; account: Account };
type Ctx = Moving & Sms;

/** A claim that is so old has no answer any more: the worker that took it ended long ago (U4). */
const claim_ms = 60_000;

const failed = (step: number, code: string, message: string): Input => ({
  kind: 'failed',
  step,
  error: { code, message },
});

const unknown = (step: number): Input => {
  const output = { outcome: 'unknown', message_id: null };
  return { kind: 'done', step, status: 'completed', output };
};

/** What an answer is to the run. */
function inputOf(step: number, answer: SmsAnswer): Input {
  switch (answer.outcome) {
    case 'sent': {
      const output = { outcome: 'sent', message_id: answer.message_id };
      return { kind: 'done', step, status: 'completed', output };
    }
    case 'unknown':
      return unknown(step);
    case 'not_taken': {
      const error = { code: 'unavailable', message: 'The SMS provider does not take the text now' };
      return { kind: 'try_failed', step, error };
    }
    case 'refused':
      return answer.reason === 'invalid'
        ? failed(step, 'validation_error', 'The SMS provider refuses the number or the text')
        : failed(step, 'upstream_error', 'The SMS provider refuses the call');
  }
}

/** The message comes again while the call may be under way; later it is not known whether it was made (U4). */
async function endClaim(ctx: Ctx, at: AtStep, claimed_at: string): Promise<void> {
  const rest_ms = Date.parse(claimed_at) + claim_ms - ctx.runtime.now();
  if (rest_ms <= 0) return applyInput(ctx, at, unknown(at.run.step_index));
  await ctx.run_queue.enqueue([messageOf(at.run)], Math.ceil(rest_ms / 1000));
}

/** The texts of an account's UTC day; a later try of a step counts no second time (U62). */
const limitOf = (ctx: Ctx, { run, account }: AtStep): PlanLimit | null =>
  run.tries > 0
    ? null
    : {
        owner: account.id,
        kind: 'sms',
        recipients: 1,
        day_limit: ctx.settings.sms.daily_limit,
        month_limit: null,
      };

/** Takes the step for this worker alone; the refusal of a limit is an input. */
async function claim(ctx: Ctx, at: AtStep): Promise<Move | { refused: Input }> {
  const { run, definition, scope } = at;
  const { step_index: step } = run;
  const moved = move(run, { kind: 'claim', step }, { definition, scope, now: ctx.runtime.now() });
  if (moved === null) throw new Overtaken();
  const joined = ctx.runs.joined({ seen: run, next: { ...moved.run, cancelled_by: null }, ended: [] });
  const taken = await ctx.sms_claims.take({ joined, limit: limitOf(ctx, at) });
  if (taken === 'overtaken') throw new Overtaken();
  if (taken === 'taken') return moved;
  const { limit } = taken.exceeded;
  return { refused: failed(step, 'plan_limit', `An account sends at most ${limit} texts a day`) };
}

/**
 * The text of a step, at most once: it is claimed before the call, and a claim without an answer is never repeated (U4).
 * Throws `Overtaken` when the run changed meanwhile.
 */
export async function sendSmsStep(ctx: Ctx, at: AtStep): Promise<void> {
  const { run, definition } = at;
  const { step_index: step, claimed_at } = run;
  if (claimed_at !== null) return endClaim(ctx, at, claimed_at);
  if (ctx.settings.sms.provider === 'none')
    return applyInput(ctx, at, failed(step, 'not_configured', 'This deployment sends no text messages'));
  let sms: { to: string; text: string };
  try {
    sms = fillSms(definition.steps[step] as SendSmsStep, at.scope);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return applyInput(ctx, at, { kind: 'failed', step, error: faultOf(error) });
  }
  const claimed = await claim(ctx, at);
  if ('refused' in claimed) return applyInput(ctx, at, claimed.refused);
  const answer = await ctx.sms.publish(sms);
  await applyResult(ctx, { ...at, run: afterMove(run, claimed) }, inputOf(step, answer));
}
