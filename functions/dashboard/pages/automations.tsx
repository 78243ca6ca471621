import type { Issue } from '../../../shared/core/errors.ts';
import { runStatuses } from '../../../shared/core/records/runs.ts';
import {
  type AutomationRecord,
  automationStatuses,
} from '../../../shared/domain/automations/automation-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { automationRoutes, automations } from '../../automations/routes.ts';
import { runRoutes } from '../../automations/run-routes.ts';
import type { DashboardContext } from '../context.ts';
import { type BodyOf, type Refused, type Run, showFormOnRefusal, type ToFields } from '../parts/acting.ts';
import { AutomationFacts, countNotes, RunTable } from '../parts/automations/automation.tsx';
import { changedMeanwhile, changeOf, stepsOf } from '../parts/automations/automation-change.ts';
import { AutomationFlow } from '../parts/automations/automation-flow.tsx';
import { Builder, stepLink } from '../parts/automations/builder.tsx';
import { DryRunForm } from '../parts/automations/dry-run.tsx';
import { newAutomationPages } from '../parts/automations/new-automation.tsx';
import { askedPanel, Editor, OwnLists, type Panel, sentPanel } from '../parts/automations/step-editor.tsx';
import { inForm } from '../parts/automations/step-form.tsx';
import { callsOf, type NameWith } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { listedBy, listPage, noRows, Pager } from '../parts/list.tsx';
import { numberText } from '../parts/numbers.tsx';
import { get, may, nameOf, newLink, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, faults, time } from '../parts/parts.tsx';
import { Badge, Button, Empty, More } from '../ui/elements.tsx';
import { Filters } from '../ui/filters.tsx';
import { runPages } from './automation-runs.tsx';

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

/** The page is about the steps, so it begins with few runs. */
const fewRuns = { limit: '10' };

/** Attaches an error to its step and selects that step on the page. */
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
  const does = (action: string, label: string, kind: 'usual' | 'quiet') => (
    <Form input={input} action={`${path}/${action}`}>
      <Button label={label} kind={kind} />
    </Form>
  );
  return (
    <div class="actions">
      <More>
        {does('duplicate', 'Duplicate', 'quiet')}
        {confirmLink(`${path}/delete`, 'Delete')}
      </More>
      {state === 'active' ? does('pause', 'Pause', 'quiet') : does('activate', 'Activate', 'usual')}
    </div>
  );
}

/** The steps of an automation, each a link to its form. */
function Drawing({
  input,
  automation,
  panel,
}: {
  input: SessionInput;
  automation: AutomationRecord;
  panel: Panel;
}): Html {
  const path = `/automations/${automation.id}`;
  const steps = stepsOf(automation);
  const mayAdd = may(input, writing) && automation.status !== 'active';
  return (
    <>
      <AutomationFlow
        title="Steps"
        event={automation.trigger.event}
        steps={steps}
        notes={countNotes(automation)}
        chosen={panel.kind === 'step' ? panel.at : panel.kind === 'trigger' ? -1 : undefined}
        link={(at) => stepLink(path, at, steps.length)}
        adding={mayAdd ? (before) => `${path}?add=${before + 1}#edit` : undefined}
        ghost={panel.kind === 'add' ? { before: panel.at, label: 'New step' } : undefined}
      />
      <div class="actions">
        {mayAdd && (
          <a class="button quiet" href={`${path}?add=${steps.length + 1}#edit`}>
            Add step
          </a>
        )}
        {may(input, posting) && (
          <a class="button quiet" href={`${path}?step=dry-run#edit`}>
            Dry run
          </a>
        )}
      </div>
    </>
  );
}

/** Automations: their steps, their runs, and dry runs. */
export function automationPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, [...automationRoutes, ...runRoutes]);
  const read = async (input: SessionInput) => (await call(input, 'GET /automations/{id}')).automation;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList(input, 'GET /automations');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, automations),
      notes,
      action: may(input, writing) && newLink('/automations/new', 'New automation'),
      filters,
      heads: ['Name', 'Status', 'Trigger event', 'Open runs', 'Failed runs', 'Updated'],
      row: ({ id, name, status: state, trigger, runs, updated_at }) => [
        <a href={`/automations/${id}`}>{outside(name)}</a>,
        <Badge word={state} />,
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

  /** The list of runs gets the query without the parameters that select a step. */
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
      callList(ofRuns(input), 'GET /automations/{id}/runs', search.has('limit') ? {} : fewRuns),
    ]);
    const path = `/automations/${automation.id}`;
    const steps = stepsOf(automation);
    const mayWrite = may(input, writing);
    const panel = shownPanel(input, issues, isSent, steps.length);
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
        <Builder flow={<Drawing input={input} automation={automation} panel={panel} />}>
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
        <Filters path={path} search={search} filters={runFilters} />
        {runs.items.length === 0 ? (
          noRows(path, search, runs.looked_to, <Empty text="No runs yet." />)
        ) : (
          <RunTable automation={automation.id} runs={runs.items} />
        )}
        <Pager path={path} search={search} next={runs.next} looked_to={runs.looked_to} />
      </>,
      code,
    );
  }

  const changing =
    (name: NameWith<'automation'>, done: Done, bodyOf: BodyOf): Run =>
    async (input) => {
      const { automation } = await call(input, name, { body: bodyOf(input.form) });
      return seeOther(`/automations/${automation.id}?done=${done}`);
    };
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
      text: <>{outside(name)} stops starting runs, and its open runs are canceled. This can’t be undone.</>,
      label: 'Delete',
      back: `/automations/${id}`,
    };
  }

  const remove = does('DELETE /automations/{id}', '/automations?done=deleted');

  return [
    get('/automations', reading, list),
    ...newAutomationPages(writing, names, (body) => changing('POST /automations', 'saved', body)),
    get('/automations/{id}', reading, show),
    post('/automations/{id}/save', writing, save),
    post('/automations/{id}/activate', writing, act('activate', 'active')),
    post('/automations/{id}/pause', writing, act('pause', 'paused')),
    post('/automations/{id}/duplicate', writing, act('duplicate', 'duplicated')),
    ...confirmPages('/automations/{id}/delete', writing, ask, remove),
    ...runPages(ctx, { notes, show }),
  ];
}
