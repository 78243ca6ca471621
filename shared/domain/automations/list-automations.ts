import type { Automation } from '../../core/records/automations.ts';
import type { Automations, Base, Caller, Counters, Paging } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { RunCounts } from '../ports/counters.ts';
import { automationSummary } from './automation-record.ts';
import type { OpenAutomation } from './get-automation.ts';

type Query = PageQuery & { status?: Automation['status'] | undefined };

type Ctx = Base & Automations & Counters & Paging;

/**
 * The automation with its definition. If the automation changes in between, it is read again. Null if deleted
 * or without a definition.
 */
async function openListed(ctx: Ctx, automation: Automation, tries = 3): Promise<OpenAutomation | null> {
  const definition = await ctx.automations.readDefinition(automation);
  if (definition !== null) return { automation, definition };
  const { account, id } = automation;
  const current = tries > 1 ? await ctx.automations.get(account, id) : null;
  return current && openListed(ctx, current, tries - 1);
}

/** GET /automations: newest first, without steps. Filters while reading. */
export function listAutomations(ctx: Ctx, caller: Caller, query: Query) {
  const { status } = query;
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'automations',
    bound: [account, 'automations', status ?? ''],
    read: (page) => ctx.automations.list(account, page),
    keep: status && ((automation) => automation.status === status),
    show: async (automations) => {
      const runs = await ctx.counters.readRuns(automations.map(({ id }) => id));
      return Promise.all(
        automations.map(async (automation, i) => {
          const open = await openListed(ctx, automation);
          return open && automationSummary(open, runs[i] as RunCounts);
        }),
      );
    },
  });
}
