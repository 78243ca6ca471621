import {
  DeleteSuppressedDestinationCommand,
  NotFoundException,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import type { SesList } from '../domain/ports/lists.ts';
import type { Mailer } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

type Message = Parameters<Mailer['send']>[0];

/** SendEmail of v2 with raw content, up to 40 MB; its Message-ID. Never retried. */
export function sesV2(aws: Aws): (message: Message) => Promise<string | undefined> {
  const client = new SESv2Client({ ...clientOptions(aws, 'ses'), maxAttempts: 1 });
  return async (message) => {
    const command = new SendEmailCommand({
      FromEmailAddress: message.source,
      Destination: { ToAddresses: message.destinations },
      Content: { Raw: { Data: message.raw } },
      ConfigurationSetName: message.configuration_set,
      ...(message.tenant && { TenantName: message.tenant }),
      EmailTags: Object.entries(message.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await client.send(command)).MessageId;
  };
}

type ServiceError = Error & { $metadata?: { httpStatusCode?: number } };

/** It would say so again: it takes no such address, or has no tenants here. */
const isRefusal = ({ name, message, $metadata }: ServiceError, tenant: string | null): boolean =>
  name === 'BadRequestException' ||
  (tenant !== null && ($metadata?.httpStatusCode ?? 0) < 500 && /tenant/i.test(message));

/** SES's suppression lists, of the account and of each tenant, which v2 alone has. */
export function sesV2List(aws: Aws): SesList {
  const client = new SESv2Client({ ...clientOptions(aws, 'ses'), maxAttempts: 1 });
  return {
    remove: async (EmailAddress, tenant) => {
      try {
        const TenantName = tenant ?? undefined;
        await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress, TenantName }));
        return 'removed';
      } catch (error) {
        if (error instanceof NotFoundException) return 'absent';
        return isRefusal(error as ServiceError, tenant) ? 'refused' : 'later';
      }
    },
  };
}
