import type {
  Attachments,
  Base,
  Caller,
  Mail,
  Publishing,
  Sending,
  Templates,
  Timeline,
} from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { FactsInput, SendFacts } from '../ports/emails.ts';
import { checkNamedTenant } from '../tenants/guard.ts';
import { acceptDraft, discardDraft } from './accept.ts';
import { type Composed, composeEarly, composeNow } from './draft.ts';
import { neededFacts, readFacts } from './facts.ts';
import { readClaim, replay, replayOrRefuse, type SendResult } from './idempotency.ts';
import { refuseSuppressed } from './refuse-suppressed.ts';
import { checkRules } from './rules.ts';
import { checkScheduledAt } from './schedule.ts';
import type { Submission } from './submission.ts';
import { type FoundUploads, findUploads, resolveUploads } from './use-uploads.ts';

/** What was read for a submission, and the draft that was written in parallel. */
type Read = { early: Composed | null; facts: SendFacts; uploads: FoundUploads };

/**
 * Accepts one email: every door ends here, and the steps are the checks of C12 and Q1 in their order. What is
 * accepted is durable before this returns. Three round trips: facts and draft in parallel, the deciding write, the
 * queue; a fourth for a template that is not in memory or was published since.
 *
 * Throws 403 (scope, tenant, rules 2-4), 409 (rule 9), 400 (time, files, template), 404 (template), 413, 422 (rules
 * 6 and 11), 429 plan_limit (rule 5).
 */
export async function sendEmail(ctx: Sending, caller: Caller, submission: Submission): Promise<SendResult> {
  requireScope(caller, ['emails:send']);
  checkNamedTenant(caller, submission.tenant);
  const { idempotency } = submission;
  const needs = neededFacts(ctx, caller, submission);
  const read = await readAndDraft(ctx, caller, submission, needs);
  const { early, facts } = read;
  if (facts.claim && idempotency) {
    await discardDraft(ctx, caller, early?.draft);
    return replay(facts.claim, idempotency);
  }
  let composed: Composed;
  try {
    composed = await checkAgainstState(ctx, caller, submission, read);
  } catch (refusal) {
    await discardDraft(ctx, caller, early?.draft);
    return replayOrRefuse(ctx, caller, idempotency, refusal);
  }
  const [result] = await Promise.all([
    acceptDraft(ctx, caller, composed, { idempotency, limits: facts.limits }),
    composed === early ? null : discardDraft(ctx, caller, early?.draft),
  ]);
  return result;
}

/** One round trip: the facts, the uploaded files and, where the content is known already, the draft. */
async function readAndDraft(
  ctx: Base & Mail & Attachments & Templates,
  caller: Caller,
  submission: Submission,
  needs: FactsInput,
): Promise<Read> {
  const early = composeEarly(ctx, caller, submission);
  const { email_shards } = caller.account;
  const [facts, uploads] = await Promise.all([
    readFacts(ctx, needs),
    findUploads(ctx, caller, submission.uploads),
    early && ctx.emails.putDraft(early.draft.meta, early.draft.envelope, early.draft.content, email_shards),
  ]);
  return { early, facts, uploads };
}

/** The checks behind the replay, which need the clock or stored state (Q1): field faults first (C12). */
async function checkAgainstState(
  ctx: Base & Mail & Timeline & Templates & Publishing,
  caller: Caller,
  submission: Submission,
  { early, facts, uploads }: Read,
): Promise<Composed> {
  checkScheduledAt(ctx.runtime.now(), submission.scheduled_at);
  const whole = resolveUploads(ctx, submission, uploads);
  const composed = await composeNow(ctx, caller, whole, { early, pointer: facts.template });
  const { meta, envelope } = composed.draft;
  const { category } = meta;
  const { from, canonical, idempotency } = submission;
  const blocked = checkRules(ctx, caller, { from, category, canonical, facts });
  // The deciding write finds the claim of a concurrent request that was accepted.
  if (blocked && !(await readClaim(ctx, caller, idempotency)))
    await refuseSuppressed(ctx, caller, { meta, envelope, blocked });
  return composed;
}
