import { AppError, type Issue, invalid } from '../../core/errors.ts';
import type { EmailMeta, EmailSource, Envelope } from '../../core/records.ts';
import { timestamp } from '../../core/runtime.ts';
import { checkAttachments } from '../../mail/attachments.ts';
import { checkHeaders } from '../../mail/headers.ts';
import type { Caller, Claim, Context } from '../context.ts';
import { packContent } from './content.ts';
import { distinctRecipients, type Recipients } from './recipients.ts';
import { refuseSuppressed } from './refuse-suppressed.ts';
import {
  checkAllowedDomains,
  checkFromDomain,
  checkProduction,
  checkSandbox,
  fromDomain,
  suppressedOf,
} from './rules.ts';
import type { SendRequest } from './send-request.ts';

export type SendResult = { id: string; status: 'sent' | 'scheduled'; replayed: boolean };

export type SendOptions = {
  source: EmailSource;
  /** The Idempotency-Key and the hash of what it stands for (H10). */
  idempotency: { key: string; hash: string } | null;
};

const day_ms = 86_400_000;
const maxRecipients = 50;

/** Everything that can be said of a request without the clock and without stored state (Q1). */
function checkRequest(request: SendRequest): {
  recipients: Recipients;
  canonical: string[];
  content: Uint8Array;
} {
  const issues: Issue[] = [];
  if (request.html === undefined && request.text === undefined && request.template === undefined) {
    issues.push({ path: 'html', rule: 'required', message: 'html or text is required' });
  }
  issues.push(...notYetAvailable(request));
  const { recipients, canonical } = distinctRecipients(request);
  if (recipients.to.length === 0)
    issues.push({ path: 'to', rule: 'length', message: 'to: at least one address' });
  if (canonical.length > maxRecipients) {
    issues.push({
      path: 'to',
      rule: 'length',
      message: `to, cc and bcc: at most ${maxRecipients} addresses in all`,
    });
  }
  const attached = checkAttachments(request.attachments);
  issues.push(...checkHeaders(request.headers), ...attached.issues);
  if (issues.length > 0) throw invalid(issues);
  if (attached.too_large) throw new AppError('payload_too_large', 'Attachments are over 25 MB in all');
  const content = packContent({
    html: request.html ?? null,
    text: request.text ?? null,
    headers: (request.headers ?? {}) as Record<string, string>,
    attachments: attached.attachments,
  });
  return { recipients, canonical, content };
}

/** Fields whose part of the service is still to come: refused, never ignored. */
function notYetAvailable(request: SendRequest): Issue[] {
  const asked = {
    template: request.template !== undefined,
    tenant: request.tenant !== undefined,
    unsubscribe: request.unsubscribe === true,
    scheduled_at: request.scheduled_at !== undefined,
  };
  return Object.entries(asked)
    .filter(([, given]) => given)
    .map(([path]) => ({ path, rule: 'conflict', message: `${path}: not available yet` }));
}

function metaOf(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
  source: EmailSource,
  count: number,
): EmailMeta {
  const now = ctx.runtime.now();
  return {
    id: ctx.runtime.id('msg'),
    account: caller.account.id,
    key: caller.kind === 'key' ? caller.key.id : null,
    tenant: null,
    category: request.category ?? 'transactional',
    template: null,
    source,
    resent_from: null,
    scheduled_at: null,
    created_at: timestamp(now),
    recipient_count: count,
    state: 'queued',
    outcomes: {},
    envelope: null,
    content: null,
    due: Math.floor(now / 60_000) + 1,
    attempt: 0,
    lease_until: null,
    message_id: null,
    sent_at: null,
    cancelled_at: null,
    failed_at: null,
    failure_reason: null,
    bounce_reason: null,
    bounce_reason_at: null,
    delayed: false,
  };
}

/** H10, rule 9: the first answer again, or 409 when the key stood for something else. */
function replay(claim: Claim, hash: string): SendResult {
  if (claim.hash !== hash) {
    const details = { reason: 'different_body' };
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another body', {
      details,
    });
  }
  return { id: claim.email_id, status: claim.status, replayed: true };
}

/**
 * Accepts one email: the rules of POST /emails in the order of C12 and Q1. What is accepted is durable before
 * this returns; three round trips: facts beside the draft, the one deciding write, the queue.
 *
 * Throws 400 (rule 1), 409 (rule 9), 403 (rules 2-4), 422 (rule 6).
 */
export async function sendEmail(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
  options: SendOptions,
): Promise<SendResult> {
  const { recipients, canonical, content } = checkRequest(request);
  const domain = fromDomain(request.from);
  const sandbox = domain === ctx.settings.sandbox_domain;
  const meta = metaOf(ctx, caller, request, options.source, canonical.length);
  meta.content = ctx.emails.place(content);
  const envelope: Envelope = {
    from: request.from,
    ...recipients,
    reply_to: request.reply_to ?? [],
    subject: request.subject,
    tags: request.tags ?? [],
  };
  const shards = caller.account.email_shards;
  const [facts] = await Promise.all([
    ctx.emails.readFacts({
      account: caller.account.id,
      idempotency_key: options.idempotency?.key ?? null,
      domain: sandbox ? null : domain,
      addresses: canonical,
    }),
    ctx.emails.putDraft(meta, envelope, content, shards),
  ]);
  const discard = () => ctx.emails.discardDraft(meta, envelope, shards).catch(() => {});
  try {
    if (facts.claim !== null && options.idempotency !== null) {
      const first = replay(facts.claim, options.idempotency.hash);
      await discard();
      return first;
    }
    checkAllowedDomains(caller, domain);
    if (sandbox) checkSandbox(caller.account, canonical);
    else {
      checkFromDomain(caller, domain, facts.domain);
      checkProduction(caller.account, canonical, ctx.settings);
    }
    const suppressed = suppressedOf(canonical, facts.suppressions);
    if (suppressed.length > 0) await refuseSuppressed(ctx, caller, { meta, envelope, suppressed });
  } catch (error) {
    await discard();
    throw error;
  }
  return accept(ctx, caller, { meta, envelope, idempotency: options.idempotency, discard });
}

/** The deciding write, then the queue. A queue that is down loses nothing: the sweep finds the due row. */
async function accept(
  ctx: Context,
  caller: Caller,
  input: {
    meta: EmailMeta;
    envelope: Envelope;
    idempotency: SendOptions['idempotency'];
    discard: () => Promise<void>;
  },
): Promise<SendResult> {
  const { meta, envelope, idempotency } = input;
  const claim: Claim | null = idempotency && {
    account: meta.account,
    key: idempotency.key,
    hash: idempotency.hash,
    email_id: meta.id,
    tenant: meta.tenant,
    status: 'sent',
    expires_at: ctx.runtime.now() + day_ms,
  };
  const result = await ctx.emails.accept(meta, envelope, claim, caller.account.email_shards);
  if (result === 'twin' && idempotency !== null) {
    const winner = await ctx.emails.readClaim(meta.account, idempotency.key);
    if (winner?.email_id !== meta.id) {
      await input.discard();
      if (winner === null)
        throw new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });
      return replay(winner, idempotency.hash);
    }
  }
  try {
    await ctx.queues.deliver([{ id: meta.id, account: meta.account }]);
  } catch (error) {
    ctx.log.warn('left to the sweep', { email_id: meta.id, cause: (error as Error).name });
  }
  return { id: meta.id, status: 'sent', replayed: false };
}
