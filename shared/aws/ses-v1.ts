import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import type { Mailer } from '../domain/ports/sending.ts';
import { type Aws, clientOptions } from './clients.ts';

type Message = Parameters<Mailer['send']>[0];

/** SendRawEmail of the Query API; its Message-ID. Never retried: a call that broke may have been taken. */
export function sesV1(aws: Aws): (message: Message) => Promise<string | undefined> {
  const client = new SESClient({ ...clientOptions(aws, 'ses'), maxAttempts: 1 });
  return async (message) => {
    const command = new SendRawEmailCommand({
      RawMessage: { Data: message.raw },
      Source: message.source,
      Destinations: message.destinations,
      ConfigurationSetName: message.configuration_set,
      Tags: Object.entries(message.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await client.send(command)).MessageId;
  };
}

/** Recipients a second that SES takes from this account. */
export function sesV1Rate(aws: Aws): () => Promise<number | undefined> {
  const client = new SESClient(clientOptions(aws, 'ses'));
  return async () => (await client.send(new GetSendQuotaCommand({}))).MaxSendRate;
}
