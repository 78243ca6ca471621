import { minuteOf } from '../days.ts';
import type { Id, IdPrefix } from '../runtime.ts';

export type Tag = { name: string; value: string };

export const categories = ['transactional', 'product', 'newsletter'] as const;
export type Category = (typeof categories)[number];

export const emailSources = ['api', 'smtp', 'automation', 'resend', 'dashboard'] as const;
export type EmailSource = (typeof emailSources)[number];

/** An attachment as the email's record lists it; `size` in bytes. */
export type SentFile = { name: string; content_type: string; size: number };

/** The part that the accept writes and nothing changes later; an item of its own, outside the meta item, when it is large. */
export type Envelope = {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  tags: Tag[];
  /** Absent: none, or accepted before release 0.2. */
  attachments?: SentFile[];
  /** Lower-case names of header fields that a relayed message lost; absent: none. */
  dropped_headers?: string[];
  /** Number of attachments of the original that a resend left out; absent: none, or not a resend. */
  attachments_omitted?: number;
  /** The Message-ID that the sender set, in angle brackets; absent: none. */
  original_message_id?: string;
};

/** Our own progress; with SES's reports in `outcomes` it makes the status that callers see (`domain/emails/status.ts`). */
type EmailState = 'queued' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled';

/**
 * The time of each reported outcome of each recipient: `<position><letter>` -> epoch ms of the provider. Positions count to, cc,
 * bcc through; letters: d delivered, y delayed, b bounced, t too where the bounce is soft, r where it is a block, f refused
 * by the receiving server while SES delivered, x suppressed by SES, c complained, o opened, k clicked; `0u`: the recipient of
 * the unsubscribe link left, whatever its position; `*f` when SES rejected the whole email, `*<attempt>s` when it
 * took the message of an attempt. One entry is written once and never changed.
 */
type Outcomes = Record<string, number>;

/** The place of a body: an item, or the bucket, where scheduled emails, which are kept longer, have a prefix. */
export type BodyPlace = 'item' | 'object' | 'scheduled';

/** The answer of an only recipient's server: epoch ms, smtp_response, remote_mta, processing_ms; a list saves room. */
export type DeliveryAnswer = readonly [number, string | null, string | null, number | null];

/** The meta item: <= 1 KB, so that each of its updates is one write unit. */
export type EmailMeta = Partial<Envelope> & {
  id: Id<'msg'>;
  account: Id<'acc'>;
  /** Id of the key or credential that sent it; null for the service itself. */
  actor: Id<'key' | 'mem' | 'smtpc'> | null;
  tenant: Id<'ten'> | null;
  category: Category;
  template: string | null;
  source: EmailSource;
  resent_from: Id<'msg'> | null;
  scheduled_at: string | null;
  created_at: string;
  /** Its from-domain's settings at its acceptance (`domain/domains/email-settings.ts`); absent: accepted before release 0.2. */
  settings?: string;
  /** Counted as scheduled when accepted, until it is no longer scheduled. */
  schedule_counted?: true;
  /** The part of its batch that holds its content with that of others, and its place in the request. */
  batch?: { id: Id<'bat'>; index: number };
  recipient_count: number;
  state: EmailState;
  outcomes: Outcomes;
  /** With it email.delivered needs no row of its own. */
  answer?: DeliveryAnswer;
  /** The place of the envelope fields; null: here. */
  envelope: 'item' | null;
  /** The place of the body; null: there is none. */
  content: BodyPlace | null;
  /** Minute (epoch minutes) of its outbox row while it is scheduled or queued. */
  outbox: number | null;
  /** Send attempts begun so far. */
  attempt: number;
  /** End of the current lease, epoch ms. */
  lease_until: number | null;
  message_id: string | null;
  /** The time of email.sent as it is emitted; what callers see is `sentAt` of `domain/emails/status.ts`. */
  sent_at: string | null;
  cancelled_at: string | null;
  failed_at: string | null;
  failure_reason: string | null;
  bounce_reason: string | null;
  /**
   * Provider time (epoch ms) of the event that gave bounce_reason, with its place as thousandths (0 the whole email, 1
   * the first recipient): the earliest wins. A reason too long for the meta is in the event's row alone.
   */
  bounce_reason_at: number | null;
  /** The same for failure_reason; absent when the failure is our own. */
  failure_reason_at?: number | null;
  /** Whether email.delivery_delayed was published for the queue's own delay. */
  delayed: boolean;
};

/**
 * The decision of a POST /emails/batch: of `size` items those in `refusals` were refused, all others accepted. Their
 * ids are derived from batch and index, so one small item is all that has to be written at once.
 */
export type Batch = {
  id: Id<'bat'>;
  account: Id<'acc'>;
  created_at: string;
  size: number;
  /** `email_shards` of the account at that moment. */
  shards: number;
  /** Epoch minutes of the one outbox row, until everything is written and queued; null: nothing to do. */
  outbox: number | null;
  /** The place of the envelopes and contents of the valid items, which are kept together; null: no item was valid. */
  content: BodyPlace | null;
  /** The number of its parts, of which a worker unpacks one: more than one only where templates enlarge a request. */
  parts: number;
  /** Indexes of the accepted items that wait for a time of their own. */
  scheduled: number[];
  /** Indexes by the settings of their from-domains that their emails keep; those of no setting are left out. */
  settings?: Record<string, number[]>;
  /** Packed list of the refused items; null: none was. */
  refusals: Uint8Array | null;
};

/** The id that keeps the n-th part (from 0) of a batch's content, as in `email.batch.id`; the first has the batch's own. */
export const partId = (batch: Id<'bat'>, part: number): Id<'bat'> =>
  part === 0 ? batch : `${batch}.${part}`;

/** Whether the sweep has yet to publish email.scheduled or to queue the email: its outbox row lies before its time. */
export const isRowAhead = ({ outbox, scheduled_at }: Pick<EmailMeta, 'outbox' | 'scheduled_at'>): boolean =>
  outbox !== null && scheduled_at !== null && outbox <= minuteOf(scheduled_at);

export type Email = EmailMeta & Envelope;

/** A file registered by POST /attachments; its bytes are in the bucket once they were uploaded. */
export type Upload = {
  id: Id<'att'>;
  account: Id<'acc'>;
  /** The tenant of the key that made it. */
  tenant: Id<'ten'> | null;
  name: string;
  content_type: string;
  size: number;
  created_at: string;
};

/** `stored` is null until its bytes are in the bucket; `at`: epoch ms of the upload. */
export type StoredUpload = Upload & { stored: { size: number; etag: string; at: number } | null };

export const initialProgress = {
  outcomes: {},
  envelope: null,
  attempt: 0,
  lease_until: null,
  message_id: null,
  sent_at: null,
  cancelled_at: null,
  failed_at: null,
  failure_reason: null,
  bounce_reason: null,
  bounce_reason_at: null,
  delayed: false,
} as const;

/** An idempotency claim: the request's hash and the email or batch that it made. */
export type IdempotencyClaim = {
  account: Id<'acc'>;
  key: string;
  hash: string;
  email_id: Id<IdPrefix>;
  tenant: Id<'ten'> | null;
  /** It is the tenant's by the limit of its key alone: the request did not name it, and the from-domain is not its own. */
  tenant_by_key?: boolean;
  status: 'sent' | 'scheduled';
  /** Epoch ms; compared by the time itself, the table's TTL lags. */
  expires_at: number;
};
