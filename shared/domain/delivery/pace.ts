import type { Context } from '../context.ts';
import type { DeliverMessage } from '../ports/sending.ts';

/** What an account's scheduled mail may take of SES's rate: a crowd leaves the rest to all other mail. */
const share = 0.8;

/** A turn this near is taken at once: SES counts by the second, too. */
const near_ms = 1000;

/** The name of the bucket whose tokens are an account's turns. */
export const lane = 'scheduled';

/** Whether a turn has come: epoch ms. */
export const isTurn = (turn: number, now: number) => turn <= now + near_ms;

/**
 * The turn (epoch ms) of a scheduled email at SES: as they fire, an account's emails line up at four fifths of the
 * rate that SES gives this deployment, in recipients a second. Without this, 10,000 of one second would have
 * SES throttle every mail of the deployment until the last of them is through (docs/decisions/0010). A rate or
 * a line that cannot be read keeps nobody waiting: SES itself has the last word.
 */
export async function takeTurn(ctx: Context, message: DeliverMessage): Promise<number> {
  const now = ctx.runtime.now();
  try {
    const rate = await ctx.sending_rate();
    if (rate === null) return now;
    const bucket = { account: message.account, name: lane, rate: rate * share };
    return await ctx.rates.reserve(bucket, { want: message.recipients ?? 1, now });
  } catch (error) {
    ctx.log.warn('no turn', { account: message.account, cause: (error as Error).name });
    return now;
  }
}

/** When the last turn of an account's line comes, epoch ms; null when nobody waits in it. */
export async function endOfLine(ctx: Context, account: string): Promise<number | null> {
  const end = await ctx.rates.readTat({ account, name: lane });
  return end !== null && !isTurn(end, ctx.runtime.now()) ? end : null;
}
