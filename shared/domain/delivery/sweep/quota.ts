import type { Base, SendingStates, SesQuotas } from '../../context.ts';

/** Asks SES for its rate and quota and writes them where the workers read (P15); what they knew stays where it is silent. */
export async function sweepQuota(ctx: Base & SendingStates & SesQuotas): Promise<void> {
  try {
    await ctx.sending_state.writeQuota(await ctx.ses_quota.read());
  } catch (error) {
    ctx.log.error('ses_quota_not_read', { cause: (error as Error).name });
  }
}
