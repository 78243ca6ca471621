import type { Id } from '../core/runtime.ts';
import { addressField, toField } from './address-field.ts';
import { headerField } from './header-value.ts';

/** A relayed message in parts. `entity` is its `Content-…` fields, an empty line, and its body. */
type RelayedMessage = {
  /** `msg_…`: determines the Message-ID, so a retry sends the same bytes. */
  id: Id<'msg'>;
  by: string;
  from: string;
  /** Recipients in the message's own header, which may differ from the envelope. */
  to: string[];
  cc: string[];
  reply_to: string[];
  subject: string;
  received: string;
  kept: string;
  headers: Record<string, string>;
  entity: Buffer;
  /** Milliseconds since the epoch. */
  message_date: number;
};

/** `Sun, 22 Nov 2026 13:00:00 +0000` (RFC 5322 3.3). */
export const dateOf = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** The trace field of this hop, without the client's address. */
const traceOf = ({ by, id, message_date }: RelayedMessage) =>
  `Received: by ${by} with ESMTPSA id ${id};\r\n ${dateOf(message_date)}\r\n`;

/** The octets for SES: a rewritten header and the original body. SES replaces Date and Message-ID. */
export function composeRelayed(message: RelayedMessage): Buffer {
  const { id, from, to, cc, reply_to, subject, headers, message_date } = message;
  const header = [
    traceOf(message),
    message.received,
    ...Object.entries(headers).map(([name, value]) => headerField(name, value)),
    addressField('From', [from]),
    toField({ to, cc }),
    addressField('Cc', cc),
    addressField('Reply-To', reply_to),
    subject === '' ? '' : headerField('Subject', subject, true),
    `Message-ID: <${id}@mailwright>\r\n`,
    `Date: ${dateOf(message_date)}\r\n`,
    message.kept,
    'MIME-Version: 1.0\r\n',
  ];
  return Buffer.concat([Buffer.from(header.join(''), 'latin1'), message.entity]);
}
