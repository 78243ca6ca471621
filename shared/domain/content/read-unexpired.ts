import { cutJson } from '../../core/cut-json.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Base, Mail } from '../context.ts';
import type { ApiContent } from './api-content.ts';
import { type Content, isMime, type StoredContent } from './pack.ts';
import { showUnsubscribe } from './placeholders.ts';
import { readContent } from './unpack.ts';

/**
 * An email's stored body. Null if there is none or its retention is over, even if still stored. Retention
 * starts at created_at or scheduled_at, whichever is later.
 */
export async function readStored(ctx: Base & Mail, email: Email): Promise<StoredContent | null> {
  const from = Math.max(Date.parse(email.created_at), Date.parse(email.scheduled_at ?? email.created_at));
  if (ctx.runtime.now() >= from + ctx.settings.retention.body * 1000) return null;
  return readContent(ctx, email);
}

/** Like `readStored`, with just the texts of relayed emails. */
export async function readUnexpired(ctx: Base & Mail, email: Email): Promise<ApiContent | null> {
  const content = await readStored(ctx, email);
  if (content === null || !isMime(content)) return content;
  // Few emails are relayed, so load their part reader only for those.
  const { asApiContent } = await import('./api-content.ts');
  return asApiContent(content);
}

/** Texts up to this total size always fit a response. A longer text is cut to this size. */
const maxTextBytes = 4 * 1024 * 1024;
const cutBytes = 2 * 1024 * 1024;

const bytesOf = (part: string | null) => (part === null ? 0 : Buffer.byteLength(part));

type VisibleParts = { html: string | null; text: string | null; truncated?: true };

/**
 * Body parts as callers see them, with placeholders for links and null for missing parts. Cuts text that is
 * too long for a response, because relayed messages may have 25 MB.
 */
export function present(content: Content | null): VisibleParts {
  const show = (part: string | null | undefined) => (part ? showUnsubscribe(part) : null);
  const [html, text] = [show(content?.html), show(content?.text)];
  if (bytesOf(html) + bytesOf(text) <= maxTextBytes) return { html, text };
  return { html: cutJson(html, cutBytes).value, text: cutJson(text, cutBytes).value, truncated: true };
}
