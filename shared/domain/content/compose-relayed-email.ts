import { escapeHtml } from '../../core/escape.ts';
import type { Email } from '../../core/records/emails.ts';
import { composeRelayed } from '../../mail/compose-relayed.ts';
import { hasAsciiTags } from '../../mail/mime/charset.ts';
import { applyEdits, type Edit, encodeLeaf } from '../../mail/mime/edit.ts';
import { decodeLeaf, openTexts } from '../../mail/mime/leaves.ts';
import { parameterOf } from '../../mail/mime/parameters.ts';
import { type Part, scanMime } from '../../mail/mime/scan.ts';
import type { Base, Links } from '../context.ts';
import { keptHeaders } from './kept-headers.ts';
import { entityOf, type MimeContent } from './pack.ts';
import { fillPlaceholder, fillUnsubscribe, showUnsubscribe } from './placeholders.ts';
import { type Tracking, trackHtml } from './track.ts';
import { unsubscribeFields } from './transform.ts';

/**
 * `octets` means that each character is an octet of another charset. `tags` means that this is html whose
 * tags can be found.
 */
type OpenText = { text: string; html: boolean; octets: boolean; tags: boolean };

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

/** A leaf's text, in a form that can be searched and changed. */
function open(bytes: Buffer, leaf: Part): OpenText {
  const html = leaf.type.value === 'text/html';
  const charset = parameterOf(leaf.type, 'charset');
  const octets = !isUtf8(bytes) || (charset !== null && !/^utf-?8$|ascii$/i.test(charset));
  return {
    text: bytes.toString(octets ? 'latin1' : 'utf8'),
    html,
    octets,
    tags: html && hasAsciiTags(charset),
  };
}

/** An entity with its visible, unsigned texts changed. Leaves with unchanged text keep their octets. */
async function rewriteTexts(entity: Buffer, change: (text: OpenText) => Promise<string>): Promise<Buffer> {
  const edits: Edit[] = [];
  for (const leaf of openTexts(scanMime(entity))) {
    const view = open(decodeLeaf(entity, leaf), leaf);
    const changed = await change(view);
    if (changed === view.text) continue;
    edits.push(...encodeLeaf(entity, leaf, Buffer.from(changed, view.octets ? 'latin1' : 'utf8')));
  }
  return applyEdits(entity, edits);
}

const isTracking = ({ opens, clicks }: Tracking) => opens || clicks;

/** Replaces links in one message's texts, and adds the pixel to the first html. */
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

/** The relayed octets, changed only where unsubscribe and tracking write into texts. Equal across attempts. */
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
