import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Id } from '../core/runtime.ts';
import { addressField, toField } from './address-field.ts';
import { type Attachment, isContentId } from './attachments.ts';
import { contentTypeParams, isContentType, keptContentType, withCharset } from './content-type.ts';
import { headerField } from './header-value.ts';
import { isBlockedHeader, isHeaderName } from './headers.ts';
import { textFromHtml } from './text-part.ts';

/** An accepted, checked email. bcc belongs to the envelope and never appears here. */
type OutgoingMessage = {
  /** `msg_…`: determines Message-ID and boundaries, so a retry sends the same bytes. */
  id: Id<'msg'>;
  from: string;
  to: string[];
  cc?: string[];
  reply_to?: string[];
  subject: string;
  html?: string | null;
  text?: string | null;
  headers?: Record<string, string>;
  attachments?: Attachment[];
  /** Milliseconds since the epoch. */
  message_date: number;
};

type Part = {
  content: string | Buffer;
  contentType: string;
  contentTransferEncoding?: string;
  contentDisposition?: string;
  filename?: string;
  cid?: string;
};

const lines = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n');

const isCalendarMethod = ({ content_type: type }: Attachment): boolean =>
  /^text\/calendar *;/i.test(type) && isContentType(type) && contentTypeParams(type).has('method');

/** A calendar file with a method is also the last alternative, where Outlook looks for it. */
function calendarPart({ data: content, content_type }: Attachment): Part {
  const contentType = withCharset(keptContentType(content_type), content);
  return { content, contentType, contentTransferEncoding: 'base64' };
}

type Body = Pick<Part, 'content' | 'contentType' | 'contentTransferEncoding'>;

/**
 * RFC 2046 5.2.1 forbids encoding an attached message. If 7bit can't carry it, it is sent as a plain file.
 */
function messageBody(file: Attachment): Body | null {
  if (!/^message\/rfc822\b/i.test(file.content_type)) return null;
  if (!isAscii(file.data) || file.data.includes(0)) return null;
  const content = lines(file.data.toString('latin1'));
  if (content.split('\r\n').some((line) => line.length > 998)) return null;
  return { content, contentType: file.content_type, contentTransferEncoding: '7bit' };
}

function attachmentBody(file: Attachment): Body {
  const message = messageBody(file);
  if (message) return message;
  const opaque = /^message\//i.test(file.content_type) || !isContentType(file.content_type);
  const contentType = opaque ? 'application/octet-stream' : withCharset(file.content_type, file.data);
  return { content: file.data, contentType, contentTransferEncoding: 'base64' };
}

/** Inline parts are related to the html. Without html they are plain attachments. */
function attachmentPart(file: Attachment, hasHtml: boolean): Part {
  const inline = hasHtml && file.content_id !== undefined && isContentId(file.content_id);
  return {
    ...attachmentBody(file),
    filename: file.name,
    contentDisposition: inline ? 'inline' : 'attachment',
    ...(inline && { cid: file.content_id }),
  };
}

/** The caller's headers in their order and spelling. Reserved names were rejected at accept. */
function customHeaders(headers: Record<string, string>): string {
  let out = '';
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name) || isBlockedHeader(name) || seen.has(name.toLowerCase())) continue;
    seen.add(name.toLowerCase());
    out += headerField(name, value);
  }
  return out;
}

/** The fields that the MIME library would rewrite. */
function ownFields({ headers = {}, from, to, cc = [], reply_to = [] }: OutgoingMessage): string {
  return [
    customHeaders(headers),
    addressField('From', [from]),
    toField({ to, cc }),
    addressField('Cc', cc),
    addressField('Reply-To', reply_to),
  ].join('');
}

function subjectHeader(subject: string): { prepared: true; value: string } {
  const field = headerField('Subject', subject, true);
  // Trimmed, because a long first word starts on its own line, and removing `Subject: ` would then cut into
  // the CRLF.
  return { prepared: true, value: field.slice('Subject:'.length, -'\r\n'.length).trimStart() };
}

function compile(message: OutgoingMessage) {
  const { html, attachments = [] } = message;
  const text = message.text || (html ? textFromHtml(html, message.subject) : message.subject);
  const composer = new MailComposer({
    subject: subjectHeader(message.subject) as unknown as string,
    messageId: `<${message.id}@mailwright>`,
    date: new Date(message.message_date),
    text: lines(text),
    ...(html && { html: lines(html) }),
    alternatives: attachments.filter(isCalendarMethod).map(calendarPart),
    attachments: attachments.map((file) => attachmentPart(file, Boolean(html))),
    // Lines in quoted-printable and base64 never contain `=_`.
    boundaryPrefix: '--=_mw',
    baseBoundary: createHash('sha256').update(message.id).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile();
}

/** The MIME bytes for SES: deterministic, 7-bit, lines up to 998 octets. Throws on addresses C8 forbids. */
export async function composeMessage(message: OutgoingMessage): Promise<Buffer> {
  const built = await compile(message).build();
  return Buffer.concat([Buffer.from(ownFields(message), 'latin1'), built]);
}
