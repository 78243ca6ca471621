import type { Issue } from '../../../../shared/core/errors.ts';
import type { Rule } from '../../../../shared/core/records/automations.ts';
import type { AutomationRecord } from '../../../../shared/domain/automations/automation-record.ts';
import type { RunSummary } from '../../../../shared/domain/runs/run-record.ts';
import { type Child, type Html, outside } from '../../../../shared/http/html.ts';
import { Badge, Facts } from '../../ui/elements.tsx';
import { Field, Group } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { filtered } from '../list.tsx';
import { numberText } from '../numbers.tsx';
import { copied, time } from '../parts.tsx';
import type { FlowNote } from './automation-flow.tsx';
import { Cell, Duration, Rules } from './step-parts.tsx';
import { rowsOf, rulesIn, secondsOf } from './step-values.ts';

/** An automation's name, trigger, and re-entry, not validated. */
type TriggerDraft = {
  name: string;
  event: string;
  conditions: readonly Partial<Rule>[];
  cancel_on_events: readonly string[];
  reentry: string;
  after_seconds: unknown;
};

export const blankTrigger: TriggerDraft = {
  name: '',
  event: '',
  conditions: [],
  cancel_on_events: [],
  reentry: 'false',
  after_seconds: undefined,
};

export function triggerOf({ name, trigger, allow_reentry }: AutomationRecord): TriggerDraft {
  const after_seconds = typeof allow_reentry === 'boolean' ? undefined : allow_reentry.after_seconds;
  const reentry = typeof allow_reentry === 'boolean' ? String(allow_reentry) : 'after';
  return { ...trigger, name, reentry, after_seconds };
}

export const sentTrigger = (sent: URLSearchParams): TriggerDraft => ({
  name: sent.get('name') ?? '',
  event: sent.get('event') ?? '',
  conditions: rulesIn(sent, 'conditions') as Partial<Rule>[],
  cancel_on_events: rowsOf(
    sent,
    'cancel_on_events',
    'event',
    (row) => sent.get(`${row}-event`)?.trim() || null,
  ),
  reentry: sent.get('reentry') ?? 'false',
  after_seconds: secondsOf(sent, 'after_seconds'),
});

/** The fields of POST and PATCH /automations besides its steps. */
export function triggerBody(sent: URLSearchParams): Record<string, unknown> {
  const { name, event, conditions, cancel_on_events, reentry, after_seconds } = sentTrigger(sent);
  // Invalid seconds are rejected even if re-entry doesn't use them. Otherwise the input would be lost.
  const isAfter = reentry === 'after' || typeof after_seconds === 'string';
  const allow_reentry = isAfter ? { after_seconds } : reentry === 'true';
  return { name, trigger: { event, cancel_on_events, conditions }, allow_reentry };
}

const reentries = [
  ['false', 'Never'],
  ['true', 'Every time'],
  ['after', 'After a while'],
] as const;

type FieldsContent = {
  draft: TriggerDraft;
  issues?: readonly Issue[] | undefined;
  /** Read-only: what is empty is left out. */
  fixed?: boolean;
};

export const NameField = ({ draft, issues = [] }: FieldsContent): Html => (
  <Field name="name" label="Name" required value={draft.name} issues={issues} />
);

export const EventField = ({ draft, issues = [] }: FieldsContent): Html => (
  <Field
    name="event"
    label="Trigger event"
    names="events"
    required
    value={draft.event}
    {...(draft.event === '' && { hint: 'For example, user.signed_up' })}
    issues={issues}
  />
);

const maxCancels = 10;

/** What starts a run, and what ends it early. */
export const TriggerFields = (content: FieldsContent): Html => (
  <>
    <EventField {...content} />
    <TriggerOptions {...content} />
  </>
);

