import type { Domain } from '../../core/records/accounts.ts';
import type {
  Batch,
  BodyPlace,
  Email,
  EmailMeta,
  Envelope,
  IdempotencyClaim,
  StoredUpload,
  Upload,
} from '../../core/records/emails.ts';
import type { EmailEvent, EmailFailure, TimelineType } from '../../core/records/events.ts';
import type { CountedLimit, ExceededLimit, Limit } from '../../core/records/limits.ts';
import type { OptOut, Suppression } from '../../core/records/lists.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';

/** Everything that an accept decides on, read in one round trip. */
export type SendFacts = {
  claim: IdempotencyClaim | null;
  domain: Domain | null;
  /** The limits asked for, in their order, each with its counts. */
  limits: CountedLimit[];
  /** What the template's name points at; null = nothing. */
  template: TemplatePointer | null;
  /** In the order of the addresses asked for; null = not suppressed. */
  suppressions: (Suppression | null)[];
  /** Category opt-outs, in the same order. */
  opt_outs: OptOut[][];
};

/** The facts that a send needs: claim, from-domain, limits, template (by alias or id), each address's list entries. */
export type FactsInput = {
  account: string;
  idempotency_key: string | null;
  domain: string | null;
  limits: Limit[];
  template: string | null;
  addresses: string[];
};

/** `duplicate_key`: the idempotency claim is taken; `exceeded`: the first of the limits that refuses the send. */
export type AcceptResult = 'accepted' | 'duplicate_key' | { exceeded: ExceededLimit };

/** Emails and what stands beside them in the table. */
export type EmailStore = {
  /** One BatchGetItem for any number of sends; what several of them need is read once. */
  readFacts: (sends: FactsInput[]) => Promise<SendFacts[]>;
  /** Where content of this size is kept: beside the meta, or in the bucket by how long (Q4). */
  place: (content: Uint8Array, email: { scheduled: boolean }) => BodyPlace;
  /**
   * outbox row, body and, where it stands apart, envelope: written beside the reads, before anything is decided,
   * so that whatever is accepted is whole.
   */
  putDraft: (meta: EmailMeta, envelope: Envelope, content: Uint8Array, shards: number) => Promise<void>;
  /** Takes a draft back when its send was refused. */
  discardDraft: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  /** The one write that decides: the email, its claim and its counts on all limits, together or not at all. */
  writeAccept: (input: {
    meta: EmailMeta;
    envelope: Envelope;
    claim: IdempotencyClaim | null;
    limits: CountedLimit[];
    /** The body of a draft that was not put before: then the draft is part of this write. */
    content: Uint8Array | null;
    shards: number;
  }) => Promise<AcceptResult>;
  /** Strongly consistent. Expired claims are null. */
  readClaim: (account: string, key: string) => Promise<IdempotencyClaim | null>;
  /** A record without content: the trace of a refused send (H17 email.suppressed). */
  putRefused: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  get: (account: string, id: string) => Promise<Email | null>;
  /** Newest first: ids below `before`, which is the last email already seen, down to `since`. */
  list: (input: {
    account: string;
    /** Only the emails of this tenant; null: all of the account. */
    tenant: string | null;
    shards: number;
    limit: number;
    before: string | null;
    since: string | null;
  }) => Promise<{
    emails: Email[];
    /** Id to go on from, null when the list is over. */
    next: string | null;
  }>;
  /** Packed; of an email of a batch the whole batch's (`domain/emails/content-of.ts` knows the difference). */
  /** `probe`: a cheap look that may miss what was just written. */
  readContent: (
    meta: Pick<EmailMeta, 'id' | 'account' | 'content' | 'batch'>,
    options?: { probe: boolean },
  ) => Promise<Uint8Array | null>;
  /** queued -> sending, or a dead lease taken over; null when it is not this worker's to send. */
  lease: (input: {
    id: string;
    now: number;
    lease_until: number;
    dead_before: number;
  }) => Promise<{ leased: true; email: Email } | { leased: false; email: Email | null }>;
  /** sending -> queued: SES took nothing. */
  release: (input: { id: string; attempt: number }) => Promise<void>;
  /**
   * queued or sending -> sent; a `sent_at` that is stored already stays. What is stored then; null when the email was
   * sent before.
   */
  markSent: (input: {
    id: string;
    message_id: string;
    sent_at: string;
  }) => Promise<{ sent_at: string; message_id: string } | null>;
  /** queued or sending -> failed, with the event's row; false when the email went out or was failed already. */
  markFailed: (input: EmailFailure) => Promise<boolean>;
  /** Notes that the queue's own delay was told. */
  markDelayed: (id: string) => Promise<void>;
  deleteOutboxRow: (id: string, outbox: number) => Promise<void>;
  /** Moves a outbox row on: `from` -> `to` minutes; the meta follows. */
  moveOutboxRow: (
    email: Pick<EmailMeta, 'id' | 'account' | 'state'>,
    from: number,
    to: number,
  ) => Promise<void>;
  /**
   * scheduled -> queued, if it is still scheduled for this time, counted on all limits in the same write (Q2);
   * `lost`: it was fired, moved or cancelled before.
   */
  fire: (input: {
    id: string;
    scheduled_at: string;
    limits: CountedLimit[];
  }) => Promise<'queued' | 'lost' | { exceeded: ExceededLimit }>;
  /** scheduled -> failed, on the same condition. */
  failScheduled: (input: EmailFailure & { scheduled_at: string }) => Promise<boolean>;
  /** scheduled -> cancelled; the email as it stands, null when there is none. */
  cancel: (input: {
    id: string;
    cancelled_at: string;
  }) => Promise<{ cancelled: true; email: Email } | { cancelled: false; email: Email | null }>;
  /** Moves time, outbox row and expiries (Q4, Q15) at once; false when the email is no longer as it was seen. */
  reschedule: (
    seen: Email,
    change: { scheduled_at: string; outbox: number; event: EmailEvent<TimelineType> },
  ) => Promise<boolean>;
  /** Ids whose outbox row stands in this minute. */
  listOutbox: (minute: number) => Promise<string[]>;
  readSweep: () => Promise<number | null>;
  writeSweep: (minute: number) => Promise<void>;
  getMeta: (id: string) => Promise<Email | null>;
};

