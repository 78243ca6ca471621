import type { TemplateUser } from '../../../../shared/core/records/automations.ts';
import { isId } from '../../../../shared/core/runtime.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { logFailedPart } from '../failed-part.ts';
import { sendersOf } from '../known-names.tsx';
import { may } from '../pages.tsx';

/** The active automations that use the page's template. Null if the member can't see them or the read fails. */
export async function readUsers(ctx: DashboardContext, input: SessionInput): Promise<TemplateUser[] | null> {
  if (!may(input, ['automations:read'])) return null;
  const { id: account } = input.session.caller.account;
  const { template: name = '' } = input.params;
  try {
    const id = isId('tpl', name) ? name : (await ctx.templates.readPointer(account, name))?.id;
    return id === undefined ? null : await ctx.templates.users({ account, id });
  } catch (thrown) {
    logFailedPart(ctx, input.request_id, 'automations', thrown);
    return null;
  }
}

/** The addresses to send a test from. */
export async function readSenders(ctx: DashboardContext, input: SessionInput): Promise<string[]> {
  if (!may(input, ['full'])) return [];
  try {
    const { account } = input.session.caller;
    return sendersOf((await ctx.domains.list(account.id, { limit: 100, before: null })).entries);
  } catch (thrown) {
    logFailedPart(ctx, input.request_id, 'domains', thrown);
    return [];
  }
}
