import type { Automation } from '../../core/records/automations.ts';
import type { Automations, Caller, Counters, Paging } from '../context.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { RunCounts } from '../ports/counters.ts';
import { automationSummary } from './automation-record.ts';

/** GET /automations: newest first, without steps (U52). The filter is applied while reading. */
export async function listAutomations(
  ctx: Automations & Counters & Paging,
  caller: Caller,
  input: { limit: number; cursor?: string | undefined; status?: Automation['status'] | undefined },
) {
  const { limit, cursor, status } = input;
  const { id: account } = caller.account;
  const { records, has_more, next_cursor } = await filteredPage(
    ctx,
    { bound: [account, 'automations', status ?? ''], limit, cursor, filtered: status !== undefined },
    {
      read: (page) => ctx.automations.list(account, page),
      keep: (automation) => status === undefined || automation.status === status,
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
    },
  );
  return { automations: records, has_more, next_cursor };
}
