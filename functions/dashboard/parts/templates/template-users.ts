import type { TemplateUser } from '../../../../shared/core/records/automations.ts';
import { isId } from '../../../../shared/core/runtime.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../../context.ts';
import { readOr } from '../failed-part.ts';
import { sendersOf } from '../known-names.tsx';
import { may } from '../pages.tsx';

/** The active automations that use the page's template. Null if the member can't see them or the read fails. */
export async function readUsers(ctx: DashboardContext, input: SessionInput): Promise<TemplateUser[] | null> {
  if (!may(input, ['automations:read'])) return null;
  const { id: account } = input.session.caller.account;
  const { template: name = '' } = input.params;
  return readOr(ctx, input, { part: 'automations', or: null }, async () => {
    const id = isId('tpl', name) ? name : (await ctx.templates.readPointer(account, name))?.id;
    return id === undefined ? null : ctx.templates.users({ account, id });
  });
}

/** The addresses to send a test from. */
export async function readSenders(ctx: DashboardContext, input: SessionInput): Promise<string[]> {
  if (!may(input, ['full'])) return [];
  const { account } = input.session.caller;
  return readOr(ctx, input, { part: 'domains', or: [] }, async () =>
    sendersOf((await ctx.domains.list(account.id, { limit: 100, before: null })).entries),
  );
}
