import { linkedAddress } from '../../core/addresses.ts';
import { escapeHtml } from '../../core/escape.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Base, Links } from '../context.ts';
import type { Content } from './pack.ts';
import { fillUnsubscribe, showUnsubscribe } from './placeholders.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

/** The link of an email: bound to its first recipient (rule 10, R6). */
export const emailLink = (ctx: Base & Links, email: Email): Promise<string> =>
  unsubscribeUrl(ctx, {
    account: email.account,
    tenant: email.tenant,
    address: linkedAddress(email),
    category: email.category,
    email_id: email.id,
  });

/** The two fields of RFC 8058. */
export const unsubscribeFields = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * The content of one message, with a link of its own for each marker and, in front of the caller's headers, the two
 * of RFC 8058, which DKIM then covers (rule 10). The link is bound to the first recipient. Without managed
 * unsubscribe everything stays as written.
 */
export async function linkContent(
  ctx: Base & Links,
  email: Email,
  content: Content,
): Promise<Content & { subject: string }> {
  const { html, text, headers } = content;
  if (!content.unsubscribe) return { ...content, subject: showUnsubscribe(email.subject) };
  const url = await emailLink(ctx, email);
  return {
    ...content,
    subject: fillUnsubscribe(email.subject, url),
    html: html && fillUnsubscribe(html, escapeHtml(url)),
    text: text && fillUnsubscribe(text, url),
    headers: { ...unsubscribeFields(url), ...headers },
  };
}
