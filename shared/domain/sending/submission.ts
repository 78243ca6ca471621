import { isBranded } from '../../core/brand.ts';
import type { Category, EmailSource, SentFile, Tag } from '../../core/records/emails.ts';
import type { Id } from '../../core/runtime.ts';
import type { UploadReference } from '../../mail/attachments.ts';
import type { Content, MimeContent, StoredContent } from '../content/pack.ts';
import type { Joined } from '../ports/emails.ts';
import type { Variables } from '../templates/variables.ts';
import type { Idempotency } from './idempotency.ts';
import type { Recipients } from './recipients.ts';

/**
 * One email as it is submitted: everything that can be checked without the clock and without stored state is
 * checked, and files are bytes. The HTTP API, batch items, resends, the SMTP relay and automation steps each
 * build one; `sendEmail` takes it from there.
 */
export type Submission = {
  source: EmailSource;
  resent_from: Id<'msg'> | null;
  /** `addr` or `Name <addr>`, as `to`, `cc`, `bcc` and `reply_to`. */
  from: string;
  recipients: Recipients;
  /** The addresses of to, cc and bcc in that order, each once, in the form for comparing. */
  canonical: string[];
  reply_to: string[];
  /**
   * null: the template gives it. Subject, html and text hold a marker for each `{{unsubscribe_url}}` of their source
   * where `unsubscribe` is true, or the template may say so.
   */
  subject: string | null;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  /** A relayed message, whose own octets go out in place of html, text, headers and attachments. */
  mime?: Omit<MimeContent, 'unsubscribe'>;
  dropped_headers?: string[];
  /** Attachments in `mime`, as the record lists them. */
  relayed_files?: SentFile[];
  /** Number of attachments that a resend leaves out. */
  attachments_omitted?: number;
  /** The message's own Message-ID, which is in References in `headers` or `mime`. */
  original_message_id?: string | null;
  /** Files as bytes, or as they are in the bucket. */
  attachments: Content['attachments'];
  /** Files uploaded before, by id; `resolveUploads` looks them up and puts them among the attachments. */
  uploads: UploadReference[];
  tags: Tag[];
  /** null: as the template says, else transactional. */
  category: Category | null;
  /** Managed unsubscribe on or off; null: as the template says, else off. */
  unsubscribe: boolean | null;
  /** ISO 8601 UTC with milliseconds; null: now. */
  scheduled_at: string | null;
  template: TemplateUse | null;
  /** Alias of the template that subject, html and text were rendered from already. */
  template_alias: string | null;
  /** The tenant it is sent for, as the request names it: external_id or `ten_` id. */
  tenant: string | null;
  idempotency: Idempotency | null;
};

/** A template by alias or `tpl_` id, and the values of its placeholders. */
export type TemplateUse = {
  id: string;
  variables: Variables;
  /** An overriding subject as it was written, for where managed unsubscribe is off. A step has none: its values are filled in. */
  written_subject?: string;
};

/** A submission whose sender is known: its tenant by id, and `from` complete. */
export type OwnSubmission = Submission & { tenant: Id<'ten'> | null };

/** A submission whose parts are final: what is packed, stored and delivered. */
export type Rendered = OwnSubmission & { subject: string; category: Category; content: StoredContent };

export function renderPlain(submission: OwnSubmission): Rendered {
  const { html, text, headers, attachments, mime } = submission;
  const unsubscribe = submission.unsubscribe ?? false;
  return {
    ...submission,
    subject: submission.subject ?? '',
    category: submission.category ?? 'transactional',
    content: mime ? { ...mime, unsubscribe } : { html, text, headers, attachments, unsubscribe },
  };
}

/**
 * A send that is one with other writes of its caller: its id is the caller's, so that a repeated try makes no
 * second email; its draft is part of the deciding write, so that no try touches what another one accepted.
 */
export type Alongside = {
  id: Id<'msg'>;
  /** The id of the record of a send that is refused as suppressed. */
  refused_id: Id<'msg'>;
  joined: Joined;
};

const brand = Symbol.for('mailwright.Overtaken');

/** The caller's other writes found a change: neither they nor the email were written. */
export class Overtaken extends Error {
  readonly [brand] = true;
  constructor() {
    super('overtaken');
    this.name = 'Overtaken';
  }
}

export const isOvertaken = (error: unknown): error is Overtaken => isBranded(error, brand);
