import { linkedAddress } from '../../core/addresses.ts';
import { escapeHtml } from '../../core/escape.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Base, Links } from '../context.ts';
import type { Content } from './pack.ts';
import { fillUnsubscribe, showUnsubscribe } from './placeholders.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

/** An email's unsubscribe link, bound to its first recipient. */
export function emailLink(ctx: Base & Links, email: Email): Promise<string> {
  const { account, tenant, category, id: email_id } = email;
  return unsubscribeUrl(ctx, { account, tenant, address: linkedAddress(email), category, email_id });
}

export const unsubscribeFields = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * A message's content, with `url` for each marker and the two RFC 8058 fields first, so DKIM covers them.
 * Null turns managed unsubscribe off, and everything stays as written.
 */
export function linkContent(
  email: Email,
  content: Content,
  url: string | null,
): Content & { subject: string } {
  const { html, text, headers } = content;
  if (url === null) return { ...content, subject: showUnsubscribe(email.subject) };
  return {
    ...content,
    subject: fillUnsubscribe(email.subject, url),
    html: html && fillUnsubscribe(html, escapeHtml(url)),
    text: text && fillUnsubscribe(text, url),
    headers: { ...unsubscribeFields(url), ...headers },
  };
}