/** Batches (H15): one item decides over all emails of a request, which are written afterwards. */
export type BatchStore = {
  /** outbox row and contents, written beside the reads, before anything is decided. */
  putDraft: (draft: BatchDraft, packed: Uint8Array[]) => Promise<void>;
  discardDraft: (draft: BatchDraft) => Promise<void>;
  /**
   * The one write that decides: the batch, the claim and the counts of all items that fit. `limits`: those of each
   * item, which counts whole on all of them or on none; `record` makes the batch of what refuses each item.
   */
  writeBatch: (input: {
    claim: IdempotencyClaim | null;
    limits: CountedLimit[][];
    record: (exceeded: (ExceededLimit | null)[]) => Batch;
  }) => Promise<Batch | 'duplicate_key'>;
  /** Strongly consistent; `unfinished`: its outbox row stands. */
  read: (id: string) => Promise<{ batch: Batch; unfinished: boolean } | null>;
  /**
   * Writes emails that nobody else can be writing, a few calls for all of them. Returns or throws only when no
   * call is under way any more: a late one would undo what happened to an email meanwhile.
   */
  putEmails: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<void>;
  /** Writes those that are not there yet, by condition; each as it stands afterwards. */
  putMissing: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<EmailMeta[]>;
  /** Whether all of them are there. */
  haveEmails: (ids: string[]) => Promise<boolean>;
  moveOutboxRow: (id: string, account: string, from: number, to: number) => Promise<void>;
};

export type BatchDraft = Pick<Batch, 'id' | 'account' | 'created_at'> & {
  outbox: number;
  /** When the last of its emails goes out: its content is kept from then on (Q4). */
  last_at: string;
  content: BodyPlace;
  parts: number;
};

/** What SES reported, one row per (email, type, recipient). */
export type EventStore = {
  /** Conditional: false when the row stands already (its first content stays). */
  putEvent: (event: EmailEvent) => Promise<{ created: boolean; event: EmailEvent }>;
  /** Gives the row of this very event the data that it turned out to have; nothing when another has it. */
  amendEvent: (event: EmailEvent) => Promise<void>;
  /** Every row of an email's timeline, in no order of time. */
  listEvents: (email_id: string) => Promise<EmailEvent<TimelineType>[]>;
  /**
   * Adds outcomes (`<position><letter>` -> epoch ms; those that stand are kept) and the reason, if it is the
   * earliest of its kind. The email with its envelope; null when the account has no such email.
   */
  recordOutcomes: (input: {
    email_id: string;
    account: string;
    outcomes: Record<string, number>;
    message_id: string;
    /** The time of email.sent, where none is stored yet (Q55). */
    sent_at: string;
    reason: { of: 'bounce' | 'failure'; text: string; at: number; position: number } | null;
  }) => Promise<Email | null>;
  /** Notes at `at` (epoch ms) that the email's own link unsubscribed; nothing when the record is gone (Q21). */
  recordUnsubscribed: (input: { email_id: string; account: string; at: number }) => Promise<void>;
};

/** Files that are uploaded ahead of the emails that carry them (H8). */
export type AttachmentStore = {
  create: (upload: Upload) => Promise<void>;
  /** Where its bytes go by PUT: exactly `size` of them, of this type, within `seconds`. */
  link: (upload: Upload, seconds: number) => Promise<string>;
  /** One round trip for any number of ids; null: the account announced no such file. */
  find: (account: string, ids: string[]) => Promise<(StoredUpload | null)[]>;
  /** The bytes; null when they are gone or were replaced since they bore this etag. */
  read: (upload: Pick<Upload, 'account' | 'id'>, etag: string) => Promise<Uint8Array | null>;
};
