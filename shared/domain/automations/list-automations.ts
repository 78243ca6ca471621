import type { Automation } from '../../core/records/automations.ts';
import type { Automations, Caller, Counters, Paging } from '../context.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import type { RunCounts } from '../ports/counters.ts';
import { automationSummary } from './automation-record.ts';

type Query = PageQuery & { status?: Automation['status'] | undefined };

/** GET /automations: newest first, without steps (U52). The filter is applied while reading. */
export function listAutomations(ctx: Automations & Counters & Paging, caller: Caller, query: Query) {
  const { status } = query;
  const { id: account } = caller.account;
  return filteredPage(ctx, query, {
    name: 'automations',
    bound: [account, 'automations', status ?? ''],
    read: (page) => ctx.automations.list(account, page),
    keep: status && ((automation) => automation.status === status),
    show: async (automations) => {
      const runs = await ctx.counters.readRuns(automations.map(({ id }) => id));
      const open = await Promise.all(
        automations.map(async (automation, i) => {
          const definition = await ctx.automations.readDefinition(automation);
          return definition && automationSummary({ automation, definition }, runs[i] as RunCounts);
        }),
      );
      return open.filter((one) => one !== null);
    },
  });
}
