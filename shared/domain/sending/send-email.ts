import { AppError } from '../../core/errors.ts';
import type { EmailMeta, EmailSource, Envelope, IdempotencyClaim } from '../../core/records/emails.ts';
import type { Caller, Context } from '../context.ts';
import { planLimit, quotaUse } from '../limits/plan-quota.ts';
import type { Counted, FactsInput, SendFacts } from '../ports/emails.ts';
import { type Blocked, blockedRecipients, isBlocked } from '../suppressions/blocked.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { type CheckedRequest, checkRequest } from './check-request.ts';
import { composeEarly, composeNow } from './draft.ts';
import { enqueueAccepted } from './enqueue.ts';
import type { Draft } from './new-email.ts';
import { refuseSuppressed } from './refuse-suppressed.ts';
import { checkAllowedDomains, checkFromDomain, checkProduction, checkSandbox, fromDomain } from './rules.ts';
import { checkScheduledAt } from './schedule.ts';
import type { SendRequest } from './send-request.ts';
import { templateName } from './use-template.ts';
import { findUploads, useUploads } from './use-uploads.ts';

export type SendResult = { id: string; status: 'sent' | 'scheduled'; replayed: boolean };

/** The Idempotency-Key and the hash of what it stands for (H10). */
export type Idempotency = { key: string; hash: string };

export type SendOptions = {
  source: EmailSource;
  idempotency: Idempotency | null;
  /** The direct original of a resend (Q27). */
  resent_from?: string;
};

const day_ms = 86_400_000;

/** H10, rule 9: 409 when the key stood for something else. */
export function checkSameBody(claim: IdempotencyClaim, hash: string): void {
  if (claim.hash !== hash) {
    const details = { reason: 'different_body' };
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another body', {
      details,
    });
  }
}

/** H10: the first answer again. */
export function replay(claim: IdempotencyClaim, hash: string): SendResult {
  checkSameBody(claim, hash);
  return { id: claim.email_id, status: claim.status, replayed: true };
}

/** The claim that the facts may have missed: they are read eventually consistent. */
const missedClaim = async (ctx: Context, caller: Caller, idempotency: Idempotency | null) =>
  idempotency && ctx.emails.readClaim(caller.account.id, idempotency.key);

/** A refusal, or the first answer to the same key: a replay answers it whatever has changed since (Q1). */
async function answerRefused(
  ctx: Context,
  caller: Caller,
  idempotency: Idempotency | null,
  refusal: unknown,
): Promise<SendResult> {
  const final = refusal instanceof AppError && refusal.status < 500 && refusal.status !== 409;
  const first = final ? await missedClaim(ctx, caller, idempotency) : null;
  if (first && idempotency) return replay(first, idempotency.hash);
  throw refusal;
}

/** The claim on a key for what its request makes, for 24 hours (H10). */
export function claimFor(
  ctx: Context,
  made: { account: string; id: string; tenant: string | null; status: 'sent' | 'scheduled' },
  { key, hash }: Idempotency,
): IdempotencyClaim {
  const { account, id: email_id, tenant, status } = made;
  return { account, key, hash, email_id, tenant, status, expires_at: ctx.runtime.now() + day_ms };
}

/** Where the facts stand that decide over a send, its quota included. */
export function neededFacts(
  ctx: Context,
  caller: Caller,
  send: {
    request: Pick<SendRequest, 'from' | 'template' | 'scheduled_at'>;
    canonical: string[];
    idempotency: Idempotency | null;
  },
): FactsInput {
  const domain = fromDomain(send.request.from);
  const sandbox = domain === ctx.settings.sandbox_domain;
  // Q2: a scheduled email is counted when it fires.
  const counts = send.request.scheduled_at === undefined;
  return {
    account: caller.account.id,
    idempotency_key: send.idempotency?.key ?? null,
    domain: sandbox ? null : domain,
    quota: counts ? quotaUse(caller.account, { sandbox, recipients: send.canonical.length }) : null,
    template: templateName(send.request),
    addresses: send.canonical,
  };
}

/**
 * The rules that need the clock or stored state, in the order of C12. Throws 400 (H6), 403 (rules 2-4); answers the recipients who
 * refuse the send (rules 6 and 11), which leaves a record of it.
 */
export function checkRules(
  ctx: Context,
  caller: Caller,
  input: {
    meta: Pick<EmailMeta, 'category' | 'scheduled_at'>;
    envelope: Pick<Envelope, 'from'>;
    canonical: string[];
    facts: SendFacts;
  },
): Blocked | null {
  const { meta, envelope, canonical, facts } = input;
  checkScheduledAt(ctx.runtime.now(), meta.scheduled_at);
  const domain = fromDomain(envelope.from);
  checkAllowedDomains(caller, domain);
  if (domain === ctx.settings.sandbox_domain) checkSandbox(caller.account, canonical);
  else {
    checkFromDomain(caller, domain, facts.domain);
    checkProduction(caller.account, canonical, ctx.settings);
  }
  const blocked = blockedRecipients(canonical, meta.category, facts);
  return isBlocked(blocked) ? blocked : null;
}

