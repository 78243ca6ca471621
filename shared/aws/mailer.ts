import type { AttemptOutcome, Mailer } from '../domain/ports/sending.ts';

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
export function classify(error: unknown): AttemptOutcome {
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

type Send = (message: Parameters<Mailer['send']>[0]) => Promise<string | undefined>;

/** SES by the Query API (SendRawEmail) and, for what that cannot carry, v2; each loaded when it is needed. */
export function sesMailer(v1: () => Promise<Send>, v2: () => Promise<Send>): Mailer {
  return {
    send: async (message) => {
      try {
        const send = await (message.raw.length <= v1Limit ? v1() : v2());
        const id = await send(message);
        return id ? { outcome: 'accepted', message_id: id } : { outcome: 'unknown', reason: 'no MessageId' };
      } catch (error) {
        return classify(error);
      }
    },
  };
}
