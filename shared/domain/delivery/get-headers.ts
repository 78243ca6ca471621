import type { Email } from '../../core/records/emails.ts';
import { guessText } from '../../mail/mime/charset.ts';
import { unsubscribePlaceholder } from '../content/placeholders.ts';
import { readStored } from '../content/read-unexpired.ts';
import { emailLink } from '../content/transform.ts';
import type { Base, Caller, Links, Mail } from '../context.ts';
import { readSettings } from '../domains/email-settings.ts';
import { getEmail } from '../emails/get-email.ts';
import { sentAt } from '../emails/status.ts';
import { composeEmailHeader } from './compose-email.ts';

/** Fields that every hop and signer adds. */
const left_out = ['received', 'dkim-signature'];

/** The Message-ID and Date that SES writes over ours. The Message-ID is null until SES takes the email. */
function sesFields(email: Email): Map<string, string> {
  const { message_id } = email;
  const sent_at = sentAt(email);
  const fields = new Map([['message-id', message_id === null ? '' : `Message-ID: ${message_id}\r\n`]]);
  if (sent_at !== null)
    fields.set('date', `Date: ${new Date(sent_at).toUTCString().replace('GMT', '+0000')}\r\n`);
  return fields;
}

/** A dead link as long as the real link, because line lengths affect the encoding. */
async function deadLink(ctx: Base & Links, email: Email): Promise<string> {
  const live = await emailLink(ctx, email);
  return live.replace(/[^/]+$/, (token) => 'x'.repeat(token.length));
}

/**
 * The header as recipients get it, with LF line ends and without Received and DKIM-Signature. Unsubscribe
 * links are placeholders. null once the content is no longer stored. Throws 404 like `getEmail`.
 */
export async function getHeaders(
  ctx: Base & Mail & Links,
  caller: Caller,
  id: string,
): Promise<string | null> {
  const email = await getEmail(ctx, caller, id);
  const kept = await readStored(ctx, email);
  if (kept === null) return null;
  const { open_tracking: opens, click_tracking: clicks } = readSettings(email.settings ?? '');
  const url = kept.unsubscribe ? await deadLink(ctx, email) : null;
  const header = await composeEmailHeader(ctx, email, kept, { url, tracking: { opens, clicks } });
  const written = sesFields(email);
  const text = guessText(header);
  const fields = (url === null ? text : text.replaceAll(url, unsubscribePlaceholder)).split(/\r\n(?![ \t])/);
  const shown = fields.flatMap((field) => {
    const name = field.slice(0, field.indexOf(':')).toLowerCase();
    return left_out.includes(name) ? [] : [written.get(name) ?? `${field}\r\n`];
  });
  return shown.join('').replaceAll('\r\n', '\n').trim();
}
