import type { Base, SendingStates, SesQuotas } from '../context.ts';

/** How many identities SES allows per account and region, and when a person should request more. */
const identities = { max: 10_000, many: 8_000 };

/**
 * Reads SES's rate and quota and stores them for the workers. If SES doesn't answer, the last values stay.
 * Counts identities once an hour.
 */
export async function sweepQuota(ctx: Base & SendingStates & SesQuotas): Promise<void> {
  const isHour = Math.floor(ctx.runtime.now() / 60_000) % 60 === 0;
  await Promise.all([readQuota(ctx), isHour && countIdentities(ctx)]);
}

async function readQuota(ctx: Base & SendingStates & SesQuotas): Promise<void> {
  try {
    const granted = await ctx.ses_quota.read();
    await ctx.sending_state.writeQuota(granted);
    const { rate, quota, sent } = granted;
    const used = quota === null ? 0 : Math.round((100 * sent) / quota);
    ctx.log.info('ses_quota', { rate, quota, sent }, { counts: { ses_quota_used: used } });
  } catch (error) {
    ctx.log.error('ses_quota_not_read', { cause: (error as Error).name });
  }
}

async function countIdentities(ctx: Base & SesQuotas): Promise<void> {
  try {
    const count = await ctx.ses_quota.countIdentities();
    const { max } = identities;
    if (count > identities.many)
      ctx.log.error('ses_identities_many', { count, most: max }, { counts: { ses_trouble: 1 } });
  } catch (error) {
    ctx.log.error('ses_identities_not_counted', { cause: (error as Error).name });
  }
}
