import { bareAddress, domainOf, fromDomain } from '../../core/addresses.ts';
import type { Email } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { sesMessageId } from '../../mail/message-id.ts';
import type { Base, Delivering, Metrics } from '../context.ts';
import { markFailing } from '../domains/mark-failing.ts';
import type { DeliverMessage } from '../ports/sending.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { publishSent } from '../webhooks/publish-email-event.ts';
import { ambiguous_ms, backoffSeconds, lease_ms } from './backoff.ts';
import { failEmail } from './fail-email.ts';
import { noteHold, publishDelay, rowAfter } from './hold.ts';
import type { Attempted } from './send-attempt.ts';

type Accepted = Extract<Attempted, { outcome: 'accepted' }>;
type Later = Extract<Attempted, { outcome: 'later' }>;

/** Why emails return to their queue, as metrics count it. */
const causes: Record<string, Metrics> = {
  throttled: { counts: { emails_throttled: 1 } },
  paused: { counts: { emails_paused: 1 } },
  tenant_paused: { counts: { emails_tenant_paused: 1 } },
  denied: { counts: { emails_denied: 1 } },
};

/**
 * An attempt's metrics: an accepted email, or why SES did not take it. Unscheduled single mail includes its
 * age, which an alarm watches.
 */
function metricsOf({ bulk }: DeliverMessage, email: Email, attempted: Attempted): Metrics | null {
  if (attempted.outcome === 'later') return causes[attempted.cause ?? ''] ?? null;
  if (attempted.outcome !== 'accepted' || attempted.started_at === undefined) return null;
  const sent: Metrics = { counts: { emails_sent: 1 } };
  if (bulk || email.scheduled_at !== null) return sent;
  return { ...sent, times: { send_delay: attempted.started_at - Date.parse(email.created_at) } };
}

/**
 * `repeated` means that SQS delivered the message again, because the first worker may have died after a
 * write.
 */
type Received = { message: DeliverMessage; repeated: boolean };

export async function handleOutcome(
  ctx: Delivering,
  received: Received,
  email: Email,
  attempted: Attempted,
): Promise<void> {
  const { outcome } = attempted;
  const reason = outcome === 'accepted' ? {} : { reason: attempted.reason };
  const { id: email_id, account, attempt } = email;
  const metrics = metricsOf(received.message, email, attempted);
  ctx.log.info('send_attempt', { email_id, account, attempt, outcome, ...reason }, metrics);
  if (attempted.outcome !== 'accepted') return retryOrFail(ctx, received, email, attempted);
  const { without_tenant: cause } = attempted;
  const metric = { counts: { emails_without_tenant: 1 } };
  if (cause) ctx.log.warn('sent_without_tenant', { email_id, account, cause }, metric);
  return recordSent(ctx, email, attempted);
}

/**
 * Moves sending -> sent and emits email.sent with the stored time: SES's own if a notification came first,
 * otherwise the start of the call, which no delivery can precede.
 */
async function recordSent(ctx: Delivering, email: Email, accepted: Accepted): Promise<void> {
  const sent_at = timestamp(accepted.started_at ?? ctx.runtime.now());
  const message_id = sesMessageId(ctx.settings.region, accepted.message_id);
  const [sent, endpoints] = await Promise.all([
    ctx.emails.markSent({ id: email.id, message_id, sent_at }),
    readEndpoints(ctx, email.account),
  ]);
  // If a `Send` notification came first, it has published email.sent (E36).
  if (sent === null) return;
  await publishSent(ctx, { ...email, message_id, sent_at: sent.sent_at }, false, endpoints);
}

async function retryOrFail(
  ctx: Delivering,
  { message, repeated }: Received,
  email: Email,
  attempted: Exclude<Attempted, Accepted>,
): Promise<void> {
  const { reason } = attempted;
  switch (attempted.outcome) {
    case 'refused':
      await failEmail(ctx, email, { failure_reason: reason, code: 'upstream_error' });
      return;
    case 'unknown':
      await ctx.queues.deliver([message], Math.ceil((lease_ms + ambiguous_ms) / 1000) + 1);
      noteHold(ctx, message, reason);
      // Earlier attempts sent nothing.
      if (email.attempt > 1) await publishDelay(ctx, email, reason);
      return;
    case 'later': {
      const { slot: _used, ...rest } = message;
      const tries = (message.tries ?? 0) + 1;
      const wait_s = backoffSeconds(ctx.runtime.random, tries);
      const row = rowAfter(ctx.runtime.now() + wait_s * 1000);
      await ctx.emails.release(email, row);
      await ctx.queues.deliver([{ ...rest, tries, row }], wait_s);
      // A failing domain's owner gets a notice instead.
      if (failingDomain(ctx, email, attempted) === null) noteHold(ctx, message, reason);
      await publishDelay(ctx, email, reason);
      await reportCause(ctx, email, { ...attempted, repeated });
    }
  }
}

/** The domain of an SES identity: a domain, an address, or an address with a name. */
const identityDomain = (identity: string) => domainOf(bareAddress(identity));

/**
 * The sender's domain if SES refuses it as unverified, which its owner must fix. Null if the operator must
 * fix it: the SES sandbox also refuses recipients, and the sandbox domain is the deployment's.
 */
function failingDomain(ctx: Base, email: Email, { cause, identities = [] }: Later): string | null {
  const domain = fromDomain(email.from);
  if (cause !== 'unverified' || domain === ctx.settings.sandbox_domain) return null;
  return identities.some((identity) => identityDomain(identity) === domain) ? domain : null;
}

/** Records what SES said about the deployment or domain, beyond this email. */
async function reportCause(
  ctx: Delivering,
  email: Email,
  attempted: Later & Pick<Received, 'repeated'>,
): Promise<void> {
  const { cause, resource = null, repeated } = attempted;
  const now = ctx.runtime.now();
  const { account } = email;
  const trouble = { counts: { ses_trouble: 1 } };
  if (cause === 'paused' && (await ctx.sending_state.countPause(now)))
    ctx.log.error('sending_stopped', { cause }, trouble);
  if (cause === 'tenant_paused' && (await ctx.sending_state.countAccountPause(account, now)))
    ctx.log.error('account_sending_stopped', { account, cause }, trouble);
  if (cause === 'denied' && (await ctx.sending_state.noteDenied(now, resource)))
    ctx.log.error('sending_denied', { account }, trouble);
  const domain = failingDomain(ctx, email, attempted);
  if (domain !== null) await markFailing(ctx, domain, { repeated });
}
