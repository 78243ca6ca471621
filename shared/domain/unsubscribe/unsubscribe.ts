import { minuteOf } from '../../core/days.ts';
import type { OptOutCategory, PendingUnsubscribe } from '../../core/records/lists.ts';
import { idTime, timestamp } from '../../core/runtime.ts';
import { succeeded } from '../../core/succeeded.ts';
import { openUnsubscribeToken, type UnsubscribeToken } from '../content/unsubscribe-token.ts';
import type { Base, Identity, Links, Lists, Publishing, Timeline, Unsubscribes } from '../context.ts';
import { liveTenant } from '../tenants/names.ts';
import { publishUnsubscribed, type UnsubscribeEntry } from './publish-unsubscribed.ts';

export type Unsubscribing = Base & Identity & Timeline & Lists & Unsubscribes & Publishing & Links;

type Source = 'one_click' | 'link';

/** The entry after an unsubscribe. `first` is true for the one call that created or noted it. */
type UnsubscribeResult = { entry: UnsubscribeEntry; first: boolean };

/**
 * Q20: the category to opt out of. Null for transactional mail, which has no category, so the address is
 * suppressed.
 */
const categoryOf = ({ category }: UnsubscribeToken): OptOutCategory | null =>
  category === 'transactional' ? null : category;

/** Whether the list already has what this unsubscribe would write. Repeats cost one read and emit nothing. */
async function isDone(ctx: Lists, token: UnsubscribeToken): Promise<boolean> {
  const category = categoryOf(token);
  if (category !== null) {
    const opt_outs = await ctx.opt_outs.get(token, token.address);
    return opt_outs.some((opt_out) => opt_out.category === category);
  }
  const suppression = await ctx.suppressions.get(token, token.address);
  return (
    suppression !== null && (suppression.reason === 'unsubscribe' || suppression.unsubscribed !== undefined)
  );
}

async function writeEntry(ctx: Lists, row: PendingUnsubscribe, source: Source): Promise<UnsubscribeResult> {
  const { address: email, tenant, email_id, at } = row;
  const common = { email, tenant, email_id, created_at: at };
  if (row.category !== null) {
    const left = { ...common, id: row.entry_id, category: row.category, source };
    const { opt_out, created } = await ctx.opt_outs.create(row, left);
    return { entry: { opt_out }, first: created };
  }
  const { suppression, first } = await ctx.suppressions.unsubscribe(row, {
    ...common,
    id: row.entry_id,
    reason: 'unsubscribe',
    source: 'one_click',
    note: null,
    unsubscribed: { at, source, email_id },
  });
  return { entry: { suppression }, first };
}

/**
 * Writes outbox row, entry, event, and the row's end, in an order that loses neither entry nor event. If
 * equal requests run concurrently, only the request that writes the entry emits the event.
 */
async function leave(ctx: Unsubscribing, token: UnsubscribeToken, source: Source): Promise<boolean> {
  if (await isDone(ctx, token)) return false;
  const category = categoryOf(token);
  const entry =
    category === null
      ? { category, entry_id: ctx.runtime.id('sup') }
      : { category, entry_id: ctx.runtime.id('opt') };
  const { account, tenant, address, email_id } = token;
  const made = idTime(entry.entry_id);
  const at = timestamp(made);
  const row = { id: ctx.runtime.id('evt'), account, tenant, address, ...entry, email_id, at };
  const minute = minuteOf(made) + 1;
  await ctx.pending_unsubscribes.put(row, minute);
  const { entry: written, first } = await writeEntry(ctx, row, source);
  await succeeded(
    async () => {
      if (first) await publishUnsubscribed(ctx, token, written, { repeat: false });
      await ctx.pending_unsubscribes.delete(row.id, minute);
    },
    (cause) => ctx.log.warn('unsubscribe_left_to_sweep', { account, email_id, cause }),
  );
  return first;
}

/** The content of a link's token, if its account exists, otherwise null. */
export async function readUnsubscribe(ctx: Unsubscribing, token: string): Promise<UnsubscribeToken | null> {
  const opened = await openUnsubscribeToken(ctx, token);
  return opened !== null && (await ctx.accounts.get(opened.account)) !== null ? opened : null;
}

/**
 * POST /unsubscribe/{token}: opts out of the category, or of all mail. Safe to repeat. Returns null if the
 * link isn't ours.
 */
export async function unsubscribe(
  ctx: Unsubscribing,
  text: string,
  source: Source,
): Promise<UnsubscribeToken | null> {
  const opened = await readUnsubscribe(ctx, text);
  if (opened === null) return null;
  const { account, category, email_id } = opened;
  // A deleted tenant's link acts on the account's list (Q21, A23).
  const token = { ...opened, tenant: await liveTenant(ctx, account, opened.tenant) };
  const [first] = await Promise.all([
    leave(ctx, token, source),
    ctx.events.noteOutcome({ email_id, account, key: '0u', at: ctx.runtime.now() }),
  ]);
  ctx.log.info('unsubscribed', { account, email_id, category, source, first });
  return token;
}