/**
 * Accepts one email: the rules of POST /emails in the order of C12 and Q1. What is accepted is durable before
 * this returns; three round trips: facts beside the draft, the one deciding write, the queue. A template that is
 * not in memory, or was published anew, is the fourth.
 *
 * Throws 400 (rule 1), 409 (rule 9), 404 (template), 403 (rules 2-4), 422 (rule 6), 429 plan_limit (rule 5), 413.
 */
export async function sendEmail(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
  options: SendOptions,
): Promise<SendResult> {
  return sendChecked(ctx, caller, { request, checked: checkRequest(request) }, options);
}

/** `sendEmail` from the checks on that need stored state; a resend begins here with what was stored (H14). */
export async function sendChecked(
  ctx: Context,
  caller: Caller,
  input: { request: SendRequest; checked: CheckedRequest },
  options: SendOptions,
): Promise<SendResult> {
  const { request, checked } = input;
  const { canonical } = checked;
  const { source, resent_from = null } = options;
  const composing = { request, checked, source, resent_from };
  const early = composeEarly(ctx, caller, composing);
  const needs = neededFacts(ctx, caller, { request, canonical, idempotency: options.idempotency });
  const shards = caller.account.email_shards;
  const [[facts], uploads] = await Promise.all([
    ctx.emails.readFacts([needs]),
    findUploads(ctx, caller, checked.uploads),
    early && ctx.emails.putDraft(early.draft.meta, early.draft.envelope, early.draft.content, shards),
  ]);
  const discard = async (draft: Draft | undefined) =>
    draft && ctx.emails.discardDraft(draft.meta, draft.envelope, shards).catch(() => {});
  let composed = early;
  try {
    if (facts === undefined) throw new Error('no facts');
    if (facts.claim !== null && options.idempotency !== null) {
      const first = replay(facts.claim, options.idempotency.hash);
      await discard(early?.draft);
      return first;
    }
    const whole = { ...composing, checked: useUploads(ctx, checked, uploads) };
    composed = await composeNow(ctx, caller, { ...whole, early, pointer: facts.template });
    const { meta, envelope } = composed.draft;
    const blocked = checkRules(ctx, caller, { meta, envelope, canonical, facts });
    // Where a twin was accepted, the deciding write finds its claim.
    if (blocked && !(await missedClaim(ctx, caller, options.idempotency)))
      await refuseSuppressed(ctx, caller, { meta, envelope, blocked });
  } catch (error) {
    await discard(early?.draft);
    return answerRefused(ctx, caller, options.idempotency, error);
  }
  const { draft, joined } = composed;
  const quota = needs.quota && { use: needs.quota, seen: facts.quota };
  const deciding = { draft, joined, idempotency: options.idempotency, quota, discard: () => discard(draft) };
  const [result] = await Promise.all([
    accept(ctx, caller, deciding),
    composed === early ? null : discard(early?.draft),
  ]);
  return result;
}

/** The deciding write, then the queue or the schedule. One that is down loses nothing: the sweep finds the outbox row. */
async function accept(
  ctx: Context,
  caller: Caller,
  input: {
    draft: Draft;
    joined: boolean;
    idempotency: Idempotency | null;
    quota: Counted | null;
    discard: () => Promise<unknown>;
  },
): Promise<SendResult> {
  const { draft, idempotency } = input;
  const { meta, envelope } = draft;
  const status = meta.state === 'scheduled' ? 'scheduled' : 'sent';
  const claim = idempotency && claimFor(ctx, { ...meta, status }, idempotency);
  const { quota } = input;
  const shards = caller.account.email_shards;
  const content = input.joined ? draft.content : null;
  const endpoints = meta.state === 'scheduled' ? readEndpoints(ctx, meta.account) : undefined;
  const result = await ctx.emails.accept({ meta, envelope, claim, quota, content, shards });
  if (typeof result === 'object') {
    await input.discard();
    throw planLimit((quota as Counted).use, result.exceeded, ctx.settings);
  }
  if (result === 'duplicate_key' && idempotency !== null) {
    const winner = await ctx.emails.readClaim(meta.account, idempotency.key);
    // A retry of our own write may meet its own first try: then this email is the winner.
    if (winner?.email_id !== meta.id) {
      await input.discard();
      if (winner === null)
        throw new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' } });
      return replay(winner, idempotency.hash);
    }
  }
  await enqueueAccepted(ctx, { ...meta, ...envelope }, endpoints);
  return { id: meta.id, status, replayed: false };
}
