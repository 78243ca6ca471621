import type { Id } from '../runtime.ts';

export type Verdict = 'pass' | 'fail' | 'none' | 'unknown';
/** `partial`: every valid signature leaves octets of the body unsigned (`l=`). */
export type DkimVerdict = Verdict | 'partial';

/** The reason why a message could not be read to its end; the part that was read is kept. */
export type ParseError = 'limits' | 'time' | 'malformed' | 'internal';

/** `size` in bytes, decoded. */
export type ReceivedFile = {
  filename: string;
  content_type: string;
  size: number;
  content_id: string | null;
  disposition: 'inline' | 'attachment';
};

/** The part of a received email that lists and its event show; files without their bytes. */
export type ReceivedSummary = {
  id: Id<'inb'>;
  from: string;
  to: string[];
  cc: string[];
  /** Envelope recipients on domains of this account or tenant. */
  rcpt_to: string[];
  subject: string;
  /** The author's own words, without quotes and signature; null when that is nothing. */
  reply_text: string | null;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  spam_status: 'pass' | 'fail' | 'unknown';
  attachment_count: number;
  attachments: Pick<ReceivedFile, 'filename' | 'content_type' | 'size'>[];
  /** Bytes of the message as it was sent, without the two fields that the receiver puts before it. */
  size: number;
  received_at: string;
  parse_error: ParseError | null;
  /** Set when something was cut to fit; the record by id has all of it. */
  truncated?: true;
};

/** A received email as it is stored: the part that lists show, immutable. */
export type ReceivedEmail = ReceivedSummary & {
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  /** The bare address of From, as filters compare it; empty when there is none. */
  from_address: string;
  /** The time when the record was made, which is also that of its event. */
  recorded_at: string;
  /** The number of its files in the bucket, from 0. */
  files: number;
};

/** The part that is too large for the table: one object, written with the record and never changed. */
export type ReceivedContent = {
  to: string[];
  cc: string[];
  reply_to: string[];
  references: string[];
  headers: { name: string; value: string }[];
  html: string | null;
  text: string | null;
  /** Absent in objects of an earlier release. */
  reply_text?: string | null;
  auth: { spf: Verdict; dkim: DkimVerdict; dmarc: Verdict };
  attachments: ReceivedFile[];
  /** html, text or headers were cut. */
  truncated: boolean;
};
