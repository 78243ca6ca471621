import { AppError, type Issue } from '../../../shared/core/errors.ts';
import { runStatuses } from '../../../shared/core/records/runs.ts';
import {
  type AutomationRecord,
  type AutomationSummary,
  automationStatuses,
} from '../../../shared/domain/automations/automation-record.ts';
import type { RunRecord, RunSummary } from '../../../shared/domain/runs/run-record.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { automationRoutes, automations } from '../../automations/routes.ts';
import { runRoutes } from '../../automations/run-routes.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, type Run, showFormOnRefusal, type ToFields } from '../parts/acting.ts';
import { AutomationFacts, RunTable, triggerBody } from '../parts/automation.tsx';
import { AutomationFlow } from '../parts/automation-flow.tsx';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { DataFields, dataPaths, sentData } from '../parts/dry-run.tsx';
import { eventOperation, ofEvent } from '../parts/event.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filterForm, listedBy, listPage, noRows, pager } from '../parts/list.ts';
import { newAutomationPages } from '../parts/new-automation.tsx';
import { numberText } from '../parts/numbers.ts';
import { get, may, nameOf, newLink, pageOf, post } from '../parts/pages.ts';
import {
  button,
  confirmLink,
  doneNote,
  empty,
  faults,
  fieldsOf,
  form,
  status,
  time,
} from '../parts/parts.ts';
import {
  notesOf,
  pathOf,
  RunFacts,
  RunFault,
  RunTrace,
  type ShownRun,
  waitsOf,
} from '../parts/run-trace.tsx';
import { inserted, removed, replaced, swapped } from '../parts/step-changes.ts';
import { askedPanel, Editor, OwnLists, type Panel, sentPanel } from '../parts/step-editor.tsx';
import { inForm, stepOf } from '../parts/step-form.tsx';
import type { StepDraft } from '../parts/step-words.ts';

const [reading, writing, posting] = [
  ['automations:read'] as const,
  ['automations:write'] as const,
  ['events:write'] as const,
];

const notes = {
  saved: 'The automation was saved.',
  added: 'The step was added.',
  removed: 'The step was removed.',
  moved: 'The step was moved.',
  active: 'The automation is active.',
  paused: 'The automation is paused. Events no longer start runs.',
  duplicated: 'The automation was duplicated. This is the copy.',
  deleted: 'The automation was deleted.',
  cancelled: 'The run was canceled.',
};

type Done = keyof typeof notes;

const filters = [{ name: 'status', label: 'Status', values: automationStatuses }];
const runFilters = [
  { name: 'status', label: 'Status', values: runStatuses },
  { name: 'email', label: 'Person' },
];

const stepsOf = ({ steps }: AutomationRecord): StepDraft[] => steps as StepDraft[];

/** The definition after a form, and the step that the page then shows. */
function changeOf(
  sent: URLSearchParams,
  automation: AutomationRecord,
): { body: Record<string, unknown>; step: number | null; done: Done } {
  const steps = stepsOf(automation);
  const panel = sentPanel(sent);
  if (panel.kind !== 'step' && panel.kind !== 'add') {
    // For an active automation, only the name is sent.
    const body = sent.has('event') ? triggerBody(sent) : { name: sent.get('name') ?? '' };
    return { body, step: null, done: 'saved' };
  }
  const { at } = panel;
  const step = stepOf(sent, at) ?? steps[at];
  if (step === undefined) throw changedMeanwhile();
  if (panel.kind === 'add') return { body: { steps: inserted(steps, at, step) }, step: at, done: 'added' };
  const saved = () => replaced(steps, at, step);
  switch (sent.get('do')) {
    case 'up':
      return { body: { steps: swapped(saved(), at, at - 1) }, step: at - 1, done: 'moved' };
    case 'down':
      return { body: { steps: swapped(saved(), at, at + 1) }, step: at + 1, done: 'moved' };
    case 'remove':
      return { body: { steps: removed(steps, at) }, step: Math.max(0, at - 1), done: 'removed' };
    default:
      return { body: { steps: saved() }, step: at, done: 'saved' };
  }
}

const changedMeanwhile = (): AppError =>
  new AppError(
    'conflict',
    'This automation changed after you opened this page. Reload it, then make your change again.',
  );

