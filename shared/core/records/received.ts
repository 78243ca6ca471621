import type { Id } from '../runtime.ts';

export type Verdict = 'pass' | 'fail' | 'none' | 'unknown';

/** Why a message could not be read to its end; what was read until then is kept (R52). */
export type ParseError = 'limits' | 'time' | 'malformed' | 'internal';

/** A file of a received email; `size` in bytes, decoded. */
export type ReceivedFile = {
  filename: string;
  content_type: string;
  size: number;
  content_id: string | null;
  disposition: 'inline' | 'attachment';
};

/** The part of a received email that lists and its event show; files without their bytes (H25). */
export type ReceivedSummary = {
  id: Id<'inb'>;
  from: string;
  to: string[];
  cc: string[];
  /** Envelope recipients on domains of this account or tenant (R39). */
  rcpt_to: string[];
  subject: string;
  /** The author's own words, without quotes and signature; null when that is nothing (N40). */
  reply_text: string | null;
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  spam_status: 'pass' | 'fail' | 'unknown';
  attachment_count: number;
  attachments: Pick<ReceivedFile, 'filename' | 'content_type' | 'size'>[];
  /** Bytes of the message as it was sent, without the two fields that the receiver puts before it (R42). */
  size: number;
  received_at: string;
  parse_error: ParseError | null;
  /** Something of it was cut to fit; all of it is in the record by id. */
  truncated?: true;
};

/** A received email as it is stored: what lists show, immutable. */
export type ReceivedEmail = ReceivedSummary & {
  account: Id<'acc'>;
  tenant: Id<'ten'> | null;
  /** The bare address of From, as filters compare it; empty when there is none. */
  from_address: string;
  /** When the record was made; its event has this time. */
  recorded_at: string;
  /** Objects of the bucket: files are numbered from 0. */
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
  /** Absent in what an earlier release wrote. */
  reply_text?: string | null;
  auth: { spf: Verdict; dkim: Verdict; dmarc: Verdict };
  attachments: ReceivedFile[];
  /** html, text or headers were cut (R49, R51). */
  truncated: boolean;
};
