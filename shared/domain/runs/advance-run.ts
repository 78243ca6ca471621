import type { Automation } from '../../core/records/automations.ts';
import type { Run } from '../../core/records/runs.ts';
import { revise } from '../../core/revise.ts';
import type { Automations, Identity, Resolving, Sending, Sms, WebhookRequests } from '../context.ts';
import { isSuspended, suspendedWaits_s } from '../keys/suspended.ts';
import type { AdvanceMessage, RunMessage } from '../ports/runs.ts';
import { isOvertaken } from '../sending/submission.ts';
import { postedAt } from './begin-run.ts';
import { cancelRuns } from './cancel-runs.ts';
import { carryOutRest } from './carry-out.ts';
import { stepAt } from './engine.ts';
import { follow, followEnded } from './follow.ts';
import {
  type AtStep,
  applyInput,
  applyResult,
  followMove,
  isAt,
  type Moving,
  type OpenRun,
  openRun,
} from './move-run.ts';
import { asksEvents, noScope, readScope } from './scope.ts';
import { sendEmailStep } from './send-email-step.ts';
import { sendSmsStep } from './send-sms-step.ts';
import { messageOf, queueStep } from './timers.ts';
import { webhookStep } from './webhook-step.ts';

type Advancing = Moving & Sending & Identity & Resolving & Sms & WebhookRequests;

async function endWait(ctx: Advancing, open: OpenRun): Promise<void> {
  const { run, definition, records } = open;
  const { step_index: step } = run;
  const scope = asksEvents(definition, step) ? await readScope(ctx, run, records) : noScope;
  await applyInput(ctx, { ...open, scope }, { kind: 'time', step });
}

/** Whether a pause canceled all of an automation's runs. It has none then, whatever its events' clocks say. */
const isEmptied = ({ status, cancelled_until = '', activated_at }: Automation): boolean =>
  status === 'paused' && cancelled_until >= (activated_at ?? '');

/**
 * No effect starts once the automation is deleted, or paused with its runs canceled, whatever the queue
 * says.
 */
const stops = (automation: Automation | null, run: Run): boolean =>
  automation === null || isEmptied(automation) || postedAt(run) <= (automation.cancelled_until ?? '');

/** The cached automation may predate the activation that started the run, so a stop is read again. */
async function isStopped(ctx: Automations, run: Run): Promise<boolean> {
  const { account, automation_id: id } = run;
  const known = await ctx.automations.known(account, id);
  return stops(known, run) && stops(await ctx.automations.get(account, id), run);
}

async function takeStep(ctx: Advancing, open: OpenRun): Promise<void> {
  const { run } = open;
  if (run.status === 'waiting') return endWait(ctx, open);
  const [account, stopped, scope] = await Promise.all([
    ctx.accounts.get(run.account),
    isStopped(ctx, run),
    readScope(ctx, run, open.records),
  ]);
  if (account === null) throw new Error('a run without its account');
  const at = { ...open, scope, account };
  // If an effect may have started, it is finished.
  if (stopped && run.claimed_at === null) return applyInput(ctx, at, { kind: 'cancel', reason: 'cancelled' });
  // Later, the message checks again whether the run can resume (N23).
  if (isSuspended(account)) return ctx.run_queue.enqueue([messageOf(run)], suspendedWaits_s.runs);
  await takeEffect(ctx, at);
}

async function takeEffect(ctx: Advancing, at: AtStep): Promise<void> {
  const step = stepAt(at.definition, at.run.step_index);
  switch (step.type) {
    case 'webhook':
      return applyResult(ctx, at, await webhookStep(ctx, at, step));
    case 'send_sms':
      return sendSmsStep(ctx, at, step);
    case 'send_email': {
      const taken = await sendEmailStep(ctx, at, step);
      return 'input' in taken ? applyInput(ctx, at, taken.input) : followMove(ctx, at, taken.stored);
    }
    default:
      throw new Error(`a run that rests at a step without an effect: ${step.type}`);
  }
}

const recordsFrom = ({ records }: OpenRun, from: number) => records.filter(({ index }) => index >= from);

async function advanceOnce(ctx: Advancing, message: RunMessage): Promise<void> {
  const open = await openRun(ctx, message.id);
  if (open === null) return ctx.log.info('run_gone', { run_id: message.id });
  const { run } = open;
  const { step, from } = message;
  // The step is done or the run is over, so this only repeats the follow-up (U17).
  if (!isAt(run, message)) {
    const since = from ?? step;
    return follow(ctx, open, { records: recordsFrom(open, since), from: since });
  }
  // The step or its next attempt may not be due yet. Its message is requeued for the rest of the time (U19).
  const isEarly = Date.parse(run.next_step_at ?? '') > ctx.runtime.now();
  await Promise.all([
    from !== undefined && followEnded(ctx, open, { records: recordsFrom(open, from), from }),
    isEarly ? queueStep(ctx, run) : takeStep(ctx, open),
  ]);
}

/**
 * Handles one run queue message: one step's effect, applied once even if the message repeats, or the end of a
 * wait. It stores the state, then follows up, then deletes the message, so anything lost in between is
 * repeated.
 */
export async function advanceRun(ctx: Advancing, message: AdvanceMessage): Promise<void> {
  if ('event' in message || 'paged_event' in message) return carryOutRest(ctx, message);
  if ('automation' in message) return cancelRuns(ctx, message);
  await revise(ctx.runtime, async () => {
    try {
      await advanceOnce(ctx, message);
      return true;
    } catch (error) {
      if (isOvertaken(error)) return undefined;
      throw error;
    }
  });
}
