import type { Email } from '../../core/records/emails.ts';
import type { Attachment } from '../../mail/attachments.ts';
import { composeMessage } from '../../mail/compose.ts';
import { readFiles } from '../attachments/read-files.ts';
import { composeRelayedEmail } from '../content/compose-relayed-email.ts';
import { type Content, isMime, type MimeContent, type StoredContent } from '../content/pack.ts';
import { type Tracking, trackContent } from '../content/track.ts';
import { linkContent } from '../content/transform.ts';
import type { Attachments, Base, Links } from '../context.ts';

/** The largest message SES takes. A message that only tracking makes larger is sent untracked. */
const max_bytes = 40 * 1024 * 1024;
const untracked: Tracking = { opens: false, clicks: false };

/** Data written into the message. `url` is the managed unsubscribe link, or null. */
type Written = { url: string | null; tracking: Tracking };

async function composeRelayed(
  ctx: Base & Links,
  email: Email,
  kept: MimeContent,
  { url, tracking }: Written,
) {
  const message = await composeRelayedEmail(ctx, email, kept, { url, tracking });
  const isLarge = message.length > max_bytes;
  return isLarge ? composeRelayedEmail(ctx, email, kept, { url, tracking: untracked }) : message;
}

function messageOf(email: Email, content: ReturnType<typeof linkContent>, attachments: Attachment[]) {
  const { id, from, to, cc, reply_to } = email;
  const { subject, html, text, headers } = content;
  // Scheduled mail uses its scheduled time, because backdated mail gets sorted away or scored as spam (Q52).
  const message_date = Date.parse(email.scheduled_at ?? email.created_at);
  return { id, from, to, cc, reply_to, subject, html, text, headers, attachments, message_date };
}

/** The message for SES, with equal bytes across attempts. Null if a file is gone. */
export async function composeEmail(
  ctx: Base & Attachments & Links,
  email: Email,
  kept: StoredContent,
  written: Written,
): Promise<Buffer | null> {
  if (isMime(kept)) return composeRelayed(ctx, email, kept, written);
  const attachments = await readFiles(ctx, email, kept.attachments);
  if (attachments === null) return null;
  const content = linkContent(email, kept, written.url);
  const tracked = await trackContent(ctx, email.id, content, written.tracking);
  const raw = await composeMessage(messageOf(email, tracked, attachments));
  const isLarge = raw.length > max_bytes && tracked !== content;
  return isLarge ? composeMessage(messageOf(email, content, attachments)) : raw;
}

const emptyFile = ({ name, content_type, content_id }: Content['attachments'][number]): Attachment => ({
  name,
  content_type,
  ...(content_id !== undefined && { content_id }),
  data: Buffer.alloc(0),
});

/** The message of `composeEmail` as text for people: its files are empty, unless it was relayed. */
export async function composeEmailSource(
  ctx: Base & Links,
  email: Email,
  kept: StoredContent,
  written: Written,
): Promise<Buffer> {
  if (isMime(kept)) return composeRelayed(ctx, email, kept, written);
  const content = linkContent(email, kept, written.url);
  const tracked = await trackContent(ctx, email.id, content, written.tracking);
  return composeMessage(messageOf(email, tracked, kept.attachments.map(emptyFile)));
}
