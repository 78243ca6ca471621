import type { Domain } from '../../core/records/domains.ts';
import type {
  Batch,
  BodyPlace,
  DeliveryAnswer,
  Email,
  EmailMeta,
  Envelope,
  IdempotencyClaim,
  StoredUpload,
  Upload,
} from '../../core/records/emails.ts';
import type { EmailEvent, EmailFailure, TimelineType } from '../../core/records/events.ts';
import type {
  CountedLimit,
  ExceededLimit,
  PlanLimit,
  RampCounts,
  RampLimit,
  TotalLimit,
} from '../../core/records/limits.ts';
import type { OptOut, Suppression } from '../../core/records/lists.ts';
import type { TemplatePointer } from '../../core/records/templates.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { TrackingState } from '../../core/records/tracking.ts';
import type { Id } from '../../core/runtime.ts';
import type { Entries, ShardedPage } from './common.ts';

/** Everything an accept decision needs, read in one round trip. */
export type SendFacts = {
  claim: IdempotencyClaim | null;
  domain: Domain | null;
  /** Strongly consistent. Null if none was requested, or it is deleted. */
  tenant: Tenant | null;
  limits: CountedLimit[];
  /** The requested ramps in order. */
  ramps: (AskedRamp & { counts: RampCounts | null })[];
  /** The pointer of the template's name, or null. */
  template: TemplatePointer | null;
  /** From the tenant's list or the account's, in the order of the addresses. Null if not suppressed. */
  suppressions: (Suppression | null)[];
  /** Category opt-outs, in the same order. */
  opt_outs: OptOut[][];
};

/** A ramp whose counts are read before the send's stream is known. */
type AskedRamp = Pick<RampLimit, 'owner' | 'kind'>;

/**
 * The facts a send needs: claim, from-domain, limits, template (by alias or id), and each address's list
 * entries.
 */
export type FactsInput = {
  account: Id<'acc'>;
  idempotency_key: string | null;
  domain: string | null;
  /** `ten_` id of the email's tenant, if known. Adds its record, list, and ramp. */
  tenant: Id<'ten'> | null;
  /** Whether the send counts now. A scheduled send counts when it fires. */
  counted: boolean;
  limits: (PlanLimit | TotalLimit)[];
  ramps: AskedRamp[];
  template: string | null;
  addresses: string[];
};

/**
 * `duplicate_key` means that the idempotency claim is taken, `exceeded` is the first limit that refuses, and
 * `overtaken` means that an item in the same write has changed.
 */
export type AcceptResult = 'accepted' | 'duplicate_key' | 'overtaken' | { exceeded: ExceededLimit };

/** Another store's conditional writes, made in one transaction with an email or not at all. */
export type Joined = { readonly joined: readonly unknown[] };

/** The emails next to another one in a list, newest first. */
export type Neighbors = { newer: Id<'msg'> | null; older: Id<'msg'> | null };

