import { minuteOf } from '../days.ts';
import type { Id, IdPrefix } from '../runtime.ts';

export type Tag = { name: string; value: string };

export const categories = ['transactional', 'product', 'newsletter'] as const;
export type Category = (typeof categories)[number];

export const emailSources = ['api', 'smtp', 'automation', 'resend', 'dashboard'] as const;
export type EmailSource = (typeof emailSources)[number];

/** An attachment as the email's record lists it. `size` in bytes. */
export type SentFile = { name: string; content_type: string; size: number };

/** Written on accept and immutable. Large envelopes are a separate item, outside the meta item. */
export type Envelope = {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  tags: Tag[];
  /** Absent if there are none, or if accepted before release 0.2. */
  attachments?: SentFile[];
  /** Lower-case names of header fields dropped from a relayed message. Absent if none. */
  dropped_headers?: string[];
  /** The number of the original's attachments that a resend left out. Absent if none, or not a resend. */
  attachments_omitted?: number;
  /** The sender's own Message-ID, in angle brackets. Absent if none. */
  original_message_id?: string;
};

/**
 * Our own progress. The status that callers see is computed from it and from `outcomes`, which SES reports
 * (`domain/emails/status.ts`).
 */
type EmailState = 'queued' | 'scheduled' | 'sending' | 'sent' | 'failed' | 'cancelled';

/**
 * When each recipient's outcomes happened: `<position><letter>` -> the provider's epoch ms. Positions count
 * through to, cc, bcc. Entries are never changed.
 *
 * Letters: d delivered, y delayed, b bounced (with t: soft, with r: a block), f refused by the receiver after
 * SES reported delivery, x suppressed by SES, c complained, o opened, k clicked. `0u`: the unsubscribe link's
 * recipient left, whatever their position. `*f`: SES rejected the whole email. `*<attempt>s`: SES accepted
 * that attempt's message.
 */
type Outcomes = Record<string, number>;

/** Where a body is stored: an item or the bucket. Scheduled emails are kept longer, under their own prefix. */
export type BodyPlace = 'item' | 'object' | 'scheduled';

/**
 * The server's response to a single recipient: epoch ms, smtp_response, remote_mta, processing_ms. A tuple
 * saves room.
 */
export type DeliveryAnswer = readonly [number, string | null, string | null, number | null];

/** The meta item: at most 1 KB, so each update costs one write unit. */
export type EmailMeta = Partial<Envelope> & {
  id: Id<'msg'>;
  account: Id<'acc'>;
  /** The id of the sending key or credential. Null for the service itself. */
  actor: Id<'key' | 'mem' | 'smtpc'> | null;
  tenant: Id<'ten'> | null;
  category: Category;
  template: string | null;
  source: EmailSource;
  resent_from: Id<'msg'> | null;
  scheduled_at: string | null;
  created_at: string;
  /**
   * The from-domain's settings on accept (`domain/domains/email-settings.ts`). Absent for emails accepted
   * before release 0.2.
   */
  settings?: string;
  /** The count of scheduled emails includes this email while it is scheduled. */
  schedule_counted?: true;
  /** The batch part that stores the content of several emails, and this email's index in the request. */
  batch?: { id: Id<'bat'>; index: number };
  recipient_count: number;
  state: EmailState;
  outcomes: Outcomes;
  /** With it, email.delivered needs no separate row. */
  answer?: DeliveryAnswer;
  /** Where the envelope fields are stored. Null if they are in this item. */
  envelope: 'item' | null;
  /** Where the body is stored. Null if there is no body. */
  content: BodyPlace | null;
  /** Epoch minutes of its outbox row while scheduled or queued. */
  outbox: number | null;
  /** Send attempts started so far. */
  attempt: number;
  /** End of the current lease, epoch ms. */
  lease_until: number | null;
  message_id: string | null;
  /**
   * The time of sending in the event email.sent. Callers see `sentAt` from `domain/emails/status.ts` instead.
   */
  sent_at: string | null;
  cancelled_at: string | null;
  failed_at: string | null;
  failure_reason: string | null;
  bounce_reason: string | null;
  /**
   * Provider time (epoch ms) of the event behind bounce_reason. The earliest wins. Thousandths break ties by
   * position (0 the whole email, 1 the first recipient). The event's row keeps a reason too long for this
   * item.
   */
  bounce_reason_at: number | null;
  /** The same for failure_reason. Absent if Mailwright itself failed the email. */
  failure_reason_at?: number | null;
  /** Whether email.delivery_delayed was published for delay in our own queue. */
  delayed: boolean;
};

/**
 * The outcome of a POST /emails/batch: of `size` items, all but those in `refusals` were accepted. Email ids
 * derive from batch and index, so the accepting write needs only this small item.
 */
export type Batch = {
  id: Id<'bat'>;
  account: Id<'acc'>;
  created_at: string;
  size: number;
  /** The account's `email_shards` at that time. */
  shards: number;
  /**
   * The minute (since the epoch) of the only outbox row, until everything is written and queued. Null when
   * done.
   */
  outbox: number | null;
  /** Where the valid items' envelopes and contents are stored together. Null if no item was valid. */
  content: BodyPlace | null;
  /**
   * The number of parts, which workers unpack one by one. More than 1 only if templates enlarge the request.
   */
  parts: number;
  /** Indexes of accepted items scheduled for their own time. */
  scheduled: number[];
  /**
   * Item indexes by the from-domain settings that their emails store. Items without settings are left out.
   */
  settings?: Record<string, number[]>;
  /** Packed list of refused items. Null if none. */
  refusals: Uint8Array | null;
};

/**
 * The id that stores the n-th part (from 0) of a batch's content, as in `email.batch.id`. The first part has
 * the batch's id.
 */
export const partId = (batch: Id<'bat'>, part: number): Id<'bat'> =>
  part === 0 ? batch : `${batch}.${part}`;

/** Failure reasons from our own check of suppression lists. */
export const refusals = new Set(['suppressed', 'category_unsubscribed']);

/**
 * Whether the sweep must still publish email.scheduled or queue the email, because its outbox row is before
 * its time.
 */
export const isRowAhead = ({ outbox, scheduled_at }: Pick<EmailMeta, 'outbox' | 'scheduled_at'>): boolean =>
  outbox !== null && scheduled_at !== null && outbox <= minuteOf(scheduled_at);

export type Email = EmailMeta & Envelope;

/** A file registered by POST /attachments. Its bytes are in the bucket once uploaded. */
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

/** `stored` is null until its bytes are in the bucket. `at` is the upload time (epoch ms). */
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

/** An idempotency claim: the request's hash and the email or batch it made. */
export type IdempotencyClaim = {
  account: Id<'acc'>;
  key: string;
  hash: string;
  email_id: Id<IdPrefix>;
  tenant: Id<'ten'> | null;
  /**
   * True if the email belongs to the tenant only because the key is limited to that tenant. Neither the
   * request nor the from-domain named it.
   */
  tenant_by_key?: boolean;
  status: 'sent' | 'scheduled';
  /** Epoch ms. Compare with the clock, because the table's TTL lags. */
  expires_at: number;
};
