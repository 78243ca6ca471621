import { outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { automationRoutes } from '../../automations/routes.ts';
import { runRoutes } from '../../automations/run-routes.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { stepsOf } from '../parts/automations/automation-change.ts';
import { AutomationFlow } from '../parts/automations/automation-flow.tsx';
import { Builder, stepLink } from '../parts/automations/builder.tsx';
import { DryRunForm, dataPaths, sentData, TriggerMatch } from '../parts/automations/dry-run.tsx';
import { eventOperation, ofEvent } from '../parts/automations/event.tsx';
import { notesOf, pathOf, RunFacts, RunFault, RunTrace, waitsOf } from '../parts/automations/run-trace.tsx';
import type { StepDraft } from '../parts/automations/step-words.ts';
import { callsOf, having } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { get, may, pageOf, post } from '../parts/pages.tsx';
import { confirmLink, doneNote } from '../parts/parts.tsx';

const writing = ['automations:write'] as const;

type Needs = {
  notes: Record<string, string>;
  /** The automation's page, which shows a refused dry run. */
  show: (input: SessionInput, refused: Refused) => Promise<PageAnswer>;
};

/** Runs of an automation, and dry runs. */
export function runPages(ctx: DashboardContext, { notes, show }: Needs): Page<DashboardContext>[] {
  const { call, does } = callsOf(ctx, [...automationRoutes, ...runRoutes]);
  /** Runs alongside the page's own operation, which already takes a rate token. */
  const read = async (input: SessionInput) =>
    (await call(input, 'GET /automations/{id}', { further: true })).automation;
  const readRun = async (input: SessionInput) => (await call(input, 'GET /automations/{id}/runs/{run}')).run;

  const dryRun = showFormOnRefusal(
    show,
    async (input) => {
      const automation = await read(input);
      const data = sentData(input.form, dataPaths(automation));
      const asked = { dry_run: true, automation_id: automation.id, data };
      const { trigger, run } = having(await eventOperation(ctx, input, asked), 'run');
      const steps = stepsOf(automation);
      const taken = pathOf(run);
      const waits = waitsOf(steps, taken.steps);
      const flow = (
        <AutomationFlow
          title="Dry run steps"
          event={automation.trigger.event}
          triggerNotes={[
            trigger.matches ? { text: 'matches', tone: 'good' } : { text: 'doesn’t match', tone: 'bad' },
          ]}
          steps={steps}
          notes={notesOf(run, waits)}
          path={taken}
          link={(at) => stepLink(`/automations/${automation.id}`, at, steps.length)}
        />
      );
      return pageOf(
        'Dry run',
        <>
          <p>
            <a href={`/automations/${automation.id}`}>{outside(automation.name)}</a>
          </p>
          <div class={trigger.matches ? 'note' : 'fault'} role="status">
            <TriggerMatch trigger={trigger} event={automation.trigger.event} />
            <p>Nothing was stored or sent. The run took the highlighted path.</p>
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
              title="Run steps"
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
  return [
    post('/automations/{id}/dry-run', ['events:write'], dryRun),
    get('/automations/{id}/runs/{run}', ['automations:read'], showRun),
    ...confirmPages('/automations/{id}/runs/{run}/cancel', writing, askCancel, cancelRun),
  ];
}
