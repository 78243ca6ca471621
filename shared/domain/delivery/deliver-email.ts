import { asciiAddress, bareAddress } from '../../core/addresses.ts';
import type { Email } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import { composeMessage } from '../../mail/compose.ts';
import { sesMessageId } from '../../mail/message-id.ts';
import { oneLargeAtATime, readFiles } from '../attachments/read-files.ts';
import type { Content } from '../content/pack.ts';
import { linkContent } from '../content/transform.ts';
import { unpack } from '../content/unpack.ts';
import type {
  Attachments,
  Base,
  Domains,
  Identity,
  Links,
  Lists,
  Mail,
  Publishing,
  Rates,
  Ses,
  Timeline,
} from '../context.ts';
import type { AttemptOutcome, DeliverMessage } from '../ports/sending.ts';
import { distinctRecipients } from '../sending/recipients.ts';
import { fromDomain } from '../sending/rules.ts';
import { blockedReason, blockedRecipients, isBlocked } from '../suppressions/blocked.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { publishEmailEvent } from '../webhooks/publish-email-event.ts';
import { publishSent } from '../webhooks/publish-sent.ts';
import {
  ambiguous_ms,
  backoffSeconds,
  giveUp_ms,
  lease_ms,
  publishDelayAfter_ms,
  recheck_ms,
} from './backoff.ts';
import { dropOutboxRow, type Failure, failEmail, republishFailure } from './fail-email.ts';
import { fireScheduled } from './fire-scheduled.ts';

/**
 * Hands one accepted email to SES, exactly once however often the message comes: lease, compose, SES, sent.
 * Throttling keeps it queued (H12); a broken connection is waited out, since SES may have taken it.
 */
export async function deliverEmail(
  ctx: Base & Identity & Rates & Domains & Mail & Timeline & Lists & Attachments & Publishing & Ses & Links,
  message: DeliverMessage,
  delivery: { receive_count: number },
): Promise<void> {
  if (!(await fireScheduled(ctx, message))) return;
  const now = ctx.runtime.now();
  const { id, account, content: kept = 'item' as const } = message;
  const [lease, probed] = await Promise.all([
    ctx.emails.lease({ id, now, lease_until: now + lease_ms, dead_before: now - ambiguous_ms }),
    ctx.emails
      .readContent({ id: message.batch ?? id, account, content: kept }, { probe: true })
      .catch(() => null),
  ]);
  if (!lease.leased) return onLeaseDenied(ctx, message, lease.email, delivery.receive_count);
  const { email } = lease;
  const waited = now - Date.parse(email.scheduled_at ?? email.created_at);
  if (waited > giveUp_ms) return fail(ctx, email, { failure_reason: 'upstream_error' });
  if (waited > recheck_ms && (await failIfSuppressed(ctx, email))) return;
  const read = message.batch === email.batch?.id ? probed : null;
  const packed = read ?? (await ctx.emails.readContent(email));
  const content = packed && unpack(email, packed);
  if (content === null) return fail(ctx, email, { failure_reason: 'content_expired' });
  const [handed] = await Promise.all([
    oneLargeAtATime(ctx, content, () => handOver(ctx, email, content)),
    dropOutboxRow(ctx, email),
  ]);
  if (handed === null) return fail(ctx, email, { failure_reason: 'content_expired' });
  if (handed.outcome === 'accepted') {
    logAttempt(ctx, email, { outcome: handed.outcome });
    return markSent(ctx, email, handed);
  }
  logAttempt(ctx, email, handed);
  await retryOrFail(ctx, message, email, handed, waited);
}

/** The message is late or doubled: somebody else has the email, or had it. */
async function onLeaseDenied(
  ctx: Base & Mail & Timeline & Publishing,
  message: DeliverMessage,
  email: Email | null,
  received: number,
): Promise<void> {
  if (email === null) return ctx.log.warn('no such email', { email_id: message.id });
  if (email.state === 'sending' && email.message_id !== null) {
    // SES has named it since: its worker died before the note, and the `Send` notification was lost.
    const { id, message_id, sent_at: known } = email;
    const sent_at = known ?? timestamp(ctx.runtime.now());
    const sent = await ctx.emails.markSent({ id, message_id, sent_at });
    if (sent !== null) await publishSent(ctx, { ...email, ...sent }, false);
    return;
  }
  if (email.state === 'sending') {
    // Its lease runs, or ran out and may have reached SES: look again when the wait for SES's word is over.
    const until = (email.lease_until ?? 0) + ambiguous_ms - ctx.runtime.now();
    return ctx.queues.deliver([message], Math.max(5, Math.ceil(until / 1000) + 1));
  }
  // A worker that died between its write and its webhooks left them to this redelivery.
  if (email.state === 'sent' && received > 1) await publishSent(ctx, email, true);
  if (email.state === 'failed' && received > 1) await republishFailure(ctx, email);
}

/** What SES answered, and when the call began (epoch ms). */
type Attempted = AttemptOutcome & { started_at?: number };

/**
 * The message as SES is handed it; the tags let its notifications find the email without a look-up (E59). null
 * when a file of it is gone.
 */
