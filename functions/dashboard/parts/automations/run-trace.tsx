import { isObject } from '../../../../shared/core/json-path.ts';
import type { RunRecord } from '../../../../shared/domain/runs/run-record.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import { Badge, Facts, Icon } from '../../ui/elements.tsx';
import { filtered } from '../list.tsx';
import { time } from '../parts.tsx';
import type { FlowNote } from './automation-flow.tsx';
import { durationText, type StepDraft, stepKinds, titleOf } from './step-words.ts';

/** A run as the API shows it, or a dry run, which has no ids. */
type ShownRun = Omit<RunRecord, 'id' | 'event_id'>;

type RunStep = ShownRun['steps'][number];

/** A step's status. Records also say `pending` for steps that the run jumped past or never reached. */
function statusOf(run: ShownRun, { index, status }: RunStep): string {
  if (status !== 'pending') return status;
  if (index < run.step_index) return 'skipped';
  return run.completed_at === null ? status : 'not reached';
}

const tones: Record<string, FlowNote['tone']> = {
  completed: 'good',
  running: 'wait',
  waiting: 'wait',
  failed: 'bad',
};

/** The steps that the run began, in order. */
export const pathOf = (run: ShownRun): { steps: number[]; ended: boolean } => ({
  steps: run.steps.filter(({ status }) => status !== 'pending').map(({ index }) => index),
  ended: run.completed_at !== null && run.status === 'completed',
});

/** Each step's status, for the drawing. `waits` adds what a dry run doesn't wait for. */
export const notesOf = (run: ShownRun, waits: readonly string[] = []): FlowNote[][] =>
  run.steps.map((step) => {
    const word = statusOf(run, step);
    const wait = step.status === 'completed' ? waits[step.index] : '';
    return [
      { text: word, tone: tones[word] ?? 'soft' },
      ...(wait ? [{ text: wait, tone: 'soft' as const }] : []),
    ];
  });

/** The time for a run to reach each step, estimated from the definition. */
export function waitsOf(steps: readonly StepDraft[], taken: readonly number[]): string[] {
  let known: { seconds: number; atMost: boolean } | null = { seconds: 0, atMost: false };
  return steps.map((step, i) => {
    if (!taken.includes(i)) return '';
    const before = known;
    const { type, seconds, timeout_seconds } = step;
    const wait = type === 'delay' ? seconds : timeout_seconds;
    if (type === 'delay' || type === 'wait_for_event')
      known =
        known && typeof wait === 'number'
          ? { seconds: known.seconds + wait, atMost: known.atMost || type === 'wait_for_event' }
          : null;
    if (type === 'delay') return typeof wait === 'number' ? `waits ${durationText(wait)}` : 'waits';
    if (type === 'wait_for_event')
      return typeof wait === 'number' ? `waits up to ${durationText(wait)}` : 'waits';
    if (before === null || before.seconds === 0) return '';
    return `${before.atMost ? 'up to' : 'after'} ${durationText(before.seconds)}${before.atMost ? ' in' : ''}`;
  });
}

export const RunFacts = ({ run }: { run: ShownRun }): Html => (
  <Facts
    entries={[
      ['Status', <Badge word={run.status} />],
      ['Event', outside(run.event_name)],
      run.email !== null && ['Email', filtered('/emails', 'to', run.email)],
      run.user_id !== null && ['User', outside(run.user_id)],
      run.ended_reason !== null && ['Why it ended', run.ended_reason.replaceAll('_', ' ')],
      run.waiting_for !== null && ['Waiting for', outside(run.waiting_for)],
      run.next_step_at !== null && ['Next step at', time(run.next_step_at)],
      ['Started', time(run.started_at)],
      run.completed_at !== null && ['Ended', time(run.completed_at)],
    ]}
  />
);

export const RunFault = ({ run }: { run: ShownRun }): Html => (
  <>
    {run.error && (
      <div class="fault" role="alert">
        <p>
          Step {run.error.step_index + 1}: {outside(run.error.message)} <code>{run.error.code}</code>
        </p>
        <p>
          <a href="/docs/automations#runs-that-failed">What to do about failed runs</a>
        </p>
      </div>
    )}
  </>
);

/** The steps of a run in order, with what each of them did. `waits` is for a dry run, which doesn't wait. */
export function RunTrace({ run, waits }: { run: ShownRun; waits?: readonly string[] }): Html {
  return (
    <ol class="trace" aria-label="Steps">
      {run.steps.map((step) => (
        <li class={step.status === 'pending' ? 'missed' : undefined}>
          <i class={`tile ${step.type}`}>
            <Icon name={stepKinds[step.type].icon} />
          </i>
          <div>
            <p class="trace-head">
              <strong>
                {step.index + 1}. {outside(titleOf(step as unknown as StepDraft))}
              </strong>
              <Badge word={statusOf(run, step)} />
              {step.completed_at && waits === undefined && (
                <span class="soft">{time(step.completed_at)}</span>
              )}
            </p>
            <Words run={run} step={step} wait={waits?.[step.index] ?? ''} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const isDry = ({ output }: RunStep): boolean => output?.stubbed === true;

/** What a step did: how long it waited, and its output. */
function Words({ run, step, wait }: { run: ShownRun; step: RunStep; wait: string }): Html {
  const { output, started_at, completed_at, type, index } = step;
  const isWait = type === 'delay' || type === 'wait_for_event';
  const seconds = started_at && completed_at ? (Date.parse(completed_at) - Date.parse(started_at)) / 1000 : 0;
  const said = Object.entries(output ?? {}).filter(
    ([name, value]) => !['stubbed', 'rules'].includes(name) && JSON.stringify(value ?? {}) !== '{}',
  );
  return (
    <>
      {index === run.step_index && run.next_step_at && <p class="small">Until {time(run.next_step_at)}</p>}
      {wait && !isWait && <p class="small">Reached {wait}</p>}
      {wait && isWait && (
        <p class="small">{`${wait.slice(0, 1).toUpperCase()}${wait.slice(1)}. A dry run continues immediately.`}</p>
      )}
      {isWait && !isDry(step) && seconds >= 1 && <p class="small">{`Waited ${durationText(seconds)}`}</p>}
      {type === 'condition' && output && <p class="small">{conditionWords(output)}</p>}
      {said.length > 0 && type !== 'condition' && type !== 'delay' && (
        <Facts entries={said.map(([name, value]) => [headed(name), shown(name, value)])} />
      )}
    </>
  );
}

function conditionWords({ result, rules }: Record<string, unknown>): string {
  const list = Array.isArray(rules) ? rules : [];
  const held = list.filter((one) => one === true).length;
  return `${result === true ? 'Yes' : 'No'}: ${held} of ${list.length} ${list.length === 1 ? 'rule is' : 'rules are'} true`;
}

/** `Email id` of `email_id`. */
function headed(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/^(html|url)$/, (word) => word.toUpperCase());
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** A value of a step's output. An email leads to its page. */
function shown(name: string, value: unknown): unknown {
  if (name === 'email_id' && typeof value === 'string')
    return <a href={`/emails/${encodeURIComponent(value)}`}>{value}</a>;
  if (name === 'event' && isObject(value)) return outside(String(value.name));
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return outside(value.join(', '));
  if (typeof value === 'string' && (name === 'html' || name === 'body' || value.includes('\n')))
    return <pre>{outside(value)}</pre>;
  if (typeof value === 'object') return <pre>{outside(JSON.stringify(value, null, 2))}</pre>;
  return outside(String(value));
}
