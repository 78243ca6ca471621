import type { Base, Rates, Ses } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';

/** What an account's scheduled mail may take of SES's rate: a bulk leaves the rest to all other mail. */
const share = 0.8;

/** A slot this near is taken at once: SES counts by the second, too. */
const near_ms = 1000;

/** The name of the bucket whose tokens are an account's slots. */
const slotBucket = 'scheduled';

/** Whether a slot has come: epoch ms. */
export const slotIsOpen = (slot: number, now: number) => slot <= now + near_ms;

/**
 * The slot (epoch ms) of a scheduled email at SES: as they fire, an account's emails are paced at four fifths of the
 * rate that SES gives this deployment, in recipients a second. Without this, 10,000 of one second would have
 * SES throttle every mail of the deployment until the last of them is through (docs/decisions/0010). A rate or
 * a slot that cannot be read delays no email: SES throttles what is too fast.
 */
export async function reserveSlot(ctx: Base & Rates & Ses, message: DeliverMessage): Promise<number> {
  const now = ctx.runtime.now();
  try {
    const rate = await ctx.sending_rate();
    if (rate === null) return now;
    const bucket = { account: message.account, name: slotBucket, rate: rate * share };
    return await ctx.rates.reserve(bucket, { want: message.recipients ?? 1, now });
  } catch (error) {
    ctx.log.warn('slot_not_reserved', { account: message.account, cause: (error as Error).name });
    return now;
  }
}

/** When the last reserved slot of an account comes, epoch ms; null when no email waits for one. */
export async function lastSlot(ctx: Base & Rates, account: string): Promise<number | null> {
  const end = await ctx.rates.readTat({ account, name: slotBucket });
  return end !== null && !slotIsOpen(end, ctx.runtime.now()) ? end : null;
}
