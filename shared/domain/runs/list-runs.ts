import * as z from 'zod';
import { addressFilter } from '../../core/address-filter.ts';
import { canonicalAddress } from '../../core/addresses.ts';
import { type Run, runStatuses } from '../../core/records/runs.ts';
import { type Id, idTime, timestamp } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Base, Caller, Paging, Runs } from '../context.ts';
import { runShards } from '../limits/plans.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { Page } from '../ports/common.ts';
import { runIdOf } from './begin-run.ts';
import { runSummary } from './run-record.ts';

/** The filters of GET /automations/{id}/runs. */
export const RunFilters = z.object({
  status: z.enum(runStatuses).optional(),
  email: addressFilter.optional(),
  event_id: idOf('ae').optional(),
});
type Query = z.output<typeof RunFilters> & PageQuery;

/** The only run an event can have started, if it is below `before`. */
async function ofEvent(ctx: Runs, automation: Id<'aut'>, event: Id<'ae'>, { before }: Page) {
  const id = runIdOf({ id: event, created_at: timestamp(idTime(event)) }, automation);
  const run = before === null || id < before ? await ctx.runs.get(id) : null;
  return { entries: run ? [run] : [], next: null };
}

/**
 * GET /automations/{id}/runs: newest first, without steps. Person and event are keys. The status filters
 * while reading.
 */
export function listRuns(ctx: Base & Paging & Runs, caller: Caller, automation: Id<'aut'>, query: Query) {
  const { status, email, event_id } = query;
  const { id: account, email_shards } = caller.account;
  const shards = runShards(email_shards);
  return filteredPage(ctx, query, {
    name: 'runs',
    bound: [account, 'runs', automation, status ?? '', email ?? '', event_id ?? ''],
    read: (page) =>
      event_id === undefined
        ? ctx.runs.list(automation, { ...page, email: email ?? null, shards })
        : ofEvent(ctx, automation, event_id, page),
    keep: (run) =>
      (status === undefined || run.status === status) &&
      (email === undefined || (run.email !== null && canonicalAddress(run.email) === email)),
    filtered: status !== undefined,
    show: async (runs: Run[]) => runs.map(runSummary),
  });
}
