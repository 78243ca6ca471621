import * as z from 'zod';
import { activateAutomation } from '../../shared/domain/automations/activate-automation.ts';
import {
  AutomationRecord,
  AutomationSummary,
  automationRecord,
  automationStatuses,
} from '../../shared/domain/automations/automation-record.ts';
import {
  AutomationAction,
  ChangeAutomation,
  CreateAutomation,
  multilineAutomationFields,
  stepAliases,
} from '../../shared/domain/automations/automation-request.ts';
import { createAutomation, duplicateAutomation } from '../../shared/domain/automations/create-automation.ts';
import { checkTenantSteps } from '../../shared/domain/automations/definition-rules.ts';
import {
  getAutomation,
  type OpenAutomation,
  openAutomation,
} from '../../shared/domain/automations/get-automation.ts';
import { listAutomations } from '../../shared/domain/automations/list-automations.ts';
import { updateAutomation } from '../../shared/domain/automations/update-automation.ts';
import type {
  Automations,
  Base,
  Caller,
  Counters,
  Domains,
  Paging,
  Resolving,
  Runs,
  Templates,
  Tenants,
} from '../../shared/domain/context.ts';
import { pauseAutomation, removeAutomation } from '../../shared/domain/runs/pause-automation.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { done, ListQuery, listOf, Ok } from '../../shared/http/schemas.ts';

type Ctx = Base & Automations & Counters & Domains & Paging & Resolving & Runs & Templates & Tenants;

const read = { scope: ['automations:read'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const write = { ...read, scope: ['automations:write'] } as const;
const definition = { aliases: stepAliases, multiline: multilineAutomationFields } as const;
const one = z.object({ automation: AutomationRecord });

const answer = async (ctx: Ctx, open: OpenAutomation) => ({
  body: { automation: await automationRecord(ctx, open) },
});

const find = (ctx: Automations, { caller, params }: FindInput<{ id: string }>) =>
  getAutomation(ctx, caller, params.id);

function act(ctx: Ctx, caller: Caller, id: string, { action, name, cancel_runs }: AutomationAction) {
  switch (action) {
    case 'activate':
      return activateAutomation(ctx, caller, id);
    case 'pause':
      return pauseAutomation(ctx, caller, id, { cancel_runs: cancel_runs ?? false });
    case 'duplicate':
      return duplicateAutomation(ctx, caller, id, name);
  }
}

export const automationRoutes: Route<Ctx>[] = [
  route({
    ...write,
    ...definition,
    method: 'POST',
    path: '/automations',
    summary: 'Create an automation, as a draft',
    body: CreateAutomation,
    status: 201,
    response: one,
    find: (ctx, { caller, raw }) => checkTenantSteps(ctx, caller, raw.steps),
    run: async (ctx, { caller, body }) => answer(ctx, await createAutomation(ctx, caller, body)),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automations',
    summary: 'List automations, newest first',
    query: ListQuery.extend({ status: z.enum(automationStatuses).optional() }),
    response: listOf('automations', AutomationSummary),
    run: async (ctx, { caller, query }) => ({ body: await listAutomations(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/automations/{id}',
    summary: 'Get an automation',
    response: one,
    find,
    run: async (ctx, { caller, params }) => answer(ctx, await openAutomation(ctx, caller, params.id)),
  }),
  route({
    ...write,
    ...definition,
    method: 'PATCH',
    path: '/automations/{id}',
    summary: 'Change an automation',
    description: 'trigger, steps and allow_reentry replace what is there; not while it is active.',
    also: [409],
    body: ChangeAutomation,
    response: one,
    find: async (ctx, input) => {
      await find(ctx, input);
      await checkTenantSteps(ctx, input.caller, input.raw.steps);
    },
    run: async (ctx, { caller, params, body }) =>
      answer(ctx, await updateAutomation(ctx, caller, params.id, body)),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/automations/{id}',
    summary: 'Activate, pause or duplicate an automation',
    description:
      'activate answers 400 with an issue for every fault at once, and 503 where a step cannot be done.',
    also: [409],
    body: AutomationAction,
    response: one,
    find,
    run: async (ctx, { caller, params, body }) => answer(ctx, await act(ctx, caller, params.id, body)),
  }),
  route({
    ...write,
    method: 'DELETE',
    path: '/automations/{id}',
    summary: 'Delete an automation',
    response: Ok,
    find,
    run: (ctx, { caller, params }) => removeAutomation(ctx, caller, params.id).then(() => done),
  }),
];
