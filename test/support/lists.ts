import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import type { OptOut } from '../../shared/core/records/lists.ts';
import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess } from './api.ts';
import { optOutOf } from './records.ts';

export type Entry = Record<string, unknown> & { id: string; email: string };

/** A new account with its lists. */
export async function listAccount(ctx: Context) {
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const list = { account: account.id, tenant: null };
  const optOut = async (email: string, category: OptOut['category']) => {
    const entry = optOutOf(ctx, email, category, { email_id: ctx.runtime.id('msg') });
    return (await ctx.opt_outs.create(list, entry)).opt_out;
  };
  return { account, list, optOut, call: inProcess(ctx, suppressionRoutes, api_key) };
}
