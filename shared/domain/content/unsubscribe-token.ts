import type { Category } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Links } from '../context.ts';

/** The content of an unsubscribe link: enough to act on without the email's record. */
export type UnsubscribeToken = {
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  address: string;
  category: Category;
  email_id: Id<'msg'>;
};

/** One email's link. Its token is encrypted, authenticated, and never expires. */
export async function unsubscribeUrl(ctx: Base & Links, token: UnsubscribeToken): Promise<string> {
  const { account, tenant, address, category, email_id } = token;
  const text = JSON.stringify([account, tenant, address, category, email_id]);
  return `${ctx.settings.base_url}/unsubscribe/${await ctx.tokens.seal('unsubscribe', text)}`;
}

/** A token's content. Null if it isn't ours. */
export async function openUnsubscribeToken(ctx: Links, token: string): Promise<UnsubscribeToken | null> {
  const text = await ctx.tokens.open('unsubscribe', token);
  if (text === null) return null;
  const [account, tenant, address, category, email_id] = JSON.parse(text);
  return { account, tenant, address, category, email_id };
}
