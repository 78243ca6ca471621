import type { Issue } from '../../../shared/core/errors.ts';
import { runStatuses } from '../../../shared/core/records/runs.ts';
import type {
  AutomationRecord,
  AutomationSummary,
} from '../../../shared/domain/automations/automation-record.ts';
import { automationStatuses } from '../../../shared/domain/automations/automation-record.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { RunRecord, RunSummary } from '../../../shared/domain/runs/run-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { automationRoutes } from '../../automations/routes.ts';
import { runRoutes } from '../../automations/run-routes.ts';
import type { DashboardContext } from '../context.ts';
import { orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filterForm, pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  faults,
  form,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { arranged, inForm } from '../parts/step-form.ts';
import {
  type AutomationDraft,
  automationFacts,
  automationFields,
  blank,
  bodyOf,
  draftOf,
  runParts,
  runTable,
  sentDraft,
} from './automation-parts.ts';
import { dryRunForm, eventOperation, ofEvent } from './events.ts';

const notes = {
  saved: 'The automation was saved.',
  active: 'The automation is active.',
  paused: 'The automation is paused: no event begins a run.',
  duplicated: 'This is the copy.',
  deleted: 'The automation was deleted.',
  cancelled: 'The run was cancelled.',
};

const buttons = markup`<div class="actions"><button type="submit" name="do" value="save">Save</button></div>`;

const filters = [{ name: 'status', label: 'Status', values: automationStatuses }];
const runFilters = [
  { name: 'status', label: 'Status', values: runStatuses },
  { name: 'email', label: 'Person' },
];

/** Automations: the line of their steps, their runs, and a run without effects (D24). */
export function automationPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, [...automationRoutes, ...runRoutes]);
  const writes = ({ session }: SessionInput) => grants(session.caller.scopes, ['automations:write']);
  const read = async ({ session, params: { id = '' } }: SessionInput) =>
    (
      await operation<{ automation: AutomationRecord }>(session.caller, 'GET /automations/{id}', {
        params: { id },
      })
    ).automation;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { session, search } = input;
    const { automations, next_cursor } = await operation<{
      automations: AutomationSummary[];
      next_cursor: string | null;
    }>(session.caller, 'GET /automations', { query: queryOf(search, { limit: '25' }) });
    const rows = automations.map(({ id, name, status: state, trigger, runs, updated_at }) => [
      markup`<a href="/automations/${id}">${outside(name)}</a>`,
      status(state),
      outside(trigger.event),
      runs.running + runs.waiting,
      runs.failed,
      time(updated_at),
    ]);
    return {
      page: {
        name: 'Automations',
        content: markup`${doneNote(search, notes)}${filterForm('/automations', search, filters)}${writes(input) ? markup`<p><a class="button" href="/automations/new">New automation</a></p>` : nothing}
${automations.length === 0 ? empty('No automation yet. An automation does its steps for each person of an event.', firstRequest(ctx, '/automations')) : table({ caption: 'Automations, newest first', heads: ['Name', 'Status', 'Begins with', 'Open runs', 'Failed', 'Changed'], rows })}
${pager('/automations', search, next_cursor)}`,
      },
    };
  }

  const newPage = (
    input: SessionInput,
    draft: AutomationDraft = blank,
    issues: Issue[] = [],
    code = 200,
  ): PageAnswer => ({
    status: code,
    page: {
      name: 'New automation',
      content: markup`${faults(issues)}${form(input, '/automations/new', markup`${automationFields(draft, issues)}${buttons}`)}`,
    },
  });

  /** The form as one of its buttons leaves it, nothing stored; null: it is to be saved. */
  function rearranged({ form: sent }: SessionInput): AutomationDraft | null {
    const draft = sentDraft(sent);
    const steps = arranged(draft.steps, sent.get('do') ?? '', sent.get('added') ?? '');
    return steps && { ...draft, steps };
  }

  async function create(input: SessionInput): Promise<PageAnswer> {
    const moved = rearranged(input);
    if (moved) return newPage(input, moved);
    return orFormAgain(
      async () => {
        const { automation } = await operation<{ automation: AutomationRecord }>(
          input.session.caller,
          'POST /automations',
          { body: bodyOf(input.form) },
        );
        return seeOther(`/automations/${automation.id}?done=saved`);
      },
      (issues, code) => newPage(input, sentDraft(input.form), inForm(issues), code),
    );
  }

  const actions = (input: SessionInput, { id, status: state }: AutomationRecord): Html => {
    const path = `/automations/${id}`;
    const post = (action: string, label: string) => form(input, `${path}/${action}`, button(label, 'quiet'));
    return markup`<div class="actions">${state === 'active' ? post('pause', 'Pause') : post('activate', 'Activate')}${post('duplicate', 'Duplicate')}${asking(`${path}/delete`, 'Delete')}</div>`;
  };

  async function show(
    input: SessionInput,
    {
      draft = null,
      issues = [],
      code = 200,
    }: { draft?: AutomationDraft | null; issues?: Issue[]; code?: number } = {},
  ): Promise<PageAnswer> {
    const { session, search } = input;
    const { id = '' } = input.params;
    const [automation, { runs, next_cursor }] = await Promise.all([
      read(input),
      operation<{ runs: RunSummary[]; next_cursor: string | null }>(
        session.caller,
        'GET /automations/{id}/runs',
        { params: { id }, query: queryOf(search, { limit: '25' }) },
      ),
    ]);
    const path = `/automations/${automation.id}`;
    const builder = markup`<h2>Definition</h2>${automation.status === 'active' ? markup`<p>Pause it to change it.</p>` : nothing}${form(input, `${path}/save`, markup`${automationFields(draft ?? draftOf(automation), issues)}${buttons}`)}`;
    return {
      status: code,
      page: {
        name: automation.name,
        content: markup`${doneNote(search, notes)}${faults(issues)}${automationFacts(automation)}${writes(input) ? actions(input, automation) : nothing}
<h2>Runs</h2>${filterForm(path, search, runFilters)}${runs.length === 0 ? empty('No run matches.') : runTable(automation.id, runs)}${pager(path, search, next_cursor)}
${grants(session.caller.scopes, ['events:write']) ? dryRunForm(input, automation, issues) : nothing}${writes(input) ? builder : nothing}`,
      },
    };
  }

  async function save(input: SessionInput): Promise<PageAnswer> {
    const moved = rearranged(input);
    if (moved) return show(input, { draft: moved });
    return orFormAgain(
      async () => {
        const { params, session } = input;
        await operation(session.caller, 'PATCH /automations/{id}', { params, body: bodyOf(input.form) });
        return seeOther(`/automations/${params.id}?done=saved`);
      },
      (issues, code) => show(input, { draft: sentDraft(input.form), issues: inForm(issues), code }),
    );
  }

  const act = (input: SessionInput, action: string, done: keyof typeof notes): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { automation } = await operation<{ automation: AutomationRecord }>(
          input.session.caller,
          'POST /automations/{id}',
          { params: input.params, body: { action } },
        );
        return seeOther(`/automations/${automation.id}?done=${done}`);
      },
      (issues, code) => show(input, { issues: inForm(issues), code }),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { id, name } = await read(input);
    const content = confirmation(input, {
      action: `/automations/${id}/delete`,
      text: markup`${outside(name)} begins no more runs, and its open ones end. This cannot be undone.`,
      label: 'Delete',
      back: `/automations/${id}`,
    });
    return { page: { name: 'Delete the automation', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /automations/{id}', { params });
    return seeOther('/automations?done=deleted');
  }

  const dryRun = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { run } = await eventOperation<{ run: Omit<RunRecord, 'id' | 'event_id'> }>(ctx, input, {
          dry_run: true,
          automation_id: input.params.id,
        });
        const back = markup`<p><a class="button" href="/automations/${input.params.id}">Back</a></p>`;
        const note = markup`<div class="note" role="status"><p>Nothing was stored or sent.</p></div>`;
        return { page: { name: 'Dry run', content: markup`${note}${runParts(run)}${back}` } };
      },
      (issues, code) => show(input, { issues: ofEvent(issues), code }),
    );

  const readRun = async ({ session, params }: SessionInput) =>
    (await operation<{ run: RunRecord }>(session.caller, 'GET /automations/{id}/runs/{run}', { params })).run;

  async function showRun(input: SessionInput): Promise<PageAnswer> {
    const run = await readRun(input);
    const path = `/automations/${run.automation_id}`;
    const open = run.status === 'running' || run.status === 'waiting';
    return {
      page: {
        name: 'Run',
        content: markup`${doneNote(input.search, notes)}<p><a href="${path}">Automation</a> <code data-copy="id">${run.id}</code></p>${runParts(run)}
${open && writes(input) ? markup`<div class="actions">${asking(`${path}/runs/${run.id}/cancel`, 'Cancel run')}</div>` : nothing}`,
      },
    };
  }

  async function askCancel(input: SessionInput): Promise<PageAnswer> {
    const { id, automation_id } = await readRun(input);
    const content = confirmation(input, {
      action: `/automations/${automation_id}/runs/${id}/cancel`,
      text: markup`No later step of this run is done.`,
      label: 'Cancel run',
      back: `/automations/${automation_id}/runs/${id}`,
    });
    return { page: { name: 'Cancel the run', content } };
  }

  async function cancelRun({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'POST /automations/{id}/runs/{run}', {
      params,
      body: { action: 'cancel' },
    });
    return seeOther(`/automations/${params.id}/runs/${params.run}?done=cancelled`);
  }

  const [reading, writing] = [['automations:read'] as const, ['automations:write'] as const];
  const post = (path: string, run: (input: SessionInput) => Promise<PageAnswer>): Page<DashboardContext> => ({
    method: 'POST',
    path,
    scope: writing,
    run: (_, input) => run(input),
  });
  return [
    { method: 'GET', path: '/automations', scope: reading, run: (_, input) => list(input) },
    { method: 'GET', path: '/automations/new', scope: writing, run: async (_, input) => newPage(input) },
    post('/automations/new', create),
    { method: 'GET', path: '/automations/{id}', scope: reading, run: (_, input) => show(input) },
    post('/automations/{id}/save', save),
    post('/automations/{id}/activate', (input) => act(input, 'activate', 'active')),
    post('/automations/{id}/pause', (input) => act(input, 'pause', 'paused')),
    post('/automations/{id}/duplicate', (input) => act(input, 'duplicate', 'duplicated')),
    {
      method: 'POST',
      path: '/automations/{id}/dry-run',
      scope: ['events:write'],
      run: (_, input) => dryRun(input),
    },
    { method: 'GET', path: '/automations/{id}/delete', scope: writing, run: (_, input) => ask(input) },
    post('/automations/{id}/delete', remove),
    {
      method: 'GET',
      path: '/automations/{id}/runs/{run}',
      scope: reading,
      run: (_, input) => showRun(input),
    },
    {
      method: 'GET',
      path: '/automations/{id}/runs/{run}/cancel',
      scope: writing,
      run: (_, input) => askCancel(input),
    },
    post('/automations/{id}/runs/{run}/cancel', cancelRun),
  ];
}
