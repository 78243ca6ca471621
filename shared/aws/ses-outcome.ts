import type { AttemptOutcome } from '../domain/ports/sending.ts';
import { faultOf, unconnected } from './fault.ts';

/** Errors in the message itself, which would fail again in a repeated call. */
const faults = new Set(['InvalidParameterValue', 'BadRequestException']);

const throttled = new Set([
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'LimitExceededException',
]);

const paused = new Set([
  'AccountSendingPausedException',
  'AccountSuspendedException',
  'ConfigurationSetSendingPausedException',
  'SendingPausedException',
]);

/** SES's words for a pause of the whole account or our configuration set. */
const pausesAll = /for this account|account's ability|configuration set/i;

const denied = new Set(['AccessDenied', 'AccessDeniedException']);

/** Errors from before the call, so nothing was sent. */
const unsent = new Set(['CredentialsProviderError', 'ServiceUnavailable']);

/** `Email address is not verified. The following identities failed the check in region X: a@b.c, d@e.f` */
const unverifiedIn = (text: string): string[] =>
  (/failed the check in region [^:]*: (.+)$/s.exec(text)?.[1] ?? '').split(', ');

/** ``User `…' is not authorized to perform `ses:SendEmail' on resource `arn:…'`` */
function deniedIn(text: string): { resource?: string } {
  const [, resource] = /\bon resource:? ["'`]?(arn:[^"'`\s]+)/.exec(text) ?? [];
  return resource ? { resource } : {};
}

/**
 * Whether an SES error means "later", "never", or "it may have been sent". Only SES's verdict on the message
 * itself is final. Unknown error names, pauses, and wrong credentials concern the deployment and are
 * temporary. `tenant` is the SES tenant that the message named.
 */
export function sesOutcome(error: unknown, tenant: string | null = null): AttemptOutcome {
  const { name, message, code, status } = faultOf(error);
  const later = { outcome: 'later', reason: name } as const;
  if (throttled.has(name) || status === 429) return { ...later, cause: 'throttled' };
  if (paused.has(name))
    return { ...later, cause: pauseOf(message, name === 'SendingPausedException' ? tenant : null) };
  if (denied.has(name)) return { ...later, cause: 'denied', ...deniedIn(message) };
  if (unsent.has(name)) return later;
  if (code !== undefined && unconnected.has(code)) return { outcome: 'later', reason: code };
  if (status < 400 || status >= 500) return { outcome: 'unknown', reason: code ?? name };
  if (name === 'MessageRejected') return rejected(message, tenant);
  return faults.has(name) ? { outcome: 'refused', reason: name } : later;
}

/** A pause that mentions neither the account nor the configuration set applies to the sending tenant. */
const pauseOf = (text: string, tenant: string | null) =>
  tenant === null || pausesAll.test(text) ? 'paused' : 'tenant_paused';

/** SES uses the same text for a paused account and for an identity whose DKIM record is gone. */
function rejected(text: string, tenant: string | null): AttemptOutcome {
  const later = { outcome: 'later', reason: 'MessageRejected' } as const;
  if (/paused|suspended/i.test(text)) return { ...later, cause: pauseOf(text, tenant) };
  if (/not verified/i.test(text)) return { ...later, cause: 'unverified', identities: unverifiedIn(text) };
  return { outcome: 'refused', reason: 'MessageRejected' };
}
