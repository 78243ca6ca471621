import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import type { Mailer, SesQuota } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

type Message = Parameters<Mailer['send']>[0];

/** v1 knows the tenant by a field of the message, which SES takes off again (P18). */
const withTenant = ({ raw, tenant }: Message) =>
  tenant ? Buffer.concat([Buffer.from(`X-SES-TENANT: ${tenant}\r\n`), raw]) : raw;

/** SendRawEmail of the Query API; its Message-ID. Never retried: a call that broke may have been taken. */
export function sesV1(aws: Aws): (message: Message) => Promise<string | undefined> {
  const client = new SESClient({ ...clientOptions(aws, 'ses'), maxAttempts: 1 });
  return async (message) => {
    const command = new SendRawEmailCommand({
      RawMessage: { Data: withTenant(message) },
      Source: message.source,
      Destinations: message.destinations,
      ConfigurationSetName: message.configuration_set,
      Tags: Object.entries(message.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await client.send(command)).MessageId;
  };
}

/** What SES grants this account; it takes one such call a second. A quota below 0 is none. */
export function sesV1Quota(aws: Aws): { read: () => Promise<SesQuota> } {
  const client = new SESClient(clientOptions(aws, 'ses'));
  return {
    read: async () => {
      const {
        MaxSendRate,
        Max24HourSend = -1,
        SentLast24Hours = 0,
      } = await client.send(new GetSendQuotaCommand({}));
      if (!MaxSendRate || MaxSendRate < 0) throw new Error('SES names no rate');
      return { rate: MaxSendRate, quota: Max24HourSend < 0 ? null : Max24HourSend, sent: SentLast24Hours };
    },
  };
}
