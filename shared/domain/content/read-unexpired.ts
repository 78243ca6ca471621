import { cutJson } from '../../core/cut-json.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Base, Mail } from '../context.ts';
import type { ShownContent } from './api-content.ts';
import { type Content, isMime, type StoredContent } from './pack.ts';
import { showUnsubscribe } from './placeholders.ts';
import { readContent } from './unpack.ts';

/**
 * The stored body of an email; null when there is none or its retention is over, counted from the later of created_at
 * and scheduled_at, even where it is still stored.
 */
export async function readStored(ctx: Base & Mail, email: Email): Promise<StoredContent | null> {
  const from = Math.max(Date.parse(email.created_at), Date.parse(email.scheduled_at ?? email.created_at));
  if (ctx.runtime.now() >= from + ctx.settings.retention.body * 1000) return null;
  return readContent(ctx, email);
}

/** As `readStored`, of a relayed email its texts. */
export async function readUnexpired(ctx: Base & Mail, email: Email): Promise<ShownContent | null> {
  const content = await readStored(ctx, email);
  if (content === null || !isMime(content)) return content;
  // Few emails came through the relay: what reads their parts is loaded for those only.
  const { asApiContent } = await import('./api-content.ts');
  return asApiContent(content);
}

/** Bytes of both texts that an answer carries however they are made, and of each that is shown of longer ones. */
const shownBytes = 4 * 1024 * 1024;
const cutBytes = 2 * 1024 * 1024;

const bytesOf = (part: string | null) => (part === null ? 0 : Buffer.byteLength(part));

type Shown = { html: string | null; text: string | null; truncated?: true };

/**
 * Body parts as callers see them: placeholders where links will be, null for what was not given. A relayed
 * message may have 25 MB of text: what no answer carries is cut.
 */
export function present(content: Content | null): Shown {
  const show = (part: string | null | undefined) => (part ? showUnsubscribe(part) : null);
  const [html, text] = [show(content?.html), show(content?.text)];
  if (bytesOf(html) + bytesOf(text) <= shownBytes) return { html, text };
  return { html: cutJson(html, cutBytes).value, text: cutJson(text, cutBytes).value, truncated: true };
}