/** What a trigger can have besides its event. */
export function TriggerOptions({ draft, issues = [], fixed = false }: FieldsContent): Html {
  const { conditions, cancel_on_events, reentry, after_seconds } = draft;
  return (
    <>
      {(!fixed || conditions.length > 0) && (
        <Rules
          label="Start only if all of these are true"
          name="conditions"
          rules={conditions}
          issues={issues}
          fixed={fixed}
        />
      )}
      {(!fixed || cancel_on_events.length > 0) && (
        <Cancels events={cancel_on_events} issues={issues} fixed={fixed} />
      )}
      <div class="reentry">
        <Field
          name="reentry"
          id="allow_reentry"
          label="Run again for the same person"
          value={reentry}
          options={reentries}
          issues={issues}
        />
        {(!fixed || after_seconds !== undefined) && (
          <Duration
            label="Wait before running again"
            name="after_seconds"
            value={after_seconds}
            issues={issues}
          />
        )}
      </div>
    </>
  );
}

type CancelsContent = { events: readonly string[]; issues: readonly Issue[]; fixed: boolean };

function Cancels({ events, issues, fixed }: CancelsContent): Html {
  const rows = fixed ? events : [...events, '', ...(events.length === 0 ? [''] : [])];
  return (
    <Group label="Cancel runs on these events" id="cancel_on_events" issues={issues}>
      <div class="row">
        {rows.slice(0, maxCancels).map((event, i) => (
          <Cell
            id={`cancel_on_events-${i}-event`}
            label={`Cancel event ${i + 1}`}
            value={event}
            list="names-events"
            placeholder="For example, user.deleted"
          />
        ))}
      </div>
    </Group>
  );
}

/** What an automation is and has done, in one line. Each count opens its runs. */
export function AutomationFacts({ automation }: { automation: AutomationRecord }): Html {
  const { id, status: state, version, trigger, runs, activated_at } = automation;
  const toRuns = (word: keyof typeof runs): Child =>
    runs[word] === 0 ? '0' : <a href={`/automations/${id}?status=${word}#runs`}>{numberText(runs[word])}</a>;
  return (
    <Facts
      look="strip"
      entries={[
        ['Status', <Badge word={state} />],
        ['Trigger event', outside(trigger.event)],
        ['Version', version === 0 ? 'Never activated' : version],
        ['Activated', activated_at ? time(activated_at) : 'Never'],
        ['Id', copied('id', id)],
        ['Running', toRuns('running')],
        ['Waiting', toRuns('waiting')],
        ['Completed', toRuns('completed')],
        ['Failed', toRuns('failed')],
        ['Canceled', toRuns('cancelled')],
      ]}
    />
  );
}

type Count = [n: number, word: string, tone: FlowNote['tone']];

/** How many runs are at each step, and how it ended. Steps that no run has reached have none. */
export const countNotes = ({ step_counts, steps }: AutomationRecord): FlowNote[][] | undefined =>
  step_counts?.map(({ open, completed, skipped, failed, condition_true, condition_false }, i) => {
    const isWait = ['delay', 'wait_for_event'].includes(steps[i]?.type ?? '');
    const passed: Count[] =
      condition_true === null
        ? [[completed, 'passed', 'good']]
        : [
            [condition_true, 'yes', 'good'],
            [condition_false ?? 0, 'no', 'soft'],
          ];
    const counts: Count[] = [
      [open, isWait ? 'waiting' : 'running', 'wait'],
      ...passed,
      [skipped, 'skipped', 'soft'],
      [failed, 'failed', 'bad'],
    ];
    return counts.flatMap(([n, word, tone]) => (n > 0 ? [{ text: `${numberText(n)} ${word}`, tone }] : []));
  });

export const RunTable = ({ automation, runs }: { automation: string; runs: RunSummary[] }): Html => (
  <Table
    caption="Runs, newest first"
    heads={['Event', 'Status', 'Person', 'Current step', 'Why it ended', 'Started']}
    list
    rows={runs.map((run) => [
      <a href={`/automations/${automation}/runs/${run.id}`}>{outside(run.event_name)}</a>,
      <Badge word={run.status} />,
      run.email ? filtered('/emails', 'to', run.email) : outside(run.user_id ?? '–'),
      run.step_index + 1,
      run.ended_reason?.replaceAll('_', ' ') ?? '–',
      time(run.started_at),
    ])}
  />
);
