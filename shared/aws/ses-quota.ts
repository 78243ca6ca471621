import { GetAccountCommand, ListEmailIdentitiesCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Runtime } from '../core/runtime.ts';
import type { SesQuotas } from '../domain/context.ts';
import { type Aws, clientOptions } from './clients.ts';

/** The time between identity calls, because SES accepts about one per second. */
const interval_ms = 1_100;

/**
 * SES's quota for this account. SES accepts one such call per second. A negative quota means unlimited
 * (null). Two attempts fit in the sweep's time even if both time out, and the next sweep asks again.
 */
export function sesGrants(aws: Aws, { sleep }: Pick<Runtime, 'sleep'>): SesQuotas['ses_quota'] {
  const client = new SESv2Client({ ...clientOptions(aws, 'ses'), maxAttempts: 2 });
  return {
    read: async () => {
      const { SendQuota = {}, PricingAttributes } = await client.send(new GetAccountCommand({}));
      const { MaxSendRate, Max24HourSend = -1, SentLast24Hours = 0 } = SendQuota;
      if (!MaxSendRate || MaxSendRate < 0) throw new Error('SES returned no sending rate');
      const quota = Max24HourSend < 0 ? null : Max24HourSend;
      const plan = PricingAttributes?.CurrentPlan ?? null;
      return { rate: MaxSendRate, quota, sent: SentLast24Hours, plan };
    },
    countIdentities: async () => {
      let count = 0;
      let NextToken: string | undefined;
      for (;;) {
        // `read` gets only the first page.
        await sleep(interval_ms);
        const page = await client.send(new ListEmailIdentitiesCommand({ PageSize: 1000, NextToken }));
        count += page.EmailIdentities?.length ?? 0;
        NextToken = page.NextToken;
        if (!NextToken) return count;
      }
    },
  };
}
