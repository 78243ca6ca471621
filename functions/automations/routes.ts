import * as z from 'zod';
import type { activateAutomation } from '../../shared/domain/automations/activate-automation.ts';
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
import { getAutomation, openAutomation } from '../../shared/domain/automations/get-automation.ts';
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
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { route } from '../../shared/http/route.ts';

/** Activations are rare, so the first one loads the code that checks them. */
const activate: typeof activateAutomation = async (...input) =>
  (await import('../../shared/domain/automations/activate-automation.ts')).activateAutomation(...input);

type Ctx = Base & Automations & Counters & Domains & Paging & Resolving & Runs & Templates & Tenants;

const write = { scope: ['automations:write'], bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const definition = { aliases: stepAliases, multiline: multilineAutomationFields } as const;
function act(ctx: Ctx, caller: Caller, id: string, { action, name, cancel_runs }: AutomationAction) {
  switch (action) {
    case 'activate':
      return activate(ctx, caller, id);
    case 'pause':
      return pauseAutomation(ctx, caller, id, { cancel_runs: cancel_runs ?? false });
    case 'duplicate':
      return duplicateAutomation(ctx, caller, id, name);
  }
}

export const automations: Resource<Ctx> = resource({
  path: '/automations',
  id: 'aut',
  one: 'automation',
  many: 'automations',
  noun: 'an automation',
  named: 'name',
  pages: '/automations',
  about: 'Workflows that an event starts, with emails, SMS, delays, conditions, and requests.',
  read: ['automations:read'],
  write: write.scope,
  tenant_keys: 'closed',
  record: AutomationRecord,
  row: AutomationSummary,
  show: automationRecord,
  create: {
    ...definition,
    summary: 'Create a draft automation',
    description: "It doesn't start runs until you activate it.",
    body: CreateAutomation,
    find: (ctx, { caller, raw }) => checkTenantSteps(ctx, caller, raw.steps),
    verb: async (ctx, caller, body) => ({ automation: await createAutomation(ctx, caller, body) }),
  },
  list: {
    description: 'Filter by `status`. Each automation includes its trigger but not its steps.',
    filters: { status: z.enum(automationStatuses).optional() },
    verb: listAutomations,
  },
  get: { verb: openAutomation, description: 'Returns the definition that the next run uses.' },
  update: {
    ...definition,
    description:
      "`trigger`, `steps`, and `allow_reentry` replace the current values and can't be changed while the automation is active.",
    also: [409],
    body: ChangeAutomation,
    find: async (ctx, { caller, raw }, id) => {
      await getAutomation(ctx, caller, id);
      await checkTenantSteps(ctx, caller, raw.steps);
    },
    verb: updateAutomation,
  },
  act: route({
    ...write,
    method: 'POST',
    path: '/automations/{id}',
    sdk: 'automations.act',
    summary: 'Activate, pause, or duplicate an automation',
    description:
      "`activate` returns 400 with a list of all problems, or 503 if the deployment doesn't support a step.",
    also: [409],
    body: AutomationAction,
    response: z.object({ automation: AutomationRecord }),
    find: (ctx, { caller, params }) => getAutomation(ctx, caller, params.id),
    run: async (ctx, { caller, params, body }) => ({
      body: { automation: await automationRecord(ctx, await act(ctx, caller, params.id, body)) },
    }),
  }),
  remove: {
    description: 'Cancels its open runs and prevents new ones.',
    verb: removeAutomation,
  },
  sample: {
    name: 'Welcome',
    trigger: { event: 'user.signed_up' },
    steps: [{ type: 'send_email', from: 'hello@example.com', subject: 'Welcome', text: 'Hello!' }],
  },
});

export const automationRoutes = automations.routes;
