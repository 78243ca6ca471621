import type { Id } from '../runtime.ts';

export type Verdict = 'pass' | 'fail' | 'none' | 'unknown';
/** `partial` means that every valid signature leaves part of the body unsigned (`l=`). */
export type DkimVerdict = Verdict | 'partial';

/** Why parsing stopped early. The part already read is kept. */
export type ParseError = 'limits' | 'time' | 'malformed' | 'internal';

/** `size` in bytes, decoded. */
export type ReceivedFile = {
  filename: string;
  content_type: string;
  size: number;
  content_id: string | null;
  disposition: 'inline' | 'attachment';
};

/** The part of a received email shown in lists and its event. Files without their bytes. */
export type ReceivedSummary = {
  id: Id<'inb'>;
  from: string;
  to: string[];
  cc: string[];
  /** Envelope recipients on this account's or tenant's domains. */
  rcpt_to: string[];
  subject: string;
  /** The author's own words, without quotes and signature. Null if nothing remains. */
  reply_text: string | null;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  spam_status: 'pass' | 'fail' | 'unknown';
  attachment_count: number;
  attachments: Pick<ReceivedFile, 'filename' | 'content_type' | 'size'>[];
  /** Bytes of the message as sent, without the two fields the receiver prepends. */
  size: number;
  received_at: string;
  parse_error: ParseError | null;
  /** Set when text was truncated to fit. The record by id has everything. */
  truncated?: true;
};

/** A stored received email: the immutable part shown in lists. */
export type ReceivedEmail = ReceivedSummary & {
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  /** The bare From address, for filters. Empty if missing. */
  from_address: string;
  /** When the record and its event were made. */
  recorded_at: string;
  /** How many files the bucket has, numbered from 0. */
  files: number;
};

/** The part too large for the table: one object, written with the record and never changed. */
export type ReceivedContent = {
  to: string[];
  cc: string[];
  reply_to: string[];
  references: string[];
  headers: { name: string; value: string }[];
  html: string | null;
  text: string | null;
  reply_text: string | null;
  auth: { spf: Verdict; dkim: DkimVerdict; dmarc: Verdict };
  attachments: ReceivedFile[];
  /** html, text, or headers were cut. */
  truncated: boolean;
};