async function handOver(
  ctx: Base & Domains & Attachments & Ses & Links,
  email: Email,
  kept: Content,
): Promise<Attempted | null> {
  const attachments = await readFiles(ctx, email, kept.attachments);
  if (attachments === null) return null;
  const content = await linkContent(ctx, email, kept);
  const domain = await ctx.domains.get(fromDomain(email.from));
  const raw = await composeMessage({
    id: email.id,
    from: email.from,
    to: email.to,
    cc: email.cc,
    reply_to: email.reply_to,
    subject: content.subject,
    html: content.html,
    text: content.text,
    headers: content.headers,
    attachments,
    // Equal over attempts; of scheduled mail its time, since mail dated back is sorted away or scored as spam (Q52).
    message_date: Date.parse(email.scheduled_at ?? email.created_at),
  });
  const started_at = ctx.runtime.now();
  const outcome = await ctx.mailer.send({
    raw,
    source: asciiAddress(bareAddress(email.from)),
    destinations: [...email.to, ...email.cc, ...email.bcc].map((mailbox) =>
      asciiAddress(bareAddress(mailbox)),
    ),
    configuration_set: `${ctx.settings.stage}-${domain?.tls_mode ?? 'opportunistic'}`,
    tags: {
      email_id: email.id,
      account: email.account,
      attempt: String(email.attempt),
      ...(email.tenant !== null && { tenant: email.tenant }),
    },
  });
  return { ...outcome, started_at };
}

function logAttempt(ctx: Base, email: Email, outcome: { outcome: string; reason?: string }): void {
  ctx.log.info('hand-over', {
    email_id: email.id,
    account: email.account,
    attempt: email.attempt,
    ...outcome,
  });
}

/** Whoever was quicker has told what became of it. */
async function fail(ctx: Base & Mail & Publishing, email: Email, failure: Failure): Promise<void> {
  await failEmail(ctx, email, failure);
}

/** SES did not say that it took the message: refused, not now, or nobody knows. */
async function retryOrFail(
  ctx: Base & Mail & Timeline & Publishing,
  message: DeliverMessage,
  email: Email,
  handed: Exclude<AttemptOutcome, { outcome: 'accepted' }>,
  waited: number,
): Promise<void> {
  switch (handed.outcome) {
    case 'refused':
      return fail(ctx, email, { failure_reason: 'upstream_error', reason: handed.reason });
    case 'unknown':
      return ctx.queues.deliver([message], Math.ceil((lease_ms + ambiguous_ms) / 1000) + 1);
    case 'later': {
      const { slot: _used, ...rest } = message;
      const tries = (message.tries ?? 0) + 1;
      await ctx.emails.release({ id: email.id, attempt: email.attempt });
      await ctx.queues.deliver([{ ...rest, tries }], backoffSeconds(ctx.runtime.random, tries));
      if (waited > publishDelayAfter_ms) await publishDelay(ctx, email, handed.reason);
    }
  }
}

/**
 * sending -> sent, and email.sent with the time that is stored: SES's own, where a notification came first, else the
 * beginning of the call, which no delivery can precede (Q55).
 */
async function markSent(
  ctx: Base & Mail & Timeline & Publishing,
  email: Email,
  accepted: Extract<AttemptOutcome, { outcome: 'accepted' }> & { started_at?: number },
): Promise<void> {
  const sent_at = timestamp(accepted.started_at ?? ctx.runtime.now());
  const message_id = sesMessageId(ctx.settings.region, accepted.message_id);
  const [sent, endpoints] = await Promise.all([
    ctx.emails.markSent({ id: email.id, message_id, sent_at }),
    readEndpoints(ctx, email.account),
  ]);
  // A `Send` notification that came first has emitted email.sent itself (E36).
  if (sent === null) return;
  await publishSent(ctx, { ...email, message_id, sent_at: sent.sent_at }, false, endpoints);
}

/** email.delivery_delayed of the queue, once (H12); told before it is marked, so that no death of a worker loses it. */
async function publishDelay(
  ctx: Base & Mail & Timeline & Publishing,
  email: Email,
  reason: string,
): Promise<void> {
  if (email.delayed) return;
  const retry_until = timestamp(Date.parse(email.scheduled_at ?? email.created_at) + giveUp_ms);
  const data = {
    delay_reason: reason,
    delay_type: 'rate_limited',
    retry_until,
    recipient_count: email.recipient_count,
  };
  await publishEmailEvent(ctx, email, {
    type: 'email.delivery_delayed',
    at: timestamp(ctx.runtime.now()),
    data,
    repeat: true,
  });
  await ctx.emails.markDelayed(email.id);
}

/** Q19: an email that waited is checked against the lists of now; what is blocked by then does not go out. */
async function failIfSuppressed(ctx: Base & Mail & Lists & Publishing, email: Email): Promise<boolean> {
  const { canonical } = distinctRecipients(email);
  const list = { account: email.account, tenant: email.tenant };
  const states = await ctx.suppressions.readStates(list, canonical);
  const blocked = blockedRecipients(canonical, email.category, {
    suppressions: states.map((state) => state.suppression),
    opt_outs: states.map((state) => state.opt_outs),
  });
  if (!isBlocked(blocked)) return false;
  await failEmail(ctx, email, { failure_reason: blockedReason(blocked), blocked });
  return true;
}
