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

/** Everything that an accept decides on, read in one round trip. */
export type SendFacts = {
  claim: IdempotencyClaim | null;
  domain: Domain | null;
  /** Strongly consistent; null = none was asked for, or it is deleted. */
  tenant: Tenant | null;
  /** The limits asked for, in their order, each with its counts. */
  limits: CountedLimit[];
  /** The ramps asked for, in their order. */
  ramps: (AskedRamp & { counts: RampCounts | null })[];
  /** The pointer of the template's name; null = none. */
  template: TemplatePointer | null;
  /** By the tenant's list or the account's, in the order of the addresses asked for; null = not suppressed. */
  suppressions: (Suppression | null)[];
  /** Category opt-outs, in the same order. */
  opt_outs: OptOut[][];
};

/** A ramp whose counts are read before it is known which stream the send is of. */
type AskedRamp = Pick<RampLimit, 'owner' | 'kind'>;

/** The facts that a send needs: claim, from-domain, limits, template (by alias or id), each address's list entries. */
export type FactsInput = {
  account: Id<'acc'>;
  idempotency_key: string | null;
  domain: string | null;
  /** `ten_` id of the email's tenant, as far as known: its record, its list and its ramp are read, too. */
  tenant: Id<'ten'> | null;
  /** Whether the send is counted now: a scheduled one counts when it fires. */
  counted: boolean;
  limits: (PlanLimit | TotalLimit)[];
  ramps: AskedRamp[];
  template: string | null;
  addresses: string[];
};

/**
 * `duplicate_key`: the idempotency claim is taken; `exceeded`: the first of the limits that refuses the send;
 * `overtaken`: an item in the same write changed meanwhile.
 */
type AcceptResult = 'accepted' | 'duplicate_key' | 'overtaken' | { exceeded: ExceededLimit };

/** Writes of another store, with their conditions, that are made with an email in one transaction or not at all. */
export type Joined = { readonly joined: readonly unknown[] };

