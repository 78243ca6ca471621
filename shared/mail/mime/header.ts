import { characters } from '../../core/characters.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { isBlockedHeader, isHeaderName } from '../headers.ts';
import { type Field, fieldsNamed, fieldValue, fieldValues, maxLine, withSingleSpaces } from './fields.ts';
import { readMailboxes } from './mailboxes.ts';
import { writeField } from './part-header.ts';
import { decodeWords, onOneLine } from './words.ts';

/** A relayed message's header, grouped by how fields are sent. */
export type ReadHeader = {
  from: string;
  to: string[];
  cc: string[];
  reply_to: string[];
  subject: string;
  message_id: string | null;
  /** Fields as sent, each with its CRLF: Received fields, other fields, and those that describe the body. */
  received: string;
  kept: string;
  content: string;
  /** Decoded values of `X-Service-…`, by lower-case name. */
  control_fields: Map<string, string>;
  /** Lower-case names of omitted fields, each once. */
  dropped: string[];
};

/** Fields that SES accepts only once, in lower case. */
const onceNames = new Set(
  `subject reply-to accept-language archived-at auto-submitted comments disposition-notification-to
  disposition-notification-options importance in-reply-to keywords list-archive list-help list-id list-owner list-post
  list-subscribe list-unsubscribe list-unsubscribe-post message-context organization original-from
  original-message-id original-recipient original-subject precedence priority references return-receipt-to
  sensitivity solicitation thread-index thread-topic user-agent vbr-info`.split(/\s+/),
);

/** Fields omitted without a note, because they are rewritten or private. */
const unnoted = new Set(['bcc', 'date', 'message-id', 'mime-version']);
const written = new Set(['from', 'to', 'cc', 'reply-to', 'subject', 'received']);

const maxReplyTo = 10;
const maxSubject = 998;
const maxReceived = 50;
const maxNoted = 20;
/**
 * Max length of a field name. Longer ones are dropped, because the note about them appears in each list with
 * the email.
 */
const maxName = 126;

const fault = (name: string, message: string) =>
  invalid([{ path: `headers.${name}`, rule: 'format', message: `${name}: ${message}` }]);

/** A field as sent: the original octets if SES accepts them, else decoded and rewritten. */
function outgoing(field: Field): string {
  const { name, raw } = field;
  const octets = `${name}:${raw.slice(raw.indexOf(':') + 1)}`;
  const plain = /^[\t\r\n -~]*$/.test(octets) && octets.split('\r\n').every((line) => line.length <= maxLine);
  // A folded line of only blanks would end the header for some readers.
  if (plain && !/\r\n[ \t]*(?:\r\n|$)/.test(octets)) return `${octets}\r\n`;
  return writeField(field);
}

const joined = (fields: Field[]) => fields.map(outgoing).join('');

/** Content-Length is always omitted. */
const isOnce = (name: string) =>
  onceNames.has(name) || (name.startsWith('content-') && name !== 'content-length');

/** The fields without repeats of those allowed once; 400 if two values differ. */
function withoutRepeats(fields: Field[]): Field[] {
  const seen = new Map<string, string>();
  return fields.filter(({ name, value }) => {
    const lower = name.toLowerCase();
    if (!isOnce(lower)) return true;
    const first = seen.get(lower);
    if (first === undefined) seen.set(lower, value);
    else if (first !== value) throw fault(name, 'given twice with different values');
    return first === undefined;
  });
}

function oneFrom(fields: Field[]): string {
  const [value, ...others] = fieldValues(fields, 'from');
  if (value === undefined) throw fault('From', 'missing from the message');
  if (others.length > 0) throw fault('From', 'given more than once');
  const mailboxes = readMailboxes(value);
  const [from] = mailboxes;
  if (mailboxes.length !== 1)
    throw fault('From', `must have exactly one address, not ${mailboxes.length} (groups included)`);
  if (!from) throw fault('From', 'not an address you can send from');
  return from;
}

function subjectOf(value: string): string {
  const subject = onOneLine(decodeWords(value));
  if (characters(subject) > maxSubject) throw fault('Subject', `at most ${maxSubject} characters`);
  return subject;
}

/** Values of the fields that control the service; 400 if one is repeated. */
function controlOf(fields: Field[]): Map<string, string> {
  const control = new Map<string, string>();
  for (const field of fields) {
    const lower = field.name.toLowerCase();
    if (!lower.startsWith('x-service-')) continue;
    if (control.has(lower)) throw fault(field.name, 'given twice');
    control.set(lower, decodeWords(withSingleSpaces(field)).trim());
  }
  return control;
}

function isDropped(name: string): boolean {
  if (name === 'content-length') return true;
  if (written.has(name) || name.startsWith('content-')) return false;
  return isBlockedHeader(name) || !isHeaderName(name);
}

const loop = () =>
  new AppError('validation_error', `The message passed through more than ${maxReceived} servers`, {
    details: { reason: 'loop' },
  });

/**
 * The header of a relayed message, and its fields as sent. Throws 400 for no or several From, two values in a
 * field that SES accepts once, a too long subject or Reply-To, or more than 50 Received.
 */
export function readHeader(all: Field[]): ReadHeader {
  const fields = withoutRepeats(all);
  const received = fieldsNamed(fields, 'received');
  if (received.length > maxReceived) throw loop();
  const mailboxes = (name: string) =>
    fieldValues(fields, name)
      .flatMap(readMailboxes)
      .filter((mailbox) => mailbox !== null);
  const reply_to = mailboxes('reply-to');
  if (reply_to.length > maxReplyTo) throw fault('Reply-To', `at most ${maxReplyTo} addresses`);
  const rest = fields.filter(({ name }) => !written.has(name.toLowerCase()));
  const dropped = rest
    .map(({ name }) => name.toLowerCase())
    .filter(isDropped)
    .map((name) => name.slice(0, maxName));
  const kept = rest.filter(({ name }) => !isDropped(name.toLowerCase()));
  const isContent = ({ name }: Field) => name.toLowerCase().startsWith('content-');
  return {
    from: oneFrom(fields),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    reply_to,
    subject: subjectOf(fieldValue(fields, 'subject') ?? ''),
    message_id: fieldValue(fields, 'message-id') || null,
    received: joined(received),
    kept: joined(kept.filter((field) => !isContent(field))),
    content: joined(kept.filter(isContent)),
    control_fields: controlOf(fields),
    dropped: [...new Set(dropped)]
      .filter((name) => !unnoted.has(name) && !name.startsWith('x-service-'))
      .slice(0, maxNoted),
  };
}
