import type { Issue } from '../../../shared/core/errors.ts';
import { runStatuses } from '../../../shared/core/records/runs.ts';
import {
  type AutomationRecord,
  type AutomationSummary,
  automationStatuses,
} from '../../../shared/domain/automations/automation-record.ts';
import type { RunRecord, RunSummary } from '../../../shared/domain/runs/run-record.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { automationRoutes, automations } from '../../automations/routes.ts';
import { runRoutes } from '../../automations/run-routes.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import {
  type AutomationDraft,
  automationFacts,
  automationFields,
  blank,
  bodyOf,
  draftOf,
  fixedFields,
  runParts,
  runTable,
  sentDraft,
} from '../parts/automation.ts';
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.ts';
import { dryRunForm, eventOperation, ofEvent } from '../parts/event.ts';
import { knownNames } from '../parts/known-names.tsx';
import { filterForm, listedBy, listPage, noRows, pager } from '../parts/list.ts';
import { numberText } from '../parts/numbers.ts';
import { get, may, newLink, pageOf, post } from '../parts/pages.ts';
import { button, confirmLink, doneNote, empty, faults, form, status, time } from '../parts/parts.ts';
import { arranged, inForm } from '../parts/step-form.ts';

const [reading, writing] = [['automations:read'] as const, ['automations:write'] as const];

const notes = {
  saved: 'The automation was saved.',
  active: 'The automation is active.',
  paused: 'The automation is paused. Events no longer start runs.',
  duplicated: 'The automation was duplicated. This is the copy.',
  deleted: 'The automation was deleted.',
  cancelled: 'The run was canceled.',
};

/** Enter in a field presses the form's first button, so that button saves instead of rearranging steps. */
const definitionForm = (
  input: SessionInput,
  action: string,
  draft: AutomationDraft,
  { issues, fixed = false }: { issues?: Issue[] | undefined; fixed?: boolean } = {},
): Html => {
  const save = markup`<div class="actions"><button type="submit" name="do" value="save">Save</button></div>`;
  // The name can always change.
  if (fixed) return form(input, action, fixedFields(draft, save, issues));
  return form(
    input,
    action,
    markup`<button type="submit" class="unseen" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>
${automationFields(draft, issues)}${save}`,
  );
};

const filters = [{ name: 'status', label: 'Status', values: automationStatuses }];
const runFilters = [
  { name: 'status', label: 'Status', values: runStatuses },
  { name: 'email', label: 'Person' },
];

type Shown = Refused & { draft?: AutomationDraft };

const asSent = (input: SessionInput, { issues, status: code }: Required<Refused>): Shown => ({
  draft: sentDraft(input.form),
  issues,
  status: code,
});

/** The form after a button that rearranges it, with nothing stored. Null if the form should be saved. */
function rearranged({ form: sent }: SessionInput): AutomationDraft | null {
  const draft = sentDraft(sent);
  const steps = arranged(draft.steps, sent.get('do') ?? '', sent.get('added') ?? '');
  return steps && { ...draft, steps };
}

/** A form for a definition. Some buttons rearrange its steps, and one submits it. */
const building = (
  page: (input: SessionInput, shown: Shown) => PageAnswer | Promise<PageAnswer>,
  act: Run,
): Run => {
  const save = showFormOnRefusal((input, refused) => page(input, asSent(input, refused)), act, inForm);
  return (input) => {
    const draft = rearranged(input);
    return draft ? page(input, { draft }) : save(input);
  };
};

