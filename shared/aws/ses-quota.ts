import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { SesQuota } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

/** What SES grants this account; it takes one such call a second. A quota below 0 is none. */
export function sesGrants(aws: Aws): { read: () => Promise<SesQuota> } {
  const client = new SESv2Client(clientOptions(aws, 'ses'));
  return {
    read: async () => {
      const { SendQuota = {} } = await client.send(new GetAccountCommand({}));
      const { MaxSendRate, Max24HourSend = -1, SentLast24Hours = 0 } = SendQuota;
      if (!MaxSendRate || MaxSendRate < 0) throw new Error('SES names no rate');
      return { rate: MaxSendRate, quota: Max24HourSend < 0 ? null : Max24HourSend, sent: SentLast24Hours };
    },
  };
}
