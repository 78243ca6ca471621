import type { SESClient } from '@aws-sdk/client-ses';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { HandOver, Mailer } from '../domain/context.ts';

/** What SES v1 takes; larger messages go through v2, up to 40 MB (architecture 6). */
const v1Limit = 10 * 1024 * 1024 - 64 * 1024;

/** SES's words for "not now": nothing was sent, and the same call may pass later. */
const later = new Set([
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'LimitExceededException',
  'AccountSendingPausedException',
  'SendingPausedException',
  'ConfigurationSetSendingPausedException',
  'ConfigurationSetDoesNotExist',
  'ConfigurationSetDoesNotExistException',
  'ServiceUnavailable',
  'RequestExpired',
  'CredentialsProviderError',
  'ExpiredToken',
  'AccessDenied',
  'AccessDeniedException',
]);

/** The connection was never made: nothing can have been sent. */
const unconnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether an error of SES means later, never, or "it may have been sent". */
export function classify(error: unknown): HandOver {
  const {
    name = 'Error',
    code,
    $metadata,
  } = (error ?? {}) as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  if (later.has(name) || status === 429) return { outcome: 'later', reason: name };
  if (code !== undefined && unconnected.has(code)) return { outcome: 'later', reason: code };
  if (status !== undefined && status >= 400 && status < 500) return { outcome: 'refused', reason: name };
  return { outcome: 'unknown', reason: code ?? name };
}

/** SES by the Query API (SendRawEmail) and, for what that cannot carry, v2. */
export function sesMailer(v1: SESClient, v2: () => Promise<SESv2Client>): Mailer {
  const sendV1 = async (input: Parameters<Mailer['send']>[0]): Promise<string | undefined> => {
    const { SendRawEmailCommand } = await import('@aws-sdk/client-ses');
    const command = new SendRawEmailCommand({
      RawMessage: { Data: input.raw },
      Source: input.source,
      Destinations: input.destinations,
      ConfigurationSetName: input.configuration_set,
      Tags: Object.entries(input.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await v1.send(command)).MessageId;
  };
  const sendV2 = async (input: Parameters<Mailer['send']>[0]): Promise<string | undefined> => {
    const { SendEmailCommand } = await import('@aws-sdk/client-sesv2');
    const command = new SendEmailCommand({
      FromEmailAddress: input.source,
      Destination: { ToAddresses: input.destinations },
      Content: { Raw: { Data: input.raw } },
      ConfigurationSetName: input.configuration_set,
      EmailTags: Object.entries(input.tags).map(([Name, Value]) => ({ Name, Value })),
    });
    return (await (await v2()).send(command)).MessageId;
  };
  return {
    send: async (input) => {
      try {
        const id = await (input.raw.length <= v1Limit ? sendV1(input) : sendV2(input));
        return id ? { outcome: 'accepted', message_id: id } : { outcome: 'unknown', reason: 'no MessageId' };
      } catch (error) {
        return classify(error);
      }
    },
  };
}
