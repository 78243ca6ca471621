import type { Email } from '../../core/records/emails.ts';
import { guessText } from '../../mail/mime/charset.ts';
import type { StoredContent } from '../content/pack.ts';
import { unsubscribePlaceholder } from '../content/placeholders.ts';
import { readStored } from '../content/read-unexpired.ts';
import { emailLink } from '../content/transform.ts';
import type { Base, Caller, Links, Mail } from '../context.ts';
import { readSettings } from '../domains/email-settings.ts';
import { getEmail } from '../emails/get-email.ts';
import { sentAt } from '../emails/status.ts';
import { composeEmailSource } from './compose-email.ts';

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

/** A placeholder link with the length of the real link, because line lengths affect the encoding. */
async function deadLink(ctx: Base & Links, email: Email): Promise<string> {
  const live = await emailLink(ctx, email);
  return live.replace(/[^/]+$/, (token) => 'x'.repeat(token.length));
}

/** What sending writes into the message, with a dead unsubscribe link. */
async function writtenInto(ctx: Base & Links, email: Email, kept: StoredContent) {
  const { open_tracking: opens, click_tracking: clicks } = readSettings(email.settings ?? '');
  const url = kept.unsubscribe ? await deadLink(ctx, email) : null;
  return { url, tracking: { opens, clicks } };
}

const withPlaceholder = (text: string, url: string | null): string =>
  url === null ? text : text.replaceAll(url, unsubscribePlaceholder);

/** The header as recipients get it, with LF line ends. */
function shownHeader(email: Email, header: Buffer, url: string | null): string {
  const written = sesFields(email);
  const fields = withPlaceholder(guessText(header), url).split(/\r\n(?![ \t])/);
  const shown = fields.flatMap((field) => {
    const name = field.slice(0, field.indexOf(':')).toLowerCase();
    return left_out.includes(name) ? [] : [written.get(name) ?? `${field}\r\n`];
  });
  return shown.join('').replaceAll('\r\n', '\n').trim();
}

/**
 * The composed message as header and body, with its unsubscribe URL. The header is as in `shownHeader`. Null
 * once the content is no longer stored. Throws 404 like `getEmail`.
 */
async function composed(ctx: Base & Mail & Links, caller: Caller, id: string) {
  const email = await getEmail(ctx, caller, id);
  const kept = await readStored(ctx, email);
  if (kept === null) return null;
  const written = await writtenInto(ctx, email, kept);
  const message = await composeEmailSource(ctx, email, kept, written);
  const end = message.indexOf('\r\n\r\n') + 2;
  const header = shownHeader(email, message.subarray(0, end), written.url);
  return { header, body: message.subarray(end + 2), url: written.url };
}

/**
 * The header as recipients get it, with LF line ends and without Received and DKIM-Signature. Unsubscribe
 * links are placeholders. null once the content is no longer stored. Throws 404 like `getEmail`.
 */
export const getHeaders = async (...of: Parameters<typeof composed>): Promise<string | null> =>
  (await composed(...of))?.header ?? null;

/** Bytes of a body to show. A relayed message may have 25 MB. */
const maxBody = 256 * 1024;

export type EmailSource = { text: string; truncated: boolean };

/**
 * The message as recipients get it, with a header like `getHeaders`. Files sent over the API are empty. null
 * once the content is no longer stored. Throws 404 like `getEmail`.
 */
export async function getSource(...of: Parameters<typeof composed>): Promise<EmailSource | null> {
  const message = await composed(...of);
  if (message === null) return null;
  const { header, body, url } = message;
  const shown = withPlaceholder(guessText(body.subarray(0, maxBody)), url).replaceAll('\r\n', '\n');
  return { text: `${header}\n\n${shown}`, truncated: body.length > maxBody };
}