export type EmailStore = {
  /** One BatchGetItem for any number of sends. Shared items are read once. */
  readFacts: (sends: FactsInput[]) => Promise<SendFacts[]>;
  /** Where to store content of this size: in an item, or in the bucket by retention. */
  place: (content: Uint8Array, email: { scheduled: boolean }) => BodyPlace;
  /** Writes outbox row, body, and envelope before the final write, so every accepted email is complete. */
  putDraft: (meta: EmailMeta, envelope: Envelope, content: Uint8Array, shards: number) => Promise<void>;
  /** Deletes the draft of a refused send. */
  discardDraft: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  /** The final write: the email, its claim, and its counts on all limits, all or nothing. */
  writeAccept: (input: {
    meta: EmailMeta;
    envelope: Envelope;
    claim: IdempotencyClaim | null;
    limits: CountedLimit[];
    /** The body of a draft that `putDraft` did not write. This write includes it. */
    content: Uint8Array | null;
    shards: number;
    joined: Joined | null;
  }) => Promise<AcceptResult>;
  /** Strongly consistent. Expired claims are null. */
  readClaim: (account: Id<'acc'>, key: string) => Promise<IdempotencyClaim | null>;
  /** Records a refused send, without content (H17 email.suppressed). */
  putRefused: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  get: (account: Id<'acc'>, id: Id<'msg'>) => Promise<Email | null>;
  /** Newest first. `tenant` limits the list to one tenant. Null for the whole account. */
  list: (page: ShardedPage & { account: Id<'acc'>; tenant: Id<'ten'> | null }) => Promise<Entries<Email>>;
  /** The ids around an email in that list. Null at its ends. */
  neighbors: (list: {
    account: Id<'acc'>;
    tenant: Id<'ten'> | null;
    shards: number;
    id: Id<'msg'>;
  }) => Promise<Neighbors>;
  /**
   * The packed content; for a batch email, that of its part of the batch
   * (`domain/content/read-unexpired.ts`). With `probe`, the read is eventually consistent and may miss recent
   * writes.
   */
  readContent: (
    meta: { id: Id<'msg' | 'bat'> } & Pick<EmailMeta, 'account' | 'content' | 'batch'>,
    options?: { probe: boolean },
  ) => Promise<Uint8Array | null>;
  /** queued -> sending, or takes over a dead lease. Not leased if another worker has it or it is final. */
  lease: (input: {
    id: Id<'msg'>;
    lease_until: number;
    dead_before: number;
  }) => Promise<{ leased: true; email: Email } | { leased: false; email: Email | null }>;
  /** sending -> queued, with an outbox row in minute `outbox` again, because SES accepted nothing. */
  release: (email: Email, outbox: number) => Promise<void>;
  /** queued or sending -> sent. Keeps a stored `sent_at`. Returns what is stored, or null if already sent. */
  markSent: (input: {
    id: Id<'msg'>;
    message_id: string;
    sent_at: string;
  }) => Promise<{ sent_at: string; message_id: string } | null>;
  /** queued or sending -> failed, with the event's row. False if already sent or failed. */
  markFailed: (input: EmailFailure) => Promise<boolean>;
  markDelayed: (id: Id<'msg'>) => Promise<void>;
  deleteOutboxRow: (id: string, outbox: number) => Promise<void>;
  hasOutboxRow: (id: string, outbox: number) => Promise<boolean>;
  /** Writes an outbox row in this minute for a queued email. False if the email isn't queued. */
  restoreOutboxRow: (email: Email, outbox: number) => Promise<boolean>;
  /** Moves a late email's outbox row out of the email's own minute, so the sweep deletes it. */
  setOutboxRowAside: (email: Email, from: number, to: number) => Promise<void>;
  /**
   * Moves an outbox row and the email's `outbox`, unless another worker did. Throws `unavailable` after too
   * many conflicts.
   */
  moveOutboxRow: (
    email: Pick<Email, 'id' | 'account' | 'state' | 'from'>,
    from: number,
    to: number,
  ) => Promise<void>;
  /** Moves any kind of outbox row unchanged, if it is still in minute `from`. */
  postponeOutboxRow: (id: string, from: number, to: number) => Promise<void>;
  /**
   * scheduled -> queued if still scheduled for this time, counted on all limits in the same write. `lost`
   * means that it was already queued, moved, or canceled.
   */
  fire: (input: {
    id: Id<'msg'>;
    scheduled_at: string;
    limits: CountedLimit[];
  }) => Promise<'queued' | 'lost' | { exceeded: ExceededLimit }>;
  /** scheduled -> failed, on the same condition. */
  failScheduled: (input: EmailFailure & { scheduled_at: string }) => Promise<boolean>;
  /** scheduled -> cancelled. Returns the email, or null if missing. */
  cancel: (input: {
    id: Id<'msg'>;
    cancelled_at: string;
  }) => Promise<{ cancelled: true; email: Email } | { cancelled: false; email: Email | null }>;
  /** Changes time, outbox row, and expiries together. False if the email changed since it was read. */
  reschedule: (
    seen: Email,
    change: { scheduled_at: string; outbox: number; event: EmailEvent<TimelineType> },
  ) => Promise<boolean>;
  /** Ids with an outbox row in this minute. */
  listOutbox: (minute: number) => Promise<string[]>;
  /** The last minute whose outbox rows are done. Null if the sweep never ran. */
  readSweep: () => Promise<number | null>;
  writeSweep: (minute: number) => Promise<void>;
  /** Until when (epoch ms) queued emails have been checked. Null if never. */
  readChecked: () => Promise<number | null>;
  writeChecked: (until: number) => Promise<void>;
  /** An email's own progress, up to a second old. */
  peek: (id: Id<'msg'>) => Promise<Pick<EmailMeta, 'account' | 'state' | 'message_id'> | null>;
  /** An email of any account, even if expired. */
  getMeta: (id: Id<'msg'>) => Promise<Email | null>;
};