export type EmailStore = {
  /** One BatchGetItem for any number of sends; what several of them need is read once. */
  readFacts: (sends: FactsInput[]) => Promise<SendFacts[]>;
  /** The place of content of this size: an item, or in the bucket, by how long it is kept. */
  place: (content: Uint8Array, email: { scheduled: boolean }) => BodyPlace;
  /** Writes outbox row, body and envelope before the deciding write, so that every accepted email is complete. */
  putDraft: (meta: EmailMeta, envelope: Envelope, content: Uint8Array, shards: number) => Promise<void>;
  /** Deletes the draft of a refused send. */
  discardDraft: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  /** The one write that decides: the email, its claim and its counts on all limits, together or not at all. */
  writeAccept: (input: {
    meta: EmailMeta;
    envelope: Envelope;
    claim: IdempotencyClaim | null;
    limits: CountedLimit[];
    /** The body of a draft that `putDraft` did not write: the draft is then part of this write. */
    content: Uint8Array | null;
    shards: number;
    joined: Joined | null;
  }) => Promise<AcceptResult>;
  /** Strongly consistent. Expired claims are null. */
  readClaim: (account: Id<'acc'>, key: string) => Promise<IdempotencyClaim | null>;
  /** The record of a refused send, without content (H17 email.suppressed). */
  putRefused: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  get: (account: Id<'acc'>, id: Id<'msg'>) => Promise<Email | null>;
  /** Newest first; `tenant`: only the emails of this one, null: all of the account. */
  list: (page: ShardedPage & { account: Id<'acc'>; tenant: Id<'ten'> | null }) => Promise<Entries<Email>>;
  /**
   * The packed content; for an email of a batch that of its part of the batch (`domain/content/read-unexpired.ts`).
   * `probe`: an eventually consistent read, which may miss what was just written.
   */
  readContent: (
    meta: { id: Id<'msg' | 'bat'> } & Pick<EmailMeta, 'account' | 'content' | 'batch'>,
    options?: { probe: boolean },
  ) => Promise<Uint8Array | null>;
  /** queued -> sending, or the take-over of a dead lease; not leased when another worker holds it or it is final. */
  lease: (input: {
    id: Id<'msg'>;
    now: number;
    lease_until: number;
    dead_before: number;
  }) => Promise<{ leased: true; email: Email } | { leased: false; email: Email | null }>;
  /** sending -> queued, with an outbox row in minute `outbox` again: SES accepted nothing. */
  release: (email: Email, outbox: number) => Promise<void>;
  /** queued or sending -> sent; a stored `sent_at` stays. Returns what is stored; null when it was sent before. */
  markSent: (input: {
    id: Id<'msg'>;
    message_id: string;
    sent_at: string;
  }) => Promise<{ sent_at: string; message_id: string } | null>;
  /** queued or sending -> failed, with the event's row; false when the email was sent or has failed already. */
  markFailed: (input: EmailFailure) => Promise<boolean>;
  markDelayed: (id: Id<'msg'>) => Promise<void>;
  deleteOutboxRow: (id: string, outbox: number) => Promise<void>;
  hasOutboxRow: (id: string, outbox: number) => Promise<boolean>;
  /** Writes an outbox row in this minute for a queued email; false if the email isn't queued. */
  restoreOutboxRow: (email: Email, outbox: number) => Promise<boolean>;
  /** Moves a late email's outbox row away from the email's own minute, so that the sweep deletes it. */
  setOutboxRowAside: (email: Email, from: number, to: number) => Promise<void>;
  /** Moves an outbox row and the email's `outbox`, unless another worker has; throws `unavailable` after too many conflicts. */
  moveOutboxRow: (
    email: Pick<Email, 'id' | 'account' | 'state' | 'from'>,
    from: number,
    to: number,
  ) => Promise<void>;
  /** Moves an outbox row of any kind as it is, where it is still in the minute `from`. */
  postponeOutboxRow: (id: string, from: number, to: number) => Promise<void>;
  /**
   * scheduled -> queued, if it is still scheduled for this time, counted on all limits in the same write; `lost`:
   * it was fired, moved or cancelled before.
   */
  fire: (input: {
    id: Id<'msg'>;
    scheduled_at: string;
    limits: CountedLimit[];
  }) => Promise<'queued' | 'lost' | { exceeded: ExceededLimit }>;
  /** scheduled -> failed, on the same condition. */
  failScheduled: (input: EmailFailure & { scheduled_at: string }) => Promise<boolean>;
  /** scheduled -> cancelled; the email afterwards, null when there is none. */
  cancel: (input: {
    id: Id<'msg'>;
    cancelled_at: string;
  }) => Promise<{ cancelled: true; email: Email } | { cancelled: false; email: Email | null }>;
  /** Changes time, outbox row and expiries together; false when the email changed since it was read. */
  reschedule: (
    seen: Email,
    change: { scheduled_at: string; outbox: number; event: EmailEvent<TimelineType> },
  ) => Promise<boolean>;
  /** Ids with an outbox row in this minute. */
  listOutbox: (minute: number) => Promise<string[]>;
  /** The last minute whose outbox rows are done; null: the sweep never ran. */
  readSweep: () => Promise<number | null>;
  writeSweep: (minute: number) => Promise<void>;
  /** The time (epoch ms) up to which queued emails were checked; null: never. */
  readChecked: () => Promise<number | null>;
  writeChecked: (until: number) => Promise<void>;
  /** An email's own progress; it may be a second old. */
  peek: (id: Id<'msg'>) => Promise<Pick<EmailMeta, 'account' | 'state' | 'message_id'> | null>;
  /** An email of any account, also when it has expired. */
  getMeta: (id: Id<'msg'>) => Promise<Email | null>;
};

/** Batches: one item decides over all emails of a request, which are written afterwards. */
export type BatchStore = {
  /** Outbox row and contents, written in parallel with the reads, before the deciding write. */
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
  /** Strongly consistent; `unfinished`: its outbox row exists. */
  read: (id: Id<'bat'>) => Promise<{ batch: Batch; unfinished: boolean } | null>;
  /**
   * Writes emails, those that are sent at once without a condition: only for the run that decided the batch. It returns
   * or throws when these calls have ended, because a late one would undo later changes of an email. Every email as it is
   * stored afterwards.
   */
  putEmails: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<EmailMeta[]>;
  /** Writes the emails that are missing, on condition; every email as it is stored afterwards. */
  putMissing: (emails: { meta: EmailMeta; envelope: Envelope }[], shards: number) => Promise<EmailMeta[]>;
  haveEmails: (ids: Id<'msg'>[]) => Promise<boolean>;
  /** The emails that no worker has leased: queued, without an outbox row of their own. */
  unseenEmails: (ids: Id<'msg'>[]) => Promise<EmailMeta[]>;
  /** Moves a batch's outbox row and marks the batch as finished. */
  keepFinishedRow: (batch: Pick<Batch, 'id' | 'account'>, from: number, to: number) => Promise<void>;
  /** Whether the row in this minute is marked, even if it was postponed. Strongly consistent. */
  isFinished: (id: Id<'bat'>, minute: number) => Promise<boolean>;
  moveOutboxRow: (id: Id<'bat'>, account: Id<'acc'>, from: number, to: number) => Promise<void>;
};

