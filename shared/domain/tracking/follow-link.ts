import type { LinkPath } from '../../core/signed-link.ts';
import type { Base, Links, Publishing, Timeline, Visits } from '../context.ts';
import { recordVisit } from './record-visit.ts';

/** Who follows a link. */
export type Visitor = { ip: string | null; user_agent: string };

/** A person waits for the page: what takes longer than this to be written down is not waited for. */
const longest_ms = 1_000;

/** The address as a header can carry it: what is not ASCII percent-encoded, and nothing else changed (E19). */
const asHeader = (url: string) => url.replace(/\P{ASCII}+/gu, encodeURIComponent);

/**
 * Where a tracked link leads, null for a token that the service did not sign for this path. The visit is recorded if
 * there is a visitor; the page is reached all the same when it cannot be recorded, or when the email is gone
 * (E19).
 */
export async function followLink(
  ctx: Base & Links & Visits & Timeline & Publishing,
  input: { path: LinkPath; token: string; visitor: Visitor | null },
): Promise<string | null> {
  const link = await ctx.signed_links.read(input.path, input.token);
  if (link === null) return null;
  const { email_id, target } = link;
  if (input.visitor !== null) {
    const type = input.path === 'o' ? ('open' as const) : ('click' as const);
    const visit = { ...input.visitor, type, email_id, target, at: ctx.runtime.now() };
    const recorded = recordVisit(ctx, visit).catch((error: Error) => `failed: ${error.name}`);
    const outcome = await Promise.race([recorded, ctx.runtime.sleep(longest_ms).then(() => 'slow')]);
    ctx.log.info('visit', { email_id, type, outcome });
  }
  return asHeader(target);
}
