import { bareAddress, mailboxesIn } from './addresses.ts';
import { SesError } from './errors.ts';
import { fieldsNamed, fieldValue, type Message } from './mime.ts';

/** Fields that SES takes once ("Header fields in Amazon SES", R4). */
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

/** SES v2 takes 40 MB a message. */
const limit = 40 * 1024 * 1024;

/** Octets of a line, its CRLF included. */
const longestLine = 1_000;

/** Whether a line is longer than SMTP takes. */
function hasLongLine(raw: Buffer): boolean {
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf(10, at);
    const after = end === -1 ? raw.length : end + 1;
    if (after - at > longestLine) return true;
    at = after;
  }
  return false;
}

/** Refuses a message for its form as SES does (R74): throws SesError `invalid`. */
export function checkMessage(raw: Buffer, { fields }: Message): void {
  if (raw.length > limit) throw new SesError('invalid', `Message length is more than ${limit} bytes long.`);
  for (const name of singleFields) {
    if (fieldsNamed(fields, name).length > 1) throw new SesError('invalid', `Duplicate header '${name}'.`);
  }
  if (hasLongLine(raw)) throw new SesError('invalid', `Line length is more than ${longestLine} octets.`);
  for (const name of ['From', 'To', 'Cc'])
    for (const field of fieldsNamed(fields, name)) checkAddresses(fieldValue(field));
}

/** A list of mailboxes or empty groups; each in the form that SES parses. */
function checkAddresses(list: string): void {
  if (list === '' || /^[^"<,]*:\s*;$/.test(list)) return;
  const mailboxes = mailboxesIn(list);
  if (mailboxes.length === 0) throw new SesError('invalid', 'Illegal address');
  for (const mailbox of mailboxes) bareAddress(mailbox);
}