export type BatchDraft = Pick<Batch, 'id' | 'account' | 'created_at'> & {
  outbox: number;
  /** The time at which the last of its emails goes out: its content is kept from then on. */
  last_at: string;
  content: BodyPlace;
  parts: number;
};

type Reported = {
  email_id: Id<'msg'>;
  account: Id<'acc'>;
  /** `<position><letter>` -> epoch ms; existing ones are kept. */
  outcomes: Record<string, number>;
  message_id: string;
  /** The time of email.sent, where none is stored yet. */
  sent_at: string;
};

/** The rows of SES's reports, one per (email, type, recipient). */
export type EventStore = {
  /**
   * The delivery to the only recipient of an email, with the answer of its server on the meta in place of a row.
   * `created` false: another delivery is there with its answer. null, and nothing is written: a row has to say so.
   */
  putDelivered: (
    input: Reported & { answer: DeliveryAnswer },
  ) => Promise<{ email: Email; created: boolean } | null>;
  /** `created` false: the row exists already, and keeps its first content. */
  putEvent: (event: EmailEvent) => Promise<{ created: boolean; event: EmailEvent }>;
  /** Replaces the data of this event's row; nothing when the row is of another event. */
  amendEvent: (event: EmailEvent) => Promise<void>;
  /** Every row of an email's timeline, in no order of time. */
  listEvents: (email_id: Id<'msg'>) => Promise<EmailEvent<TimelineType>[]>;
  /** Adds outcomes and the reason, if it is the earliest of its kind; the email then, null when there is none. */
  recordOutcomes: (
    input: Reported & {
      reason: { of: 'bounce' | 'failure'; text: string; at: number; position: number | null } | null;
    },
  ) => Promise<Email | null>;
  /** Sets one entry of `Outcomes` that is not set yet, at `at` (epoch ms); nothing when the record is gone. */
  noteOutcome: (input: { email_id: Id<'msg'>; account: Id<'acc'>; key: string; at: number }) => Promise<void>;
};

/** The opens and clicks of an email that count. */
export type VisitStore = {
  /** The email, and the state of its visits so far; null when its record is gone. */
  read: (id: Id<'msg'>) => Promise<{ email: Email; state: TrackingState } | null>;
  /** False when another visit was written since `seen` was read. */
  write: (email: Email, seen: TrackingState, next: TrackingState) => Promise<boolean>;
};

export type ClaimStore = {
  /** The claim of an Idempotency-Key, strongly consistent; null when there is none that is valid. */
  read: (account: Id<'acc'>, key: string) => Promise<IdempotencyClaim | null>;
};

/** Files that are uploaded ahead of the emails that carry them. */
export type AttachmentStore = {
  /** Counts its bytes and registers it, or neither. Bytes of an unused link are given back later. */
  create: (
    upload: Upload,
    counting: { limit: PlanLimit; expires_at: number } | null,
  ) => Promise<'created' | { exceeded: ExceededLimit }>;
  /** Gives back the bytes of an upload that never happened, once, and deletes its registration. */
  giveBackUnused: (id: Id<'att'>, minute: number) => Promise<void>;
  /** A link that takes its bytes by PUT: exactly `size` of them, of this type, within `seconds`. */
  link: (upload: Upload, seconds: number) => Promise<{ url: string; expires_at: number }>;
  /** One round trip for any number of ids; null: the account registered no such file. */
  find: (account: Id<'acc'>, ids: Id<'att'>[]) => Promise<(StoredUpload | null)[]>;
  /** The bytes; null when they are gone or were replaced since they bore this etag. */
  read: (upload: Pick<Upload, 'account' | 'id'>, etag: string) => Promise<Uint8Array | null>;
};
