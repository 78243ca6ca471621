import addressparser from 'nodemailer/lib/addressparser';
import { withCrlf } from '../../shared/mail/received/with-crlf.ts';
import { SesError } from './errors.ts';

/** One header field as written: folded, without its last line break. Bytes are latin1 characters. */
export type Field = { name: string; line: string };
export type Message = { fields: Field[]; body: Buffer };

/** Splits a message (RFC 5322) into its header fields and its body, without decoding anything. */
export function parseMessage(raw: Buffer): Message {
  // SMTP has no bare line feed. SES sends one as a line end.
  const bytes = withCrlf(raw);
  const empty = bytes.indexOf('\r\n\r\n');
  const end = empty === -1 ? bytes.length : empty;
  const fields = bytes
    .toString('latin1', 0, end)
    .split(/\r\n(?![ \t])/)
    .filter((line) => line.includes(':'))
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).trim(), line }));
  return { fields, body: bytes.subarray(empty === -1 ? end : empty + 4) };
}

export function writeMessage({ fields, body }: Message): Buffer {
  const header = fields.map((field) => `${field.line}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), body]);
}

/** A field's value, unfolded and trimmed, with 8-bit characters read as UTF-8. */
export function fieldValue({ line }: Field): string {
  const value = line
    .slice(line.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();
  return Buffer.from(value, 'latin1').toString('utf8');
}

/** All fields of that name, in order. Names are case-insensitive. */
export function fieldsNamed(fields: Field[], name: string): Field[] {
  const wanted = name.toLowerCase();
  return fields.filter((field) => field.name.toLowerCase() === wanted);
}

export function headerValue(fields: Field[], name: string): string | undefined {
  const field = fieldsNamed(fields, name)[0];
  return field && fieldValue(field);
}

export function addressesIn(list: string): string[] {
  return addressparser(list, { flatten: true }).map((mailbox) => mailbox.address);
}

export function mailboxesIn(list: string): string[] {
  const mailboxes = addressparser(list, { flatten: true });
  return mailboxes.map(({ name, address }) => (name ? `${name} <${address}>` : address));
}

export function headerRecipients({ fields }: Message): string[] {
  return ['to', 'cc', 'bcc'].flatMap((name) =>
    fieldsNamed(fields, name).flatMap((field) => addressesIn(fieldValue(field))),
  );
}

const local = /^(?:"[\x20-\x7e]{1,62}"|[\x21-\x7e]{1,64})$/;
const domain =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The bare address of `Name <address>` or `address`. Throws SES's error if it isn't one. */
export function bareAddress(value: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).trim();
  const at = address.lastIndexOf('@');
  if (at < 1) throw new SesError('invalid', "Missing final '@domain'");
  if (!local.test(address.slice(0, at)))
    throw new SesError('invalid', 'Local address contains control or whitespace');
  if (!domain.test(address.slice(at + 1))) throw new SesError('invalid', 'Domain contains illegal character');
  return address;
}

/** Fields that SES accepts only once ("Header fields in Amazon SES", R4). */
const singleFields = [
  ...['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Bcc', 'Subject', 'Date', 'Message-ID', 'MIME-Version'],
  ...['Accept-Language', 'Archived-At', 'Auto-Submitted', 'Comments', 'Content-Transfer-Encoding'],
  ...['Content-Type', 'Disposition-Notification-Options', 'Disposition-Notification-To', 'Importance'],
  ...['In-Reply-To', 'Keywords', 'List-Archive', 'List-Help', 'List-Id', 'List-Owner', 'List-Post'],
  ...['List-Subscribe', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Message-Context', 'Organization'],
  ...['Original-From', 'Original-Message-ID', 'Original-Recipient', 'Original-Subject', 'Precedence'],
  ...['Priority', 'References', 'Return-Path', 'Return-Receipt-To', 'Sensitivity', 'Solicitation'],
  ...['Thread-Index', 'Thread-Topic', 'User-Agent', 'VBR-Info'],
];

/** SES v2's limit is 40 MB per message. */
const limit = 40 * 1024 * 1024;

/** Octets per line, including CRLF. */
const maxLine = 1_000;

function hasLongLine(raw: Buffer): boolean {
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf(10, at);
    const after = end === -1 ? raw.length : end + 1;
    if (after - at > maxLine) return true;
    at = after;
  }
  return false;
}

/** Rejects a malformed message as SES does. Throws SesError `invalid`. */
export function checkMessage(raw: Buffer, { fields }: Message): void {
  if (raw.length > limit) throw new SesError('invalid', `Message length is more than ${limit} bytes long.`);
  for (const name of singleFields) {
    if (fieldsNamed(fields, name).length > 1) throw new SesError('invalid', `Duplicate header '${name}'.`);
  }
  if (hasLongLine(raw)) throw new SesError('invalid', `Line length is more than ${maxLine} octets.`);
  for (const name of ['From', 'To', 'Cc'])
    for (const field of fieldsNamed(fields, name)) checkAddresses(fieldValue(field));
}

/** A list of mailboxes or empty groups, each in a form that SES parses. */
function checkAddresses(list: string): void {
  if (list === '' || /^[^"<,]*:\s*;$/.test(list)) return;
  const mailboxes = mailboxesIn(list);
  if (mailboxes.length === 0) throw new SesError('invalid', 'Illegal address');
  for (const mailbox of mailboxes) bareAddress(mailbox);
}
