import type { Email } from '../../core/records/emails.ts';
import type { Context } from '../context.ts';
import { showUnsubscribe } from '../unsubscribe/marker.ts';
import type { Content } from './content.ts';
import { readContent } from './content-of.ts';

/** Bodies live this long after the later of created_at and scheduled_at (H42, Q4). */
const bodyLife_ms = 30 * 86_400_000;

/** The stored body of an email; null when it never had one or its time is over, whatever still lies there. */
export async function storedContent(ctx: Context, email: Email): Promise<Content | null> {
  const from = Math.max(Date.parse(email.created_at), Date.parse(email.scheduled_at ?? email.created_at));
  if (ctx.runtime.now() >= from + bodyLife_ms) return null;
  return readContent(ctx, email);
}

/** Body parts as callers see them (H11): placeholders where links will be (Q6), null for what was not given (Q40). */
export function shownContent(content: Content | null): { html: string | null; text: string | null } {
  const show = (part: string | null | undefined) => (part ? showUnsubscribe(part) : null);
  return { html: show(content?.html), text: show(content?.text) };
}
