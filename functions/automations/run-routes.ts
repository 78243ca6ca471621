import * as z from 'zod';
import { isId } from '../../shared/core/runtime.ts';
import { getAutomation } from '../../shared/domain/automations/get-automation.ts';
import type { Automations, Base, CustomEvents, Paging, Runs } from '../../shared/domain/context.ts';
import { cancelRun, RunAction } from '../../shared/domain/runs/cancel-run.ts';
import { findRun, getRun } from '../../shared/domain/runs/get-run.ts';
import { listRuns, RunFilters } from '../../shared/domain/runs/list-runs.ts';
import { RunRecord, RunSummary } from '../../shared/domain/runs/run-record.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';

const read = { scope: ['automations:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;

const pathOf = ({ id, run }: { id: string; run: string }) => ({ automation: id, id: run });

const RunsQuery = ListQuery.extend(RunFilters.shape);

type Finding = Base & Automations & Paging & Runs;

/**
 * The automation and its page of runs, read in parallel. The page is null for an invalid query, because a 404
 * is reported first.
 */
async function findRuns(ctx: Finding, { caller, params, search }: FindInput<{ id: string }>) {
  const query = RunsQuery.safeParse(Object.fromEntries(search));
  const page = query.success && isId('aut', params.id) ? listRuns(ctx, caller, params.id, query.data) : null;
  page?.catch(() => {});
  return { page, automation: await getAutomation(ctx, caller, params.id) };
}

export const runRoutes: Route<Base & Automations & CustomEvents & Paging & Runs>[] = [
  route({
    ...read,
    method: 'GET',
    path: '/automations/{id}/runs',
    sdk: 'automations.runs.list',
    summary: "List an automation's runs, newest first",
    description: 'Filter by `status`, `email`, or `event_id`. Finished runs are kept for 90 days by default.',
    query: RunsQuery,
    response: listOf('runs', RunSummary),
    find: findRuns,
    run: async (ctx, { caller, query, found: { page, automation } }) => ({
      body: await (page ?? listRuns(ctx, caller, automation.id, query)),
    }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automations/{id}/runs/{run}',
    sdk: 'automations.runs.get',
    summary: 'Get a run with its steps',
    description: 'Returns each step with its status, times, and output.',
    response: z.object({ run: RunRecord }),
    find: (ctx, { caller, params }) => getAutomation(ctx, caller, params.id),
    run: async (ctx, { caller, params }) => ({ body: { run: await getRun(ctx, caller, pathOf(params)) } }),
  }),
  route({
    ...read,
    scope: ['automations:write'],
    method: 'POST',
    path: '/automations/{id}/runs/{run}',
    sdk: 'automations.runs.act',
    summary: 'Cancel a run',
    description: 'Once this returns 200, the run sends no more email.',
    also: [409],
    body: RunAction,
    response: z.object({ run: RunRecord }),
    find: async (ctx, { caller, params }) => {
      await getAutomation(ctx, caller, params.id);
      await findRun(ctx, caller, pathOf(params));
    },
    run: async (ctx, { caller, params }) => ({ body: { run: await cancelRun(ctx, caller, pathOf(params)) } }),
  }),
];
