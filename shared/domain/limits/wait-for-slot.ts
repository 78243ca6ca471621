import type { Base, SendingStates } from '../context.ts';

/** Waits for an SES slot until its time. False if `max` tries found none within about a second. */
export async function waitForSlot(
  ctx: Base & SendingStates,
  request: { rate: number; want: number; ahead_ms: number },
  max: number,
): Promise<boolean> {
  for (let asked = 0; asked < max; asked++) {
    const answer = await ctx.slots.take(request);
    const now = ctx.runtime.now();
    if ('slot' in answer) {
      if (answer.slot > now) await ctx.runtime.sleep(answer.slot - now);
      return true;
    }
    const wait_ms = Math.min(500, Math.max(20, answer.again_at - now));
    await ctx.runtime.sleep(wait_ms + ctx.runtime.random() * 50);
  }
  return false;
}
