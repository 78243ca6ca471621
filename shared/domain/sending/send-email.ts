import type { Caller, Sending } from '../context.ts';
import { emailSettings } from '../domains/email-settings.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitsToCount } from '../limits/send-limits.ts';
import type { SendFacts } from '../ports/emails.ts';
import { checkStream } from '../tenants/guard.ts';
import { acceptDraft, discardDraft, putDraft } from './accept.ts';
import { type Composed, composeEarly, composeNow } from './draft.ts';
import { neededFacts, readFactsOf } from './facts.ts';
import { claimantOf, readClaim, replay, replayOrRefuse, type SendResult } from './idempotency.ts';
import { refuseSuppressed } from './refuse-suppressed.ts';
import { checkRules } from './rules.ts';
import { checkScheduledAt } from './schedule.ts';
import { checkSender, type Found, findSender, tenantOfRequest } from './sender.ts';
import type { Alongside, Submission } from './submission.ts';
import { type FoundUploads, findUploads, resolveUploads } from './use-uploads.ts';

/** A submission with its sender, facts, files, and the draft written in parallel. */
type Read = Found & { early: Composed | null; facts: SendFacts; uploads: FoundUploads };

/**
 * Accepts one email. Every way to send ends here, and the steps are the checks of C12 and Q1 in order. An
 * accepted email is durable before this returns. Three round trips: facts and draft in parallel, the final
 * write, and the queue. A template that isn't in memory or was published since needs a fourth, as does an
 * unknown tenant.
 *
 * Throws 403 (scope, tenant, rules 2-4), 409, 400 (time, files, template), 404 (tenant, template), 413, 422,
 * 429 plan_limit and daily_ramp_limit (rules 5 and 12). `alongside`: writes made in the same transaction, or
 * `Overtaken` is thrown.
 */
export async function sendEmail(
  ctx: Sending,
  caller: Caller,
  submitted: Submission,
  { alongside = null }: { alongside?: Alongside | null } = {},
): Promise<SendResult> {
  requireScope(caller, ['emails:send']);
  const { idempotency } = submitted;
  const found = await findSender(ctx, caller, submitted).catch((refusal: unknown) => ({ refusal }));
  if ('refusal' in found) return replayOrRefuse(ctx, caller, idempotency, found.refusal);
  const read = await readAndDraft(ctx, caller, found, alongside);
  const { early, facts } = read;
  if (facts.claim && idempotency) {
    await discardDraft(ctx, caller, early?.draft);
    return replay(caller, facts.claim, idempotency);
  }
  let composed: Composed;
  try {
    composed = await checkAgainstState(ctx, caller, read, alongside);
  } catch (refusal) {
    await discardDraft(ctx, caller, early?.draft);
    return replayOrRefuse(ctx, caller, idempotency, refusal);
  }
  const { category, recipient_count: recipients } = composed.draft.meta;
  const limits = limitsToCount(facts, { category, recipients });
  const { tenant_by_key } = claimantOf(caller, [tenantOfRequest(read.sender, facts)]);
  const decision = { idempotency, limits, tenant: facts.tenant, tenant_by_key, alongside };
  const [result] = await Promise.all([
    acceptDraft(ctx, caller, withSettings(composed, facts), decision),
    composed === early ? null : discardDraft(ctx, caller, early?.draft),
  ]);
  return result;
}

/** The email takes its from-domain's currently stored settings. */
function withSettings({ draft, ...rest }: Composed, { domain }: SendFacts): Composed {
  return { ...rest, draft: { ...draft, meta: { ...draft.meta, settings: emailSettings(domain) } } };
}

/** One round trip: the facts, the uploaded files, and the draft if its content is already known. */
async function readAndDraft(
  ctx: Sending,
  caller: Caller,
  { submission, sender }: Found,
  alongside: Alongside | null,
): Promise<Read> {
  const early = alongside ? null : composeEarly(ctx, caller, submission);
  const needs = neededFacts(ctx, caller, submission);
  const [facts, uploads] = await Promise.all([
    readFactsOf(ctx, { needs, sender }),
    findUploads(ctx, caller, submission.uploads),
    early && putDraft(ctx, caller, early.draft),
  ]);
  return { submission, sender, early, facts, uploads };
}

/** The checks after a replay, which need the clock or stored state: tenant first, then field errors. */
async function checkAgainstState(
  ctx: Sending,
  caller: Caller,
  { submission, sender, early, facts, uploads }: Read,
  alongside: Alongside | null,
): Promise<Composed> {
  const tenant = checkSender(sender, facts);
  checkScheduledAt(ctx.runtime.now(), submission.scheduled_at);
  const whole = resolveUploads(ctx, { ...submission, tenant: tenant?.id ?? null }, uploads);
  const composed = await composeNow(ctx, caller, whole, {
    early,
    pointer: facts.template,
    id: alongside?.id,
  });
  const { category } = composed.draft.meta;
  checkStream(tenant, category);
  const { from, canonical, idempotency } = submission;
  const blocked = checkRules(ctx, caller, { from, category, canonical, facts });
  // The final write finds the claim of an accepted concurrent request.
  if (blocked && !(await readClaim(ctx, caller, idempotency)))
    await refuseSuppressed(ctx, caller, composed.draft, blocked, alongside?.refused_id);
  return composed;
}