/** Refers an error of any step to that step, which the page then shows. */
const toFirstStep: ToFields = (issues, sent) => {
  const [, at] = issues.map(({ path }) => /^steps\[(\d+)\]/.exec(path)).find(Boolean) ?? [];
  if (at === undefined) return inForm(issues, sent);
  return inForm(issues, new URLSearchParams({ [`s${at}-type`]: '' }));
};

type Shown = Refused & { isSent?: boolean };

const shownPanel = (
  { form: sent, search, path }: SessionInput,
  issues: readonly Issue[],
  isSent: boolean,
  count: number,
): Panel => {
  if (isSent) return sentPanel(sent);
  if (path.endsWith('/dry-run')) return { kind: 'dry-run' };
  const [, refused] = issues.map((issue) => /^s(\d+)-/.exec(issue.path)).find(Boolean) ?? [];
  return refused === undefined ? askedPanel(search, count) : { kind: 'step', at: Number(refused) };
};

function Actions({ input, automation }: { input: SessionInput; automation: AutomationRecord }): Html {
  const { id, status: state } = automation;
  const path = `/automations/${id}`;
  const does = (action: string, label: string, kind: 'usual' | 'quiet') =>
    form(input, `${path}/${action}`, button(label, kind));
  return (
    <div class="actions">
      {confirmLink(`${path}/delete`, 'Delete')}
      {does('duplicate', 'Duplicate', 'quiet')}
      {state === 'active' ? does('pause', 'Pause', 'quiet') : does('activate', 'Activate', 'usual')}
    </div>
  );
}

/** The drawing on the left, and what was chosen in it on the right. */
const Builder = ({ flow, children }: { flow: Html; children: Child }): Html => (
  <div class="builder" id="builder">
    <div class="builder-flow">{flow}</div>
    <div class="builder-panel">{children}</div>
  </div>
);

