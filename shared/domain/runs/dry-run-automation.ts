import type { CustomEvent, Definition } from '../../core/records/automations.ts';
import { isOpen, type RunState, type StepRecord } from '../../core/records/runs.ts';
import { timestamp } from '../../core/runtime.ts';
import type { PostEvent } from '../automations/event-request.ts';
import { type OpenAutomation, openAutomation } from '../automations/get-automation.ts';
import { evaluate } from '../automations/operators.ts';
import type { Scope } from '../automations/references.ts';
import type { Automations, Base, Caller, Sending } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { dryEffect } from './dry-effects.ts';
import { type Input, type Move, move, stepAt } from './engine.ts';
import { fitOutputs } from './fit-outputs.ts';
import { type DryTrigger, type RunRecord, runRecord } from './run-record.ts';

/** Max octets of all outputs in one response. Fifty emails from templates can take up to 200 MB. */
const outputBytes = 4 * 1024 * 1024;

type Named = Pick<PostEvent, 'name' | 'user_id' | 'email' | 'data'>;

type DryEvent = Omit<CustomEvent, 'id' | 'source'> & { id: null; source: 'dashboard' };

type DryRun = {
  trigger: DryTrigger;
  event: DryEvent;
  run: Omit<RunRecord, 'id' | 'event_id'> & { id: null; event_id: null };
};

function dryEvent({ runtime }: Base, { name, user_id, email, data = {} }: Named): DryEvent {
  const person = { user_id: user_id ?? null, email: email ?? null };
  return { id: null, name, ...person, data, source: 'dashboard', created_at: timestamp(runtime.now()) };
}

/** Whether a real event starts the automation while it is active and the person may start a run. */
function matchTrigger({ trigger }: Definition, scope: Scope): DryTrigger {
  const event_matches = scope.event?.name === trigger.event;
  const { result, rules } = evaluate({ all: trigger.conditions }, scope);
  return { matches: event_matches && result, event_matches, conditions: rules };
}

/** Walks the steps to the run's end, applying `effect`. Delays and waits end immediately. */
async function walk(
  ctx: Base,
  { definition, scope }: { definition: Definition; scope: Scope },
  effect: (index: number) => Promise<Input>,
): Promise<{ state: RunState; records: StepRecord[] }> {
  const take = (run: RunState | null, input: Input): Move => {
    const moved = move(run, input, { definition, scope, now: ctx.runtime.now() });
    if (moved === null) throw new Error('a dry run that does not move');
    return moved;
  };
  let { run: state, ended: records } = take(null, { kind: 'begin' });
  while (isOpen(state)) {
    const { step_index: step, status } = state;
    const moved = take(state, status === 'waiting' ? { kind: 'skip', step } : await effect(step));
    state = moved.run;
    records = [...records, ...moved.ended];
  }
  return { state, records };
}

/** The run as its record shows it, without ids because nothing is stored. */
function dryRunRecord(
  { automation, definition }: OpenAutomation,
  event: DryEvent,
  { state, records }: { state: RunState; records: StepRecord[] },
): DryRun['run'] {
  const { id: automation_id, version } = automation;
  const about = { event_name: event.name, email: event.email, user_id: event.user_id };
  const run = { ...state, ...about, automation_id, version, id: '', event_id: '' };
  return { ...runRecord(run, definition, records), id: null, event_id: null };
}

/**
 * Runs a current automation, draft or not, on an event that isn't posted. It fills in and checks steps, but
 * stores, sends, counts, and publishes nothing. Delays and waits end immediately. The run continues even if
 * the event doesn't match the trigger. Re-entry is ignored. Errors fail the run. Throws 403 and 404.
 * Dashboard only.
 */
export async function dryRunAutomation(
  ctx: Sending & Automations,
  caller: Caller,
  { event: posted, automation_id }: { event: Named; automation_id: string },
): Promise<DryRun> {
  requireScope(caller, ['events:write']);
  const open = await openAutomation(ctx, caller, automation_id);
  const { definition } = open;
  const event = dryEvent(ctx, posted);
  const scope = { event: { ...event, id: ctx.runtime.id('ae') }, waits: new Map() };
  const fitted = fitOutputs(outputBytes);
  const walked = await walk(ctx, { definition, scope }, async (index) => {
    const usual = { run_id: null, automation_id, step_index: index, event };
    const input = await dryEffect(ctx, caller, { step: stepAt(definition, index), index }, { scope, usual });
    return input.kind === 'done' ? { ...input, output: fitted(input.output) } : input;
  });
  return { trigger: matchTrigger(definition, scope), event, run: dryRunRecord(open, event, walked) };
}
