import type { Caller, Sending } from '../context.ts';
import type { Blocked } from '../suppressions/blocked.ts';
import { checkStream } from '../tenants/guard.ts';
import { render } from './draft.ts';
import { neededFacts, readFactsOf } from './facts.ts';
import { checkRules } from './rules.ts';
import { checkSender, findSender } from './sender.ts';
import type { Rendered, Submission } from './submission.ts';
import { openForSend, templateName } from './use-template.ts';

/**
 * The email that `sendEmail` would accept, and its suppressed recipients (null if none). Writes nothing.
 * Throws the same errors except limits, which count on accept.
 */
export async function checkEmail(
  ctx: Sending,
  caller: Caller,
  submitted: Submission,
): Promise<{ rendered: Rendered; blocked: Blocked | null }> {
  const { sender, submission } = await findSender(ctx, caller, submitted);
  const facts = await readFactsOf(ctx, { needs: neededFacts(ctx, caller, submission), sender });
  const tenant = checkSender(sender, facts);
  const { template, from, canonical } = submission;
  const used = template && (await openForSend(ctx, caller, templateName(template), facts.template));
  const rendered = render({ ...submission, tenant: tenant?.id ?? null }, used);
  const { category } = rendered;
  checkStream(tenant, category);
  return { rendered, blocked: checkRules(ctx, caller, { from, category, canonical, facts }) };
}
