import type { TemplateUser } from '../../../shared/core/records/automations.ts';
import { isId } from '../../../shared/core/runtime.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { logFailedPart } from './failed-part.ts';
import { may } from './pages.ts';

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

/** An address at each verified domain, to send a test from. */
export async function readSenders(ctx: DashboardContext, input: SessionInput): Promise<string[]> {
  if (!may(input, ['full'])) return [];
  const { id: account } = input.session.caller.account;
  try {
    const { entries } = await ctx.domains.list(account, { limit: 100, before: null });
    const names = entries.flatMap(({ domain: { name, status } }) => (status === 'verified' ? [name] : []));
    // A domain comes before its subdomains.
    return names.toSorted((a, b) => a.length - b.length).map((name) => `hello@${name}`);
  } catch (thrown) {
    logFailedPart(ctx, input.request_id, 'domains', thrown);
    return [];
  }
}
