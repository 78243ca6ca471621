import { type ConfigurationOverrides, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

type Message = Parameters<Mailer['send']>[0];

/** We rewrite links and images ourselves, whatever the AWS account tracks. */
const overrides: ConfigurationOverrides = {
  Tracking: { OpenTrackingEnabled: 'DISABLED', ClickTrackingEnabled: 'DISABLED' },
};

/**
 * SendEmail with raw content up to 40 MB. Returns its Message-ID. Never retried: a broken call may have been
 * accepted.
 */
export function sesSender(aws: Aws): (message: Message) => Promise<string | undefined> {
  const client = new SESv2Client({ ...clientOptions(aws, 'ses'), maxAttempts: 1 });
  return async (message) => {
    const command = new SendEmailCommand({
      FromEmailAddress: message.source,
      Destination: { ToAddresses: message.destinations },
      Content: { Raw: { Data: message.raw } },
      ConfigurationSetName: message.configuration_set,
      ConfigurationOverrides: overrides,
      ...(message.tenant && { TenantName: message.tenant }),
      EmailTags: Object.entries(message.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await client.send(command)).MessageId;
  };
}
