import { isAppError, publicError } from '../../core/errors.ts';
import type { SendEmailStep } from '../../core/records/automations.ts';
import { derivedId } from '../../core/runtime.ts';
import { faultOf } from '../automations/room.ts';
import { type Runs, type Sending, systemCaller } from '../context.ts';
import { sendEmail } from '../sending/send-email.ts';
import { isOvertaken } from '../sending/submission.ts';
import type { Input, Move } from './engine.ts';
import { fillEmail } from './fill-email.ts';
import { type AtStep, afterMove, changeOf, moveOrThrow } from './move-run.ts';
import { putRows } from './rows.ts';

/** How far back an email may be dated. Less than the 15 minutes after which it counts as late. */
const dated_ms = 10 * 60_000;

/**
 * The time (epoch ms) of the email's id, Date, and 24-hour limit: the step's start, or ten minutes ago if the
 * step waited longer for a worker or a suspension.
 */
const acceptedAt = (started: number, now: number): number =>
  now - started < dated_ms ? started : now - (now % dated_ms);

/** A refusal as an input for the engine. A suppressed recipient doesn't make the run fail. */
function inputOfRefusal(step: number, thrown: unknown): Input {
  const refusal = publicError(thrown);
  const { status, details = {} } = refusal;
  if (status === 422) {
    const { email_id, suppressed } = details;
    const outcome = suppressed ? 'suppressed' : 'unsubscribed';
    return { kind: 'done', step, status: 'skipped', output: { outcome, email_id } };
  }
  return { kind: status < 500 ? 'failed' : 'try_failed', step, error: faultOf(refusal) };
}

/**
 * Sends a step's email. Its acceptance, the step's record, and the run's move are one transaction. So there
 * is only one email even if the message repeats, and none once the run is canceled. A refusal by `sendEmail`
 * becomes another move's input. Throws `Overtaken` if the run changed meanwhile.
 */
export async function sendEmailStep(
  ctx: Sending & Runs,
  at: AtStep,
  email_step: SendEmailStep,
): Promise<{ stored: Move } | { input: Input }> {
  const { run, scope, account } = at;
  const { step_index: step } = run;
  const started = Date.parse(run.step_started_at);
  const idOf = (kind: string, at_ms: number) => derivedId('msg', at_ms, run.id, String(step), kind);
  const id = idOf('email', acceptedAt(started, ctx.runtime.now()));
  const output = { outcome: 'sent', email_id: id };
  const done = moveOrThrow(ctx, at, { kind: 'done', step, status: 'completed', output });
  const joined = ctx.runs.joined(changeOf(run, done));
  try {
    const email = fillEmail(email_step, scope);
    await putRows(ctx, afterMove(run, done));
    // The id is the same for each attempt, because the record isn't part of the run's move.
    const refused_id = idOf('refused', started);
    await sendEmail(ctx, systemCaller(account, run.id), email, { alongside: { id, refused_id, joined } });
    return { stored: done };
  } catch (error) {
    if (isOvertaken(error)) throw error;
    if (!isAppError(error)) ctx.log.error('step_failed', { run_id: run.id, error: (error as Error).name });
    return { input: inputOfRefusal(step, error) };
  }
}
