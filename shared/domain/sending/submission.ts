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
 * A submitted email after every check that needs neither the clock nor stored state. Files are bytes. The
 * HTTP API, batch items, resends, the SMTP relay, and automation steps each build one for `sendEmail`.
 */
export type Submission = {
  source: EmailSource;
  resent_from: Id<'msg'> | null;
  /** `addr` or `Name <addr>`, as are `to`, `cc`, `bcc`, and `reply_to`. */
  from: string;
  recipients: Recipients;
  /** Unique addresses of to, cc, and bcc in that order, in canonical form. */
  canonical: string[];
  reply_to: string[];
  /**
   * If null, the template provides it. If `unsubscribe` is true, or the template may decide, subject, html,
   * and text have a marker for each `{{unsubscribe_url}}`.
   */
  subject: string | null;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  /** A relayed message, whose own octets are sent instead of html, text, headers, and attachments. */
  mime?: Omit<MimeContent, 'unsubscribe'>;
  dropped_headers?: string[];
  /** Attachments in `mime`, as the record lists them. */
  relayed_files?: SentFile[];
  /** Number of attachments that a resend leaves out. */
  attachments_omitted?: number;
  /** The message's own Message-ID, which is in References in `headers` or `mime`. */
  original_message_id?: string | null;
  /** Files, either as bytes or as they are stored in the bucket. */
  attachments: Content['attachments'];
  /** Uploaded files by id. `resolveUploads` moves them to the attachments. */
  uploads: UploadReference[];
  tags: Tag[];
  /** If null, the template's category applies. Without a template, it is transactional. */
  category: Category | null;
  /**
   * Whether managed unsubscribe is on. If null, the template's setting applies. Without a template, it is
   * off.
   */
  unsubscribe: boolean | null;
  /** ISO 8601 UTC with milliseconds. Null for now. */
  scheduled_at: string | null;
  template: TemplateUse | null;
  /** Alias of the template that subject, html, and text were already rendered from. */
  template_alias: string | null;
  /** The tenant the request names: external_id or `ten_` id. */
  tenant: string | null;
  idempotency: Idempotency | null;
};

/** A template by alias or `tpl_` id, and its placeholder values. */
export type TemplateUse = {
  id: string;
  variables: Variables;
  /**
   * The subject that overrides the template's, as written, for sends without managed unsubscribe. Steps have
   * none, because their values are already filled in.
   */
  written_subject?: string;
};

/** A submission whose sender is known: tenant by id, and `from` complete. */
export type OwnSubmission = Submission & { tenant: Id<'ten'> | null };

/** A submission with final parts: what is packed, stored, and delivered. */
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
 * A send that is tied to its caller's other writes. The caller provides its id, so a retry doesn't create a
 * second email. The final write includes its draft, so no attempt affects what another attempt accepted.
 */
export type Alongside = {
  id: Id<'msg'>;
  /** The record's id if the send is refused as suppressed. */
  refused_id: Id<'msg'>;
  joined: Joined;
};

const brand = Symbol.for('mailwright.Overtaken');

/** One of the caller's conditional writes failed, so nothing was written, not even the email. */
export class Overtaken extends Error {
  readonly [brand] = true;
  constructor() {
    super('overtaken');
    this.name = 'Overtaken';
  }
}

export const isOvertaken = (error: unknown): error is Overtaken => isBranded(error, brand);
