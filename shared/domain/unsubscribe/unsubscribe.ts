import type { OptOut, OptOutCategory, Suppression, Unsubscribed } from '../../core/records/lists.ts';
import { derivedId, idTime, timestamp } from '../../core/runtime.ts';
import { openUnsubscribeToken, type UnsubscribeToken } from '../content/unsubscribe-token.ts';
import type { Context } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';

/** An unsubscribe younger than this may have died before it told anybody: a repeat tells it again (E8). */
const repeatWithin_ms = 15 * 60_000;

const labels: Record<OptOutCategory, string> = { product: 'Product updates', newsletter: 'Newsletter' };

/** What an unsubscribe came to: who left what, and whether this call is the one that did it. */
type UnsubscribeResult = {
  email: string;
  /** How the entry came to be; null when no link of ours made it, so that there is nothing to tell. */
  by: Unsubscribed | null;
  category: OptOutCategory | null;
  suppression_id: string | null;
  category_opt_out_id: string | null;
  first: boolean;
};

/** Q20: product and newsletter mail is left by category, on the list that the email was sent by. */
async function leaveCategory(
  ctx: Context,
  token: UnsubscribeToken,
  category: OptOutCategory,
  by: Unsubscribed,
): Promise<UnsubscribeResult> {
  const id = ctx.runtime.id('opt');
  const entry: OptOut = {
    id,
    email: token.address,
    category,
    tenant: token.tenant,
    email_id: token.email_id,
    source: by.source,
    created_at: timestamp(idTime(id)),
  };
  const { opt_out, created } = await ctx.opt_outs.create(token, entry);
  const { source, created_at: at, email_id } = opt_out;
  return {
    email: token.address,
    by: source === 'import' || email_id === null ? null : { at, source, email_id },
    category,
    suppression_id: null,
    category_opt_out_id: opt_out.id,
    first: created,
  };
}

/** Q20: transactional mail knows no category: the address is suppressed, an entry that stands stays as it is. */
async function leaveAll(ctx: Context, token: UnsubscribeToken, by: Unsubscribed): Promise<UnsubscribeResult> {
  const id = ctx.runtime.id('sup');
  const entry: Suppression & { unsubscribed: Unsubscribed } = {
    id,
    email: token.address,
    reason: 'unsubscribe',
    tenant: token.tenant,
    source: 'one_click',
    email_id: token.email_id,
    note: null,
    created_at: timestamp(idTime(id)),
    unsubscribed: by,
  };
  const { suppression, first } = await ctx.suppressions.unsubscribe(token, entry);
  return {
    email: token.address,
    by: suppression.unsubscribed ?? null,
    category: null,
    suppression_id: suppression.id,
    category_opt_out_id: null,
    first,
  };
}

/** contact.unsubscribed (specification, Events): once per entry, with an id that a repeat derives again (E8). */
async function tell(
  ctx: Context,
  account: string,
  tenant: string | null,
  left: UnsubscribeResult,
): Promise<void> {
  const { by, email, category, suppression_id, category_opt_out_id, first } = left;
  if (by === null) return;
  if (!first && ctx.runtime.now() - Date.parse(by.at) >= repeatWithin_ms) return;
  const entry = suppression_id ?? category_opt_out_id ?? '';
  const event = {
    id: derivedId('evt', Date.parse(by.at), entry, 'contact.unsubscribed'),
    type: 'contact.unsubscribed' as const,
    created_at: by.at,
    data: {
      email,
      source: by.source,
      scope: category === null ? 'all' : 'category',
      category,
      category_label: category && labels[category],
      suppression_id,
      category_opt_out_id,
      email_id: by.email_id,
    },
  };
  await publishEvents(ctx, account, [{ event, tenant, repeat: !first }]);
}

/** The token of a link that still stands for somebody; null for every other (H40, Q21). */
export async function readUnsubscribe(ctx: Context, token: string): Promise<UnsubscribeToken | null> {
  const opened = await openUnsubscribeToken(ctx, token);
  return opened !== null && (await ctx.accounts.get(opened.account)) !== null ? opened : null;
}

/**
 * POST /unsubscribe/{token}: opts the address out of the email's category or, for transactional mail, of all
 * (Q20). Safe to repeat; needs no record of the email. Null when the link is none of ours.
 */
export async function unsubscribe(
  ctx: Context,
  text: string,
  source: 'one_click' | 'link',
): Promise<UnsubscribeToken | null> {
  const token = await readUnsubscribe(ctx, text);
  if (token === null) return null;
  const { account, tenant, category, email_id } = token;
  const now = ctx.runtime.now();
  const by: Unsubscribed = { at: timestamp(now), source, email_id };
  const [left] = await Promise.all([
    category === 'transactional' ? leaveAll(ctx, token, by) : leaveCategory(ctx, token, category, by),
    ctx.events.recordUnsubscribed({ email_id, account, at: now }),
  ]);
  await tell(ctx, account, tenant, left);
  ctx.log.info('unsubscribed', { account, email_id, category, source, first: left.first });
  return token;
}
