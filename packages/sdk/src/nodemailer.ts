import { filesOf } from './attachments.ts';
import type { Mailwright } from './client.ts';
import type { EmailSendParams } from './generated/types.ts';
import {
  type Address,
  checkAttachment,
  customHeaders,
  isSeveral,
  type MailAttachment,
  mailboxes,
  priorityHeaders,
  sendAttachment,
  textOf,
  UnsupportedMailError,
} from './nodemailer-fields.ts';
import { version } from './options.ts';
import type { CallOptions, KeyedOptions } from './types.ts';

export { UnsupportedMailError } from './nodemailer-fields.ts';

/** The `mailwright` member of a message: options that SMTP doesn't have. */
export type MailwrightMailOptions = Pick<
  EmailSendParams,
  'tags' | 'category' | 'template' | 'tenant' | 'scheduled_at' | 'unsubscribe'
> & { idempotencyKey?: string | undefined };

type Client = Pick<Mailwright, 'emails' | 'attachments'>;

type Envelope = { from: string | false; to: string[] };
type Data = Record<string, unknown>;

/** The parts of nodemailer's MailMessage that a transport uses. */
type MailMessage = {
  data: object;
  message: { getEnvelope: () => Envelope };
  normalize: (callback: (error?: Error | null, data?: object) => void) => void;
};

/** The result of `sendMail`. */
export type SentInfo = {
  /** The email's `msg_` id in the API. */
  messageId: string;
  envelope: Envelope;
  accepted: string[];
  rejected: string[];
  /** `sent` or `scheduled`. */
  response: string;
};

const carried =
  `from to cc bcc replyTo subject text html attachments headers list inReplyTo references priority
mailwright`.split(/\s+/);

/**
 * Fields about nodemailer's own work and the MIME format, which the service controls. Recipients see no
 * difference without them.
 */
const unseen =
  `disableFileAccess disableUrlAccess maxRecipients attachDataUrls normalizeHeaderKey textEncoding newline
boundaryPrefix baseBoundary signal`.split(/\s+/);

const extra = ['tags', 'category', 'template', 'tenant', 'scheduled_at', 'unsubscribe', 'idempotencyKey'];

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== false && value !== '';

/** Throws for every field that can't be sent completely. */
function check(data: Data): void {
  for (const [name, value] of Object.entries(data))
    if (isGiven(value) && !carried.includes(name) && !unseen.includes(name))
      throw new UnsupportedMailError(name, 'the API has no such field');
  if (isSeveral(data.from)) throw new UnsupportedMailError('from', 'it has more than one address');
  for (const name of Object.keys((data.mailwright as object | undefined) ?? {}))
    if (!extra.includes(name))
      throw new UnsupportedMailError(`mailwright.${name}`, 'there is no such option');
  ((data.attachments as MailAttachment[] | undefined) ?? []).forEach(checkAttachment);
}

/** The headers that nodemailer derives from `list`, `references`, and `inReplyTo`. */
function madeHeaders(normalized: Record<string, string>): Record<string, string> {
  const made = Object.entries(normalized).filter(([name]) => /^(list-|references$|in-reply-to$)/.test(name));
  return Object.fromEntries(made);
}

/**
 * Headers from options, and the message's own. As in nodemailer, an option replaces the header of its name;
 * for list headers, it would write both.
 */
function allHeaders(made: Record<string, string>, own: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(made).map((name) => name.toLowerCase()));
  const others = Object.entries(own).filter(([name]) => {
    const isTwice = names.has(name.toLowerCase());
    if (isTwice && /^list-/i.test(name))
      throw new UnsupportedMailError(`headers.${name}`, 'the list option sets it, too');
    return !isTwice;
  });
  return { ...made, ...Object.fromEntries(others) };
}

/**
 * The send request for a message whose content nodemailer has read, without its files. `headers` are the
 * message's headers before nodemailer changed them.
 */
function requestOf(data: Data, headers: Record<string, string>): EmailSendParams {
  const { idempotencyKey: _, ...options } = (data.mailwright ?? {}) as MailwrightMailOptions;
  const listOf = (field: string) => mailboxes(field, data[field] as Address[] | null);
  const [from = ''] = listOf('from') ?? [];
  const [cc, bcc, reply_to] = [listOf('cc'), listOf('bcc'), listOf('replyTo')];
  const made = madeHeaders(data.normalizedHeaders as Record<string, string>);
  const all = allHeaders({ ...made, ...priorityHeaders(data.priority) }, headers);
  return {
    from,
    to: listOf('to') ?? [],
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    ...(reply_to && { reply_to }),
    ...(isGiven(data.subject) && { subject: String(data.subject) }),
    ...(isGiven(data.text) && { text: textOf('text', data.text) }),
    ...(isGiven(data.html) && { html: textOf('html', data.html) }),
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...options,
  };
}

const normalized = (mail: MailMessage): Promise<Data> =>
  new Promise((resolve, reject) => {
    mail.normalize((error, data) => (error ? reject(error) : resolve(data as Data)));
  });

async function send(client: Client, mail: MailMessage): Promise<SentInfo> {
  const given = mail.data as Data;
  check(given);
  const headers = customHeaders(given.headers);
  // Otherwise, nodemailer would treat them as headers from its own options.
  delete given.headers;
  const { idempotencyKey } = (given.mailwright ?? {}) as MailwrightMailOptions;
  // nodemailer has already checked its type.
  const options: CallOptions = given.signal ? { signal: given.signal as AbortSignal } : {};
  const keyed: KeyedOptions = { ...options, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const data = await normalized(mail);
  const request = requestOf(data, headers);
  const files = ((data.attachments as MailAttachment[] | undefined) ?? []).map(sendAttachment);
  const textBytes = new TextEncoder().encode(`${request.text ?? ''}${request.html ?? ''}`).length;
  const attachments = await filesOf(client, files, textBytes, options);
  const { id, status } = await client.emails.send(
    { ...request, ...(attachments.length > 0 && { attachments }) },
    keyed,
  );
  const envelope = mail.message.getEnvelope();
  return { messageId: id, envelope, accepted: envelope.to, rejected: [], response: status };
}

/** For `nodemailer.createTransport`: sends mail through the API instead of SMTP. */
export const mailwrightTransport = (client: Client) => ({
  name: 'mailwright',
  version,
  supportsAbortSignal: true,
  send(mail: MailMessage, callback: (error: Error | null, info?: SentInfo) => void): void {
    send(client, mail).then(
      (info) => callback(null, info),
      (error) => callback(error),
    );
  },
});
