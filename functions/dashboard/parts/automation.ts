import type { Issue } from '../../../shared/core/errors.ts';
import type { AutomationRecord } from '../../../shared/domain/automations/automation-record.ts';
import type { RunRecord, RunSummary } from '../../../shared/domain/runs/run-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { listed } from './acting.ts';
import { filtered } from './list.ts';
import { numberText } from './numbers.ts';
import { facts, fieldsOf, status, table, time } from './parts.ts';
import { ruleLines, rulesOf, type StepDraft, stepFields, stepsOf } from './step-form.ts';

const texts = ['name', 'event', 'cancel_on_events', 'conditions', 'reentry', 'after_seconds'] as const;

export type AutomationDraft = Record<(typeof texts)[number], string> & { steps: StepDraft[] };

export const blank: AutomationDraft = {
  name: '',
  event: '',
  cancel_on_events: '',
  conditions: '',
  reentry: 'false',
  after_seconds: '',
  steps: [{ type: 'send_email' }],
};

export function draftOf({ name, trigger, allow_reentry, steps }: AutomationRecord): AutomationDraft {
  const { event, cancel_on_events, conditions } = trigger;
  const again = typeof allow_reentry === 'boolean' ? null : allow_reentry.after_seconds;
  return {
    name,
    event,
    cancel_on_events: cancel_on_events.join(', '),
    conditions: ruleLines(conditions),
    reentry: again === null ? String(allow_reentry) : 'after',
    after_seconds: String(again ?? ''),
    steps: steps as StepDraft[],
  };
}

export const sentDraft = (sent: URLSearchParams): AutomationDraft => {
  const values = Object.fromEntries(texts.map((name) => [name, sent.get(name) ?? '']));
  return { ...(values as Record<(typeof texts)[number], string>), steps: stepsOf(sent) };
};

/** The body of POST and PATCH /automations. */
export function bodyOf(sent: URLSearchParams): Record<string, unknown> {
  const { name, event, conditions, reentry, after_seconds, steps } = sentDraft(sent);
  const isNumber = /^\d{1,9}$/.test(after_seconds);
  // Invalid seconds are rejected even if re-entry doesn't use them. Otherwise the input would be lost.
  const isAfter = reentry === 'after' || !(isNumber || after_seconds.trim() === '');
  return {
    name,
    trigger: { event, cancel_on_events: listed(sent, 'cancel_on_events'), conditions: rulesOf(conditions) },
    allow_reentry: isAfter
      ? { after_seconds: isNumber ? Number(after_seconds) : after_seconds }
      : reentry === 'true',
    steps,
  };
}

const reentries = [
  ['false', 'Never'],
  ['true', 'Every time'],
  ['after', 'After a delay'],
] as const;

const nameField = (draft: AutomationDraft, issues: Issue[]): Html =>
  fieldsOf(new URLSearchParams(), issues, draft)({ name: 'name', label: 'Name', required: true });

/** The fields besides the name. `fixed` makes them read-only, without buttons that rearrange steps. */
function otherFields(draft: AutomationDraft, issues: Issue[], { fixed }: { fixed: boolean }): Html {
  const field = fieldsOf(new URLSearchParams(), issues, draft);
  return markup`${field({ name: 'event', label: 'Trigger event', names: 'events', required: true, hint: 'For example, user.signed_up' })}
${field({ name: 'conditions', label: 'Start only if', multiline: 'short', hint: 'One condition per line, for example: event.data.plan equals "pro"' })}
${field({ name: 'cancel_on_events', label: 'Cancel runs on these events', hint: 'Comma-separated' })}
${field({ name: 'reentry', id: 'allow_reentry', label: 'Run again for the same person', options: reentries })}
${field({ name: 'after_seconds', label: 'Delay in seconds', hint: 'Only for "After a delay"' })}
<h3>Steps</h3>${stepFields(draft.steps, { issues, fixed })}`;
}

export const automationFields = (draft: AutomationDraft, issues: Issue[] = []): Html =>
  markup`${nameField(draft, issues)}
${otherFields(draft, issues, { fixed: false })}`;

/** The form of an active automation: read-only except for the name. */
export const fixedFields = (draft: AutomationDraft, save: Html, issues: Issue[] = []): Html =>
  markup`${nameField(draft, issues)}${save}
<fieldset disabled>${otherFields(draft, issues, { fixed: true })}</fieldset>`;

export function automationFacts(automation: AutomationRecord): Html {
  const { id, status: state, version, trigger, runs, activated_at } = automation;
  const counts = Object.entries(runs).map(([name, count]) => `${numberText(count)} ${name}`);
  return facts([
    ['Id', markup`<code data-copy="id">${id}</code>`],
    ['Status', status(state)],
    ['Version', version],
    ['Trigger event', outside(trigger.event)],
    ['Activated', activated_at ? time(activated_at) : 'never'],
    ['Runs', counts.join(', ')],
  ]);
}

export const runTable = (automation: string, runs: RunSummary[]): Html =>
  table({
    caption: 'Runs, newest first',
    heads: ['Event', 'Status', 'Person', 'Current step', 'Why it ended', 'Started'],
    rows: runs.map((run) => [
      markup`<a href="/automations/${automation}/runs/${run.id}">${run.event_name}</a>`,
      status(run.status),
      outside(run.email ?? run.user_id ?? '–'),
      run.step_index + 1,
      run.ended_reason ?? '–',
      time(run.started_at),
    ]),
  });

type Shown = Omit<RunRecord, 'id' | 'event_id'>;

/** A step's status. Records also say `pending` for steps that the run skipped or never reached. */
function statusOf(run: Shown, { index, status: state }: Shown['steps'][number]): string {
  if (state !== 'pending') return state;
  if (index < run.step_index) return 'skipped';
  return run.completed_at === null ? state : 'not reached';
}

export const runParts = (run: Shown): Html =>
  markup`${facts([
    ['Status', status(run.status)],
    ['Event', outside(run.event_name)],
    ['Email', run.email ? filtered('/emails', 'to', run.email) : '–'],
    ['User', outside(run.user_id ?? '–')],
    ['Why it ended', run.ended_reason ?? '–'],
    ['Waiting for', outside(run.waiting_for ?? '–')],
    ['Next step at', time(run.next_step_at)],
    ['Started', time(run.started_at)],
    ['Ended', time(run.completed_at)],
  ])}${run.error ? markup`<div class="fault" role="alert"><p>Step ${run.error.step_index + 1}: ${outside(run.error.message)} <code>${run.error.code}</code></p></div>` : nothing}
${table({
  caption: 'Steps',
  heads: ['Step', 'Type', 'Status', 'Ended', 'Output'],
  rows: run.steps.map((step) => [
    `${step.index + 1}`,
    markup`${step.type.replaceAll('_', ' ')}${step.name ? markup`: ${outside(step.name)}` : nothing}`,
    status(statusOf(run, step)),
    time(step.completed_at),
    step.output ? markup`<pre>${outside(JSON.stringify(step.output, null, 2))}</pre>` : '–',
  ]),
})}`;
