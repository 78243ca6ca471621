import { isId } from '../../core/runtime.ts';
import type { Caller, Mail } from '../context.ts';
import type { Neighbors } from '../ports/emails.ts';

/** The emails before and after this one in GET /emails without filters. */
export async function findNeighbors(ctx: Mail, { account, tenant }: Caller, id: string): Promise<Neighbors> {
  if (!isId('msg', id)) return { newer: null, older: null };
  return ctx.emails.neighbors({ account: account.id, tenant, shards: account.email_shards, id });
}