/** Automations: their steps, their runs, and dry runs. */
export function automationPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does, leads } = callsOf(ctx, [...automationRoutes, ...runRoutes]);
  const read = async (input: SessionInput) =>
    (await call<{ automation: AutomationRecord }>(input, 'GET /automations/{id}')).automation;
  const readRun = async (input: SessionInput) =>
    (await call<{ run: RunRecord }>(input, 'GET /automations/{id}/runs/{run}')).run;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { search } = input;
    const found = await callList<AutomationSummary>(input, 'GET /automations');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, automations),
      notes,
      above: (
        <>
          {filterForm('/automations', search, filters)}
          {may(input, writing) && newLink('/automations/new', 'New automation')}
        </>
      ),
      heads: ['Name', 'Status', 'Trigger event', 'Open runs', 'Failed runs', 'Updated'],
      row: ({ id, name, status: state, trigger, runs, updated_at }) => [
        <a href={`/automations/${id}`}>{outside(name)}</a>,
        status(state),
        outside(trigger.event),
        numberText(runs.running + runs.waiting),
        numberText(runs.failed),
        time(updated_at),
      ],
      none: 'No automations yet. When an event arrives, an automation runs its steps for the person in the event.',
    });
  }

  const names = (input: SessionInput) =>
    knownNames(ctx, input, ['templates', 'tenants', 'events', 'senders']);

  /** The list of runs reads the search without what chooses a step. */
  const ofRuns = (input: SessionInput): SessionInput => ({
    ...input,
    search: new URLSearchParams(
      [...input.search].filter(([name]) => !['step', 'add', 'type'].includes(name)),
    ),
  });

  async function show(
    input: SessionInput,
    { issues = [], status: code, isSent = false }: Shown = {},
  ): Promise<PageAnswer> {
    const { search } = ofRuns(input);
    const [known, automation, runs] = await Promise.all([
      names(input),
      read(input),
      callList<RunSummary>(ofRuns(input), 'GET /automations/{id}/runs'),
    ]);
    const path = `/automations/${automation.id}`;
    const steps = stepsOf(automation);
    const mayWrite = may(input, writing);
    const panel = shownPanel(input, issues, isSent, steps.length);
    const mayAdd = mayWrite && automation.status !== 'active';
    const flow = (
      <>
        <AutomationFlow
          title="Steps"
          event={automation.trigger.event}
          steps={steps}
          chosen={panel.kind === 'step' ? panel.at : panel.kind === 'trigger' ? -1 : undefined}
          link={(at) => `${path}?step=${at < 0 ? 'trigger' : at + 1}`}
          adding={mayAdd ? (before) => `${path}?add=${before + 1}` : undefined}
          ghost={panel.kind === 'add' ? { before: panel.at, label: 'New step' } : undefined}
        />
        <div class="actions">
          {mayAdd && (
            <a class="button quiet" href={`${path}?add=${steps.length + 1}`}>
              Add step
            </a>
          )}
          {may(input, posting) && (
            <a class="button quiet" href={`${path}?step=dry-run`}>
              Dry run
            </a>
          )}
        </div>
      </>
    );
    const type = panel.kind === 'step' ? steps[panel.at]?.type : panel.kind === 'add' ? panel.type : null;
    return pageOf(
      {
        name: nameOf(automation.name),
        ...(mayWrite && { action: <Actions input={input} automation={automation} /> }),
      },
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        {known}
        <OwnLists automation={automation} type={type ?? null} />
        <AutomationFacts automation={automation} />
        <Builder flow={flow}>
          {panel.kind === 'dry-run' && may(input, posting) ? (
            <DryRunForm input={input} automation={automation} issues={issues} />
          ) : (
            <Editor
              input={input}
              automation={automation}
              panel={panel}
              issues={issues}
              isSent={isSent}
              mayWrite={mayWrite}
            />
          )}
        </Builder>
        <h2 id="runs">Runs</h2>
        {filterForm(path, search, runFilters)}
        {runs.items.length === 0 ? (
          noRows(path, search, runs.looked_to, empty('No runs yet.'))
        ) : (
          <RunTable automation={automation.id} runs={runs.items} />
        )}
        {pager(path, search, runs)}
      </>,
      code,
    );
  }

  const changing = leads<{ automation: AutomationRecord }, Done>(
    ({ automation }) => `/automations/${automation.id}`,
  );
  const act = (action: string, done: Done): Run =>
    showFormOnRefusal(
      show,
      changing('POST /automations/{id}', done, () => ({ action })),
      toFirstStep,
    );

  const save = showFormOnRefusal(
    (input, refused) => show(input, { ...refused, isSent: true }),
    async (input) => {
      const automation = await read(input);
      const seen = input.form.get('seen');
      const { body, step, done } = changeOf(input.form, automation);
      if (step !== null && seen !== null && seen !== automation.updated_at) throw changedMeanwhile();
      await call(input, 'PATCH /automations/{id}', { body });
      return seeOther(
        `/automations/${automation.id}?${step === null ? '' : `step=${step + 1}&`}done=${done}`,
      );
    },
    inForm,
  );

  async function ask(input: SessionInput): Promise<Asked> {
    const { id, name } = await read(input);
    return {
      name: 'Delete automation',
      text: <>{outside(name)} starts no new runs, and its open runs are canceled. This can’t be undone.</>,
      label: 'Delete',
      back: `/automations/${id}`,
    };
  }

  const dryRun = showFormOnRefusal(
    show,
    async (input) => {
      const automation = await read(input);
      const { run } = await eventOperation<{ run: ShownRun }>(ctx, input, {
        dry_run: true,
        automation_id: automation.id,
        data: sentData(input.form, dataPaths(automation)),
      });
      const steps = stepsOf(automation);
      const taken = pathOf(run);
      const waits = waitsOf(steps, taken.steps);
      const flow = (
        <AutomationFlow
          title="Steps of the dry run"
          event={run.event_name}
          steps={steps}
          notes={notesOf(run, waits)}
          path={taken}
          link={(at) => `/automations/${automation.id}?step=${at < 0 ? 'trigger' : at + 1}`}
        />
      );
      return pageOf(
        'Dry run',
        <>
          <p>
            <a href={`/automations/${automation.id}`}>{outside(automation.name)}</a>
          </p>
          <div class="note" role="status">
            <p>Nothing was stored or sent. The run took the highlighted way.</p>
          </div>
          <RunFault run={run} />
          {await knownNames(ctx, input, ['events'])}
          <Builder flow={flow}>
            <RunTrace run={run} waits={waits} />
            <DryRunForm input={input} automation={automation} issues={[]} />
          </Builder>
        </>,
      );
    },
    ofEvent,
  );

  async function showRun(input: SessionInput): Promise<PageAnswer> {
    const [run, automation] = await Promise.all([readRun(input), read(input)]);
    const path = `/automations/${run.automation_id}`;
    const open = run.status === 'running' || run.status === 'waiting';
    // A run keeps the steps that it started with. Newer ones can't be drawn over its results.
    const current = stepsOf(automation);
    const isCurrent =
      run.version === automation.version &&
      run.steps.every(({ type, name }, i) => current[i]?.type === type && current[i]?.name === name) &&
      current.length === run.steps.length;
    const steps: StepDraft[] = isCurrent ? current : run.steps.map(({ type, name }) => ({ type, name }));
    return pageOf(
      {
        name: 'Run',
        ...(open &&
          may(input, writing) && {
            action: <div class="actions">{confirmLink(`${path}/runs/${run.id}/cancel`, 'Cancel run')}</div>,
          }),
      },
      <>
        {doneNote(input.search, notes)}
        <p>
          <a href={path}>{outside(automation.name)}</a> version {run.version}{' '}
          <code data-copy="id">{run.id}</code>
        </p>
        <RunFault run={run} />
        <Builder
          flow={
            <AutomationFlow
              title="Steps of the run"
              event={run.event_name}
              steps={steps}
              notes={notesOf(run)}
              path={pathOf(run)}
              plain={!isCurrent}
            />
          }
        >
          <RunFacts run={run} />
          <h2>Steps</h2>
          <RunTrace run={run} />
        </Builder>
      </>,
    );
  }

  async function askCancel(input: SessionInput): Promise<Asked> {
    const { id, automation_id } = await readRun(input);
    return {
      name: 'Cancel run',
      text: <>This run stops, and its remaining steps are skipped.</>,
      label: 'Cancel run',
      back: `/automations/${automation_id}/runs/${id}`,
    };
  }

  const cancelRun = does(
    'POST /automations/{id}/runs/{run}',
    '/automations/{id}/runs/{run}?done=cancelled',
    () => ({ body: { action: 'cancel' } }),
  );
  const remove = does('DELETE /automations/{id}', '/automations?done=deleted');

  return [
    get('/automations', reading, list),
    ...newAutomationPages(ctx, writing, names, (body) => changing('POST /automations', 'saved', body)),
    get('/automations/{id}', reading, show),
    post('/automations/{id}/save', writing, save),
    post('/automations/{id}/activate', writing, act('activate', 'active')),
    post('/automations/{id}/pause', writing, act('pause', 'paused')),
    post('/automations/{id}/duplicate', writing, act('duplicate', 'duplicated')),
    post('/automations/{id}/dry-run', posting, dryRun),
    ...confirmPages('/automations/{id}/delete', writing, ask, remove),
    get('/automations/{id}/runs/{run}', reading, showRun),
    ...confirmPages('/automations/{id}/runs/{run}/cancel', writing, askCancel, cancelRun),
  ];
}

/** The event of a dry run, with a field for each value that the automation uses. */
function DryRunForm({
  input,
  automation,
  issues,
}: {
  input: SessionInput;
  automation: AutomationRecord;
  issues: readonly Issue[];
}): Html {
  const { id, trigger } = automation;
  const sent = input.path.endsWith('/dry-run') ? input.form : new URLSearchParams();
  const field = fieldsOf(sent, issues, { name: trigger.event });
  return (
    <section class="editor card" aria-labelledby="dry-run-title">
      <h2 id="dry-run-title">Dry run</h2>
      <p>Shows what each step would do, without storing or sending anything.</p>
      {form(
        input,
        `/automations/${id}/dry-run`,
        <>
          {field({ name: 'name', id: 'event-name', label: 'Event', names: 'events', required: true })}
          {field({ name: 'email', id: 'event-email', label: 'Email' })}
          {field({ name: 'user_id', label: 'User id' })}
          <DataFields paths={dataPaths(automation)} field={field} sent={sent} />
          {button('Start dry run')}
        </>,
      )}
    </section>
  );
}
