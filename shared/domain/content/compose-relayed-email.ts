import { escapeHtml } from '../../core/escape.ts';
import type { Email } from '../../core/records/emails.ts';
import { composeRelayed } from '../../mail/compose-relayed.ts';
import type { Base, Links } from '../context.ts';
import { keptHeaders } from './kept-headers.ts';
import { entityOf, type MimeContent } from './pack.ts';
import { fillPlaceholder, fillUnsubscribe, showUnsubscribe } from './placeholders.ts';
import { type OpenText, rewriteTexts } from './rewrite-texts.ts';
import { type Tracking, trackHtml } from './track.ts';
import { unsubscribeFields } from './transform.ts';

const isTracking = ({ opens, clicks }: Tracking) => opens || clicks;

/** Links of one message's texts, and its pixel in the first html (R12, R13). */
function changeOf(ctx: Base & Links, email: Email, headers: Record<string, string>, url: string | null) {
  return (tracking: Tracking) => {
    let first = true;
    return async ({ text, html, octets, tags }: OpenText): Promise<string> => {
      const filled = url === null ? text : fillPlaceholder(text, html ? escapeHtml(url) : url);
      if (!tags || !isTracking(tracking)) return filled;
      const wanted = { ...tracking, opens: tracking.opens && first };
      first = false;
      return trackHtml(ctx, { email_id: email.id, html: filled, headers, octets }, wanted);
    };
  };
}

/** The relayed octets but for what unsubscribe and tracking write into texts (R1, R12, R13). Equal over all attempts. */
export async function composeRelayedEmail(
  ctx: Base & Links,
  email: Email,
  content: MimeContent,
  { url, tracking }: { url: string | null; tracking: Tracking },
): Promise<Buffer> {
  const headers = url === null ? {} : unsubscribeFields(url);
  const change = changeOf(ctx, email, { ...headers, ...keptHeaders(content.header.kept) }, url);
  const entity = entityOf(content);
  const written =
    url === null && !isTracking(tracking) ? entity : await rewriteTexts(entity, change(tracking));
  const { id, from, reply_to, subject } = email;
  return composeRelayed({
    ...content.header,
    id,
    from,
    reply_to,
    headers,
    entity: written,
    subject: url === null ? showUnsubscribe(subject) : fillUnsubscribe(subject, url),
    message_date: Date.parse(email.scheduled_at ?? email.created_at),
  });
}
