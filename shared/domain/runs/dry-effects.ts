import { AppError, publicError } from '../../core/errors.ts';
import type { SendEmailStep, SendSmsStep, Step } from '../../core/records/automations.ts';
import type { Scope } from '../automations/references.ts';
import { faultOf } from '../automations/room.ts';
import { showUnsubscribe } from '../content/placeholders.ts';
import { type Caller, type Sending, systemCaller } from '../context.ts';
import { checkEmail } from '../sending/check-email.ts';
import type { Input } from './engine.ts';
import { fillEmail } from './fill-email.ts';
import { fillRequest } from './fill-request.ts';
import { fillSms } from './fill-sms.ts';

const shown = (text: string | null): string | null => text && showUnsubscribe(text);

type Done = Pick<Extract<Input, { kind: 'done' }>, 'status' | 'output'>;

const stubbed = (output: Record<string, unknown>, status: Done['status'] = 'completed'): Done => ({
  status,
  output: { stubbed: true, ...output },
});

/** The email as it would be accepted. A suppressed address skips it, as in a run. */
async function dryEmail(ctx: Sending, caller: Caller, step: SendEmailStep, scope: Scope): Promise<Done> {
  const service = systemCaller(caller.account, caller.request_id);
  const { rendered, blocked } = await checkEmail(ctx, service, fillEmail(step, scope));
  const { from, recipients, subject, html, text } = rendered;
  const outcome = blocked && blocked.suppressed.length > 0 ? 'suppressed' : 'unsubscribed';
  if (blocked) return stubbed({ outcome, email_id: null }, 'skipped');
  const parts = { subject: showUnsubscribe(subject), html: shown(html), text: shown(text) };
  return stubbed({ from, to: recipients.to, ...parts });
}

function drySms(ctx: Sending, step: SendSmsStep, scope: Scope): Done {
  if (ctx.settings.sms.provider === 'none')
    throw new AppError(
      'not_configured',
      'Text messages are unavailable: this deployment has no SMS provider',
    );
  return stubbed(fillSms(step, scope));
}

type At = { scope: Scope; usual: object };

async function filled(ctx: Sending, caller: Caller, step: Step, { scope, usual }: At): Promise<Done> {
  switch (step.type) {
    case 'send_email':
      return dryEmail(ctx, caller, step, scope);
    case 'send_sms':
      return drySms(ctx, step, scope);
    case 'webhook':
      return stubbed(fillRequest(ctx, step, scope, usual));
    default:
      throw new Error(`a step without an effect: ${step.type}`);
  }
}

/**
 * A step's effect, filled in. An error fails the run, as in a real run. `usual` is a webhook's default body.
 */
export async function dryEffect(
  ctx: Sending,
  caller: Caller,
  { step, index }: { step: Step; index: number },
  at: At,
): Promise<Input> {
  try {
    return { kind: 'done', step: index, ...(await filled(ctx, caller, step, at)) };
  } catch (error) {
    const refusal = publicError(error);
    // A temporary error doesn't mean that the automation is wrong, so the caller may retry.
    if (refusal.status >= 500 && refusal.code !== 'not_configured') throw error;
    return { kind: 'failed', step: index, error: faultOf(refusal) };
  }
}