/** Batches: a single item records the outcome for all of a request's emails, which are written afterwards. */
export type BatchStore = {
  /** Outbox row and contents, written in parallel with the reads, before the final write. */
  putDraft: (draft: BatchDraft, packed: Uint8Array[]) => Promise<void>;
  discardDraft: (draft: BatchDraft) => Promise<void>;
  /**
   * The final write: the batch, the claim, and the counts of all items that fit. `limits` are per item, and
   * an item counts on all of them or none. `record` makes the batch, given the limit that refuses each item.
   */
  writeBatch: (input: {
    claim: IdempotencyClaim | null;
    limits: CountedLimit[][];
    record: (exceeded: (ExceededLimit | null)[]) => Batch;
  }) => Promise<Batch | 'duplicate_key'>;
  /** Strongly consistent. `unfinished` means that its outbox row exists. */
  read: (id: Id<'bat'>) => Promise<{ batch: Batch; unfinished: boolean } | null>;
  /**
   * Writes emails and returns them as stored. Unscheduled emails are written without a condition, so only the
   * run that decided the batch may call this. It returns only when all its writes have ended, because a late
   * write would undo later changes.
   */
  putEmails: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<EmailMeta[]>;
  /** Conditionally writes missing emails. Returns every email as stored. */
  putMissing: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<EmailMeta[]>;
  haveEmails: (ids: Id<'msg'>[]) => Promise<boolean>;
  /** Emails that no worker has leased: queued, without their own outbox row. */
  unseenEmails: (ids: Id<'msg'>[]) => Promise<EmailMeta[]>;
  /** Moves a batch's outbox row and marks the batch as finished. */
  keepFinishedRow: (batch: Pick<Batch, 'id' | 'account'>, from: number, to: number) => Promise<void>;
  /** Whether the row in this minute is marked as finished, even if it was postponed. Strongly consistent. */
  isFinished: (id: Id<'bat'>, minute: number) => Promise<boolean>;
  moveOutboxRow: (id: Id<'bat'>, account: Id<'acc'>, from: number, to: number) => Promise<void>;
};

export type BatchDraft = Pick<Batch, 'id' | 'account' | 'created_at'> & {
  outbox: number;
  /** When its last email is sent. The retention of its content starts then. */
  last_at: string;
  content: BodyPlace;
  parts: number;
};

/**
 * Why an email bounced or failed, as SES reported it for a recipient, or for the whole email (`position`
 * null). The earliest reason counts. If several have the same time, the whole email's reason comes first,
 * then the first recipient's.
 */
export type Reason = { of: 'bounce' | 'failure'; text: string; at: number; position: number | null };

type Reported = {
  email_id: Id<'msg'>;
  account: Id<'acc'>;
  /** `<position><letter>` -> epoch ms. Existing entries are kept. */
  outcomes: Record<string, number>;
  message_id: string;
  /** The time of email.sent, if none is stored yet. */
  sent_at: string;
};

/** Rows of SES's reports, one per (email, type, recipient). */
export type EventStore = {
  /**
   * Stores a single recipient's delivery, with the server's response, on the meta instead of a row. `created`
   * is false if another delivery is stored there. Returns null if nothing was written and a row is needed.
   */
  putDelivered: (
    input: Reported & { answer: DeliveryAnswer },
  ) => Promise<{ email: Email; created: boolean } | null>;
  /** `created` is false if the row already exists. The existing row isn't changed. */
  putEvent: (event: EmailEvent) => Promise<{ created: boolean; event: EmailEvent }>;
  /** Replaces the data of this event's row, unless the row is another event's. */
  amendEvent: (event: EmailEvent) => Promise<void>;
  /** Every row of an email's timeline, unordered. */
  listEvents: (email_id: Id<'msg'>) => Promise<EmailEvent<TimelineType>[]>;
  /** Adds outcomes, and the reason if it is the earliest of its kind. Returns the email, or null if missing. */
  recordOutcomes: (input: Reported & { reason: Reason | null }) => Promise<Email | null>;
  /** Sets an unset entry of `Outcomes` to `at` (epoch ms). Does nothing if the record is gone. */
  noteOutcome: (input: { email_id: Id<'msg'>; account: Id<'acc'>; key: string; at: number }) => Promise<void>;
};

/** An email's counted opens and clicks. */
export type VisitStore = {
  /** The email and its visits so far. Null if its record is gone. */
  read: (id: Id<'msg'>) => Promise<{ email: Email; state: TrackingState } | null>;
  /** False if another visit was written since `seen` was read. */
  write: (email: Email, seen: TrackingState, next: TrackingState) => Promise<boolean>;
};

export type ClaimStore = {
  /** The valid claim of an Idempotency-Key, strongly consistent, or null. */
  read: (account: Id<'acc'>, key: string) => Promise<IdempotencyClaim | null>;
};

/** Files that are uploaded before the emails that include them. */
export type AttachmentStore = {
  /**
   * Counts the file's bytes and registers it, or does neither. The bytes of an unused link are released
   * later.
   */
  create: (
    upload: Upload,
    counting: { limit: PlanLimit; expires_at: number } | null,
  ) => Promise<'created' | { exceeded: ExceededLimit }>;
  /** Releases the bytes of an unused upload link, once, and deletes its registration. */
  giveBackUnused: (id: Id<'att'>, minute: number) => Promise<void>;
  /** A PUT link for exactly `size` bytes of this type, valid for `seconds`. */
  link: (upload: Upload, seconds: number) => Promise<{ url: string; expires_at: number }>;
  /** One round trip for any number of ids. Null if the account registered no such file. */
  find: (account: Id<'acc'>, ids: Id<'att'>[]) => Promise<(StoredUpload | null)[]>;
  /** The bytes. Null if the file is gone, or was replaced since it had this etag. */
  read: (upload: Pick<Upload, 'account' | 'id'>, etag: string) => Promise<Uint8Array | null>;
};