function actions(input: SessionInput, { id, status: state }: AutomationRecord): Html {
  const path = `/automations/${id}`;
  const does = (action: string, label: string) => form(input, `${path}/${action}`, button(label, 'quiet'));
  return markup`<div class="actions">${state === 'active' ? does('pause', 'Pause') : does('activate', 'Activate')}${does('duplicate', 'Duplicate')}${confirmLink(`${path}/delete`, 'Delete')}</div>`;
}

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
      above: markup`${filterForm('/automations', search, filters)}${may(input, writing) && newLink('/automations/new', 'New automation')}`,
      heads: ['Name', 'Status', 'Trigger event', 'Open runs', 'Failed runs', 'Updated'],
      row: ({ id, name, status: state, trigger, runs, updated_at }) => [
        markup`<a href="/automations/${id}">${outside(name)}</a>`,
        status(state),
        outside(trigger.event),
        numberText(runs.running + runs.waiting),
        numberText(runs.failed),
        time(updated_at),
      ],
      none: 'No automations yet. When an event arrives, an automation runs its steps for the person in the event.',
    });
  }

  const names = (input: SessionInput) => knownNames(ctx, input, ['templates', 'tenants', 'events']);

  async function newPage(
    input: SessionInput,
    { draft = blank, issues, status: code }: Shown = {},
  ): Promise<PageAnswer> {
    return pageOf(
      'New automation',
      markup`${faults(issues)}${await names(input)}<h2>Definition</h2>${definitionForm(input, '/automations/new', draft, { issues })}`,
      code,
    );
  }

  async function show(input: SessionInput, { draft, issues, status: code }: Shown = {}): Promise<PageAnswer> {
    const { search } = input;
    const [known, automation, runs] = await Promise.all([
      names(input),
      read(input),
      callList<RunSummary>(input, 'GET /automations/{id}/runs'),
    ]);
    const path = `/automations/${automation.id}`;
    const none = noRows(path, search, runs.looked_to, empty('No runs yet.'));
    const fixed = automation.status === 'active';
    const shown = draft ?? draftOf(automation);
    const definition = definitionForm(input, `${path}/save`, shown, { issues, fixed });
    const builder = markup`<h2>Definition</h2>${fixed && markup`<p>While the automation is active, you can change only its name. Pause it to change the rest.</p>`}${definition}`;
    return pageOf(
      automation.name,
      markup`${doneNote(search, notes)}${faults(issues)}${known}${automationFacts(automation)}${may(input, writing) && actions(input, automation)}
<h2>Runs</h2>${filterForm(path, search, runFilters)}${runs.items.length === 0 ? none : runTable(automation.id, runs.items)}${pager(path, search, runs)}
${may(input, ['events:write']) && dryRunForm(input, automation, issues)}${may(input, writing) && builder}`,
      code,
    );
  }

  const changing = leads<{ automation: AutomationRecord }, keyof typeof notes>(
    ({ automation }) => `/automations/${automation.id}`,
  );
  const create = changing('POST /automations', 'saved', bodyOf);
  const act = (action: string, done: keyof typeof notes): Run =>
    showFormOnRefusal(
      show,
      changing('POST /automations/{id}', done, () => ({ action })),
      inForm,
    );

  async function ask(input: SessionInput): Promise<Asked> {
    const { id, name } = await read(input);
    return {
      name: 'Delete automation',
      text: markup`${outside(name)} starts no new runs, and its open runs are canceled. This can’t be undone.`,
      label: 'Delete',
      back: `/automations/${id}`,
    };
  }

  const dryRun = showFormOnRefusal(
    show,
    async (input) => {
      const { id } = input.params;
      const { run } = await eventOperation<{ run: Omit<RunRecord, 'id' | 'event_id'> }>(ctx, input, {
        dry_run: true,
        automation_id: id,
      });
      return pageOf(
        'Dry run',
        markup`<div class="note" role="status"><p>Nothing was stored or sent.</p></div>${runParts(run)}<p><a class="button" href="/automations/${id}">Back</a></p>`,
      );
    },
    ofEvent,
  );

  async function showRun(input: SessionInput): Promise<PageAnswer> {
    const run = await readRun(input);
    const path = `/automations/${run.automation_id}`;
    const open = run.status === 'running' || run.status === 'waiting';
    return pageOf(
      'Run',
      markup`${doneNote(input.search, notes)}<p><a href="${path}">Automation</a> <code data-copy="id">${run.id}</code></p>${runParts(run)}
${open && may(input, writing) && markup`<div class="actions">${confirmLink(`${path}/runs/${run.id}/cancel`, 'Cancel run')}</div>`}`,
    );
  }

  async function askCancel(input: SessionInput): Promise<Asked> {
    const { id, automation_id } = await readRun(input);
    return {
      name: 'Cancel run',
      text: markup`This run stops, and its remaining steps are skipped.`,
      label: 'Cancel run',
      back: `/automations/${automation_id}/runs/${id}`,
    };
  }

  const save = does('PATCH /automations/{id}', '/automations/{id}?done=saved', ({ form: sent }) => ({
    // For an active automation, only the name is sent.
    body: sent.has('event') ? bodyOf(sent) : { name: sent.get('name') ?? '' },
  }));
  const cancelRun = does(
    'POST /automations/{id}/runs/{run}',
    '/automations/{id}/runs/{run}?done=cancelled',
    () => ({ body: { action: 'cancel' } }),
  );
  const remove = does('DELETE /automations/{id}', '/automations?done=deleted');

  return [
    get('/automations', reading, list),
    get('/automations/new', writing, newPage),
    post('/automations/new', writing, building(newPage, create)),
    get('/automations/{id}', reading, show),
    post('/automations/{id}/save', writing, building(show, save)),
    post('/automations/{id}/activate', writing, act('activate', 'active')),
    post('/automations/{id}/pause', writing, act('pause', 'paused')),
    post('/automations/{id}/duplicate', writing, act('duplicate', 'duplicated')),
    post('/automations/{id}/dry-run', ['events:write'], dryRun),
    ...confirmPages('/automations/{id}/delete', writing, ask, remove),
    get('/automations/{id}/runs/{run}', reading, showRun),
    ...confirmPages('/automations/{id}/runs/{run}/cancel', writing, askCancel, cancelRun),
  ];
}
