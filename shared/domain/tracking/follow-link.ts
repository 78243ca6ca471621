import type { LinkPath } from '../../core/signed-link.ts';
import type { Base, Links, Publishing, Timeline, Visits } from '../context.ts';
import { recordVisit } from './record-visit.ts';

export type Tracking = Base & Links & Visits & Timeline & Publishing;

export type Visitor = { ip: string | null; user_agent: string };

/** The longest time to wait until a visit is recorded, because a person waits for the page. */
const max_record_ms = 1_000;

/** The URL for a header: non-ASCII is percent-encoded, and nothing else changes. */
const asHeader = (url: string) => url.replace(/\P{ASCII}+/gu, encodeURIComponent);

/**
 * A tracked link's target. Null if the service didn't sign the token for this path. Records the visit if
 * there is a visitor. The link works even if recording fails or the email is gone.
 */
export async function followLink(
  ctx: Tracking,
  { path, token, visitor }: { path: LinkPath; token: string; visitor: Visitor | null },
): Promise<string | null> {
  const link = await ctx.signed_links.read(path, token);
  if (link === null) return null;
  const { email_id, target } = link;
  if (visitor !== null) {
    const type = path === 'o' ? 'open' : 'click';
    const visit = { ...visitor, type, email_id, target, at: ctx.runtime.now() } as const;
    const recorded = recordVisit(ctx, visit).catch((error: Error) => `failed: ${error.name}`);
    const outcome = await Promise.race([recorded, ctx.runtime.sleep(max_record_ms).then(() => 'slow')]);
    ctx.log.info('visit', { email_id, type, outcome });
  }
  return asHeader(target);
}
