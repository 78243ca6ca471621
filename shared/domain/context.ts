import type {
  Account,
  AddressState,
  ApiKey,
  Batch,
  Delivery,
  DeliveryAttempt,
  Domain,
  Email,
  EmailEvent,
  EmailMeta,
  Envelope,
  EventType,
  OptOut,
  OptOutCategory,
  QuotaExceeded,
  QuotaState,
  QuotaUse,
  StoredUpload,
  Suppression,
  Template,
  TemplateBody,
  TemplatePointer,
  TemplateVersion,
  TimelineType,
  Unsubscribed,
  Upload,
  WebhookEndpoint,
} from '../core/records.ts';
import type { Runtime } from '../core/runtime.ts';

/** Who asks: every verb takes its rights from here and from nowhere else. */
export type Caller =
  | { kind: 'key'; account: Account; key: ApiKey; request_id: string }
  | { kind: 'system'; account: Account; request_id: string };

/** What the deployment says of itself. */
export type Settings = {
  stage: string;
  region: string;
  /** `{base_url}`: `<origin>/api`. */
  base_url: string;
  /** `{dashboard_url}`: `<origin>`. */
  dashboard_url: string;
  /** null: the deployment has none (A1). */
  service_domain: string | null;
  sandbox_domain: string | null;
  webhook_targets: 'public' | 'any';
  /** An endpoint is disabled when it failed this long and this often without a success between (E21). */
  webhook_disable_after_s: number;
  webhook_disable_min: number;
  /** Soft bounces of an address within 7 days that suppress it (H17). */
  soft_bounce_threshold: number;
};

/** One line per outcome: ids, codes and counts, never addresses, bodies, keys or secrets. */
export type Log = {
  info: (message: string, fields?: Record<string, unknown>) => void;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  error: (message: string, fields?: Record<string, unknown>) => void;
};

/** An idempotency claim (H10): the request's hash and the email or batch that it made. */
export type Claim = {
  account: string;
  key: string;
  hash: string;
  email_id: string;
  tenant: string | null;
  status: 'sent' | 'scheduled';
  /** Epoch ms; compared by the time itself, the table's TTL lags. */
  expires_at: number;
};

/** Everything that an accept decides on, read in one round trip. */
export type SendFacts = {
  claim: Claim | null;
  domain: Domain | null;
  /** What was counted so far of the quota asked for; null = nothing. */
  quota: QuotaState | null;
  /** What the template's name points at; null = nothing. */
  template: TemplatePointer | null;
  /** In the order of the addresses asked for; null = not suppressed. */
  suppressions: (Suppression | null)[];
  /** Category opt-outs, in the same order. */
  opt_outs: OptOut[][];
};

/** Where a send's facts stand: claim, from-domain, quota, template (by alias or id), each address's list entries. */
export type FactsInput = {
  account: string;
  idempotency_key: string | null;
  domain: string | null;
  quota: QuotaUse | null;
  template: string | null;
  addresses: string[];
};

/** A quota to count in the deciding write, with the counts that were read. */
export type Counted = { use: QuotaUse; seen: QuotaState | null };

export type AcceptResult = 'accepted' | 'twin' | { exceeded: QuotaExceeded };

/** Emails and what stands beside them in the table. */
export type EmailStore = {
  /** One BatchGetItem for any number of sends; what several of them need is read once. */
  readFacts: (sends: FactsInput[]) => Promise<SendFacts[]>;
  /** Where content of this size is kept: beside the meta or in the bucket. */
  place: (content: Uint8Array) => 'item' | 'object';
  /**
   * Due row, body and, where it stands apart, envelope: written beside the reads, before anything is decided,
   * so that whatever is accepted is whole.
   */
  putDraft: (meta: EmailMeta, envelope: Envelope, content: Uint8Array, shards: number) => Promise<void>;
  /** Takes a draft back when its send was refused. */
  discardDraft: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  /** The one write that decides: meta (with envelope) and, under a key, the claim. `twin`: the claim is taken. */
  accept: (input: {
    meta: EmailMeta;
    envelope: Envelope;
    claim: Claim | null;
    quota: Counted | null;
    /** The body of a draft that was not put before: then the draft is part of this write. */
    content: Uint8Array | null;
    shards: number;
  }) => Promise<AcceptResult>;
  /** Strongly consistent. Expired claims are null. */
  readClaim: (account: string, key: string) => Promise<Claim | null>;
  /** A record without content: the trace of a refused send (H17 email.suppressed). */
  putRefused: (meta: EmailMeta, envelope: Envelope, shards: number) => Promise<void>;
  get: (account: string, id: string) => Promise<Email | null>;
  /** Newest first: ids below `before`, which is the last email already seen, down to `since`. */
  list: (input: {
    account: string;
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
  readContent: (meta: Pick<EmailMeta, 'id' | 'account' | 'content' | 'batch'>) => Promise<Uint8Array | null>;
  /** queued -> sending, or a dead lease taken over; null when it is not this worker's to send. */
  lease: (input: {
    id: string;
    now: number;
    lease_until: number;
    dead_before: number;
  }) => Promise<{ leased: true; email: Email } | { leased: false; email: Email | null }>;
  /** sending -> queued: SES took nothing. */
  release: (input: { id: string; attempt: number }) => Promise<void>;
  /** sending -> sent; false when a notification said so first. */
  markSent: (input: { id: string; message_id: string; sent_at: string }) => Promise<boolean>;
  /** queued or sending -> failed; false when the email went out or was failed already. */
  markFailed: (input: { id: string; failed_at: string; failure_reason: string }) => Promise<boolean>;
  /** Marks that the queue's own delay was told; true for the one caller that set it. */
  markDelayed: (id: string) => Promise<boolean>;
  deleteDue: (id: string, due: number) => Promise<void>;
  /** Moves a due row on: `from` -> `to` minutes; the meta follows. */
  moveDue: (email: Pick<EmailMeta, 'id' | 'account' | 'state'>, from: number, to: number) => Promise<void>;
  /**
   * scheduled -> queued, if it is still scheduled for this very time, counted in the same write (Q2); `lost` when
   * anybody was quicker, `exceeded` when the quota is used up.
   */
  fire: (input: {
    id: string;
    scheduled_at: string;
    quota: Counted | null;
  }) => Promise<'queued' | 'lost' | 'exceeded'>;
  /** scheduled -> failed, on the same condition. */
  failScheduled: (input: {
    id: string;
    scheduled_at: string;
    failed_at: string;
    failure_reason: string;
  }) => Promise<boolean>;
  /** scheduled -> cancelled; the email as it stands, null when there is none. */
  cancel: (input: {
    id: string;
    cancelled_at: string;
  }) => Promise<{ cancelled: true; email: Email } | { cancelled: false; email: Email | null }>;
  /** Moves time, due row and expiries (Q4, Q15) at once; false when the email is no longer as it was seen. */
  reschedule: (
    seen: Email,
    change: { scheduled_at: string; due: number; event: EmailEvent<TimelineType> },
  ) => Promise<boolean>;
  /** Ids whose due row stands in this minute. */
  listDue: (minute: number) => Promise<string[]>;
  readSweep: () => Promise<number | null>;
  writeSweep: (minute: number) => Promise<void>;
  getMeta: (id: string) => Promise<Email | null>;
};

/** Batches (H15): one item decides over all emails of a request, which are written afterwards. */
export type BatchStore = {
  /** Due row and contents, written beside the reads, before anything is decided. */
  putDraft: (draft: BatchDraft, packed: Uint8Array) => Promise<void>;
  discardDraft: (draft: BatchDraft) => Promise<void>;
  /**
   * The one write that decides: the batch, the claim and the count of all items that fit. `uses` are the sends
   * to be counted, `record` makes the batch once it is known which of them fit. `twin`: the claim is taken.
   */
  decide: (input: {
    claim: Claim | null;
    uses: (QuotaUse | null)[];
    seen: Map<QuotaUse['kind'], QuotaState | null>;
    record: (exceeded: (QuotaExceeded | null)[]) => Batch;
  }) => Promise<Batch | 'twin'>;
  /** Strongly consistent; `unfinished`: its due row stands. */
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
  moveDue: (id: string, account: string, from: number, to: number) => Promise<void>;
};

export type BatchDraft = Pick<Batch, 'id' | 'account' | 'created_at'> & {
  due: number;
  /** When the last of its emails goes out: its content is kept from then on (Q4). */
  last_at: string;
  content: 'item' | 'object';
};

/** What SES reported, one row per (email, type, recipient). */
export type EventStore = {
  /** Conditional: false when the row stands already (its first content stays). */
  putEvent: (event: EmailEvent) => Promise<{ created: boolean; event: EmailEvent }>;
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
    /** SES's `mail.timestamp` (E11). */
    sent_at: string;
    reason: { of: 'bounce' | 'failure'; text: string; at: number; position: number } | null;
  }) => Promise<Email | null>;
  /** Notes at `at` (epoch ms) that the email's own link unsubscribed; nothing when the record is gone (Q21). */
  recordUnsubscribed: (input: { email_id: string; account: string; at: number }) => Promise<void>;
};

/** A suppression list: the account's or, with a `ten_` id, a tenant's. */
export type List = { account: string; tenant: string | null };

export type SuppressionStore = {
  /** Adds or raises (complaint > bounce > unsubscribe > manual); what it did and what stands afterwards (Q32). */
  add: (
    list: List,
    suppression: Suppression,
  ) => Promise<{ suppression: Suppression; outcome: 'created' | 'raised' | 'unchanged' }>;
  /** The entry that stands after `add` (E42). */
  raise: (list: List, suppression: Suppression) => Promise<Suppression>;
  /** An entry that stands stays as it is; `first` for the one call that made it or first noted it (Q20). */
  unsubscribe: (
    list: List,
    suppression: Suppression & { unsubscribed: Unsubscribed },
  ) => Promise<{ suppression: Suppression; first: boolean }>;
  read: (list: List, addresses: string[]) => Promise<(Suppression | null)[]>;
  readStates: (list: List, addresses: string[]) => Promise<AddressState[]>;
  /** Strongly consistent. */
  get: (list: List, address: string) => Promise<Suppression | null>;
  find: (list: List, id: string) => Promise<Suppression | null>;
  /** Newest first; `before` is the id of the last entry already seen. */
  list: (
    list: List,
    page: { limit: number; before: string | null },
  ) => Promise<{ suppressions: Suppression[]; next: string | null }>;
  /** Removes the entry and, in the same write, queues its removal from SES's list (Q12); null: not there. */
  remove: (list: List, address: string) => Promise<Suppression | null>;
  /** Notes a soft bounce of an address at `at` (epoch ms, once each); most of them within 7 days around it. */
  countSoftBounce: (list: List, address: string, at: number) => Promise<number>;
};

export type OptOutStore = {
  /** `created` false: it stood already and stays as it is. */
  create: (list: List, opt_out: OptOut) => Promise<{ opt_out: OptOut; created: boolean }>;
  /** Newest first; `before` is the id of the last opt-out already seen. */
  list: (
    list: List,
    page: { limit: number; before: string | null },
  ) => Promise<{ opt_outs: OptOut[]; next: string | null }>;
  remove: (list: List, address: string, category: OptOutCategory) => Promise<boolean>;
};

/** What waits to be taken off SES's own list (Q12). */
export type SesRemoval = { id: string; account: string; address: string; email_id: string | null };

export type SesRemovalStore = {
  /** Oldest first. */
  list: (limit: number) => Promise<SesRemoval[]>;
  delete: (id: string) => Promise<void>;
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

/** Files that are too large for an answer. */
export type Exports = {
  /** Keeps the file; a link to it that lives `seconds`. */
  put: (account: string, name: string, bytes: Uint8Array, seconds: number) => Promise<string>;
};

/** SES's own suppression list, which finds an address only as it is spelt there. */
export type SesList = {
  /** `absent` is success; `later`: SES has no time; `refused`: SES takes no such address. */
  remove: (address: string) => Promise<'removed' | 'absent' | 'later' | 'refused'>;
};

export type AccountStore = {
  get: (id: string) => Promise<Account | null>;
  create: (account: Account) => Promise<void>;
  markDomainVerified: (id: string, at: string) => Promise<void>;
};

export type KeyStore = {
  /** By SHA-256 (hex) of the secret. */
  find: (hash: string) => Promise<ApiKey | null>;
  create: (key: ApiKey, hash: string) => Promise<void>;
};

export type DomainStore = {
  get: (name: string) => Promise<Domain | null>;
  /** One owner per name: false when it belongs to somebody already. */
  create: (domain: Domain, key: { private_key: string; public_key: string } | null) => Promise<boolean>;
};

export type WebhookStore = {
  /** The endpoint with its place in the plan's count, in one transaction (A37). */
  create: (
    endpoint: WebhookEndpoint,
    limit: number,
  ) => Promise<{ created: true } | { created: false; used: number }>;
  /** `max_age_ms`: how old an answer from memory may be; fresh and strongly consistent without it. */
  get: (account: string, id: string, max_age_ms?: number) => Promise<WebhookEndpoint | null>;
  /** All endpoints of an account; up to 5 s old, an empty list always fresh (E24). */
  all: (account: string) => Promise<WebhookEndpoint[]>;
  /** Newest first; `before` is the id of the last endpoint already seen. */
  list: (
    account: string,
    limit: number,
    before: string | null,
  ) => Promise<{ webhooks: WebhookEndpoint[]; next: string | null }>;
  /** Writes the change when nobody else changed the endpoint (its updated_at) meanwhile; null when somebody did. */
  update: (
    seen: WebhookEndpoint,
    change: Partial<WebhookEndpoint> & { updated_at: string },
  ) => Promise<WebhookEndpoint | null>;
  /** The service's own switch-off: true for the one caller that found it enabled. */
  disable: (account: string, id: string, reason: 'failing' | 'gone', at: string) => Promise<boolean>;
  /** Adds final failures and begins the failing time where none runs; null when the endpoint is gone (E21). */
  countFailures: (
    account: string,
    id: string,
    failures: number,
    at_ms: number,
  ) => Promise<WebhookEndpoint | null>;
  clearFailures: (account: string, id: string) => Promise<void>;
  remove: (account: string, id: string) => Promise<boolean>;
};

/** The delivery log and the payloads that it shows (E7). `shards` is the endpoint's log_shards. */
export type DeliveryStore = {
  /** Strongly consistent. */
  get: (webhook: string, shards: number, id: string) => Promise<Delivery | null>;
  /**
   * The row after attempt `attempt`, with an item for its answer where the row has no room and, for failed
   * deliveries, the failed row. False when the log shows this attempt already: a copy of the message made it.
   */
  record: (delivery: Delivery, options: { attempt: number; shards: number }) => Promise<boolean>;
  /** The row that `status=failed` and replay_failed read; written again after a crash beside `record`. */
  putFailed: (delivery: Delivery, shards: number) => Promise<void>;
  /** The bytes of an event, written once and kept as long as the log. */
  putPayload: (account: string, event: { id: string; created_at: string }, payload: string) => Promise<void>;
  readPayload: (account: string, event_id: string) => Promise<string | null>;
};

export type TemplateStore = {
  /** Stores a body before any version names it; where it stands. */
  putBody: (account: string, id: string, revision: string, body: TemplateBody) => Promise<'item' | 'object'>;
  /** The template with its alias and its place in the plan's count, in one transaction (A37). */
  create: (
    template: Template,
    limit: number,
  ) => Promise<{ result: 'created' | 'alias_taken' } | { result: 'limit'; used: number }>;
  /** By alias or `tpl_` id, strongly consistent. */
  get: (account: string, name: string) => Promise<Template | null>;
  /** null when a change took the body away since the template was read. */
  readBody: (template: Template, version: TemplateVersion) => Promise<TemplateBody | null>;
  /** Newest first; `before` is the id of the last template already seen. A page may be short and have a next one. */
  list: (
    account: string,
    limit: number,
    before: string | null,
  ) => Promise<{ templates: Template[]; next: string | null }>;
  /** Writes `next` when nobody changed the template (its updated_at) meanwhile. */
  save: (seen: Template, next: Template) => Promise<'saved' | 'changed' | 'alias_taken'>;
  /** False when it was changed or deleted since it was seen. */
  remove: (seen: Template) => Promise<boolean>;
  /** What this process used last by that name; it may be out of date. */
  remembered: (account: string, name: string) => { pointer: TemplatePointer; body: TemplateBody } | null;
  /** The published body of a pointer, remembered by name; null when there is none, or a change took it away. */
  open: (name: string, pointer: TemplatePointer) => Promise<TemplateBody | null>;
  /** Strongly consistent. */
  readPointer: (account: string, name: string) => Promise<TemplatePointer | null>;
};

type WebhookMessageBase = {
  account: string;
  event_id: string;
  event_type: EventType;
  created_at: string;
  /** The body, byte for byte equal over all attempts and endpoints; null: read it from its item (E25). */
  payload: string | null;
  /** May have been sent before: look at the log first (E8). */
  repeat: boolean;
  /** Made by POST /emails/test: never touches the failing count (E60). */
  test: boolean;
  /** Whoever handles this writes the event's payload item (E7). */
  first: boolean;
};

/** One attempt of one delivery. */
export type DeliveryMessage = WebhookMessageBase & {
  kind: 'delivery';
  webhook_id: string;
  delivery_id: string;
  /** The endpoint's log_shards when the delivery was made: its row stays where it began. */
  shards: number;
  /** 1-5. */
  attempt: number;
  /** The attempts so far, so that the row is written whole and never read. */
  attempt_log: DeliveryAttempt[];
};

/** An event for more endpoints than one call queues: expanded by the attempt worker (E25). */
export type FanOutMessage = WebhookMessageBase & {
  kind: 'fan_out';
  /** Subscribed when the event happened; those still to do. */
  webhook_ids: string[];
};

/** What the attempt-webhook queue carries. */
export type WebhookMessage = DeliveryMessage | FanOutMessage;

export type Address = { address: string; family: 4 | 6 };

/** Name look-up of whatever the caller of a webhook names. */
export type Resolver = {
  /** IPv4 first; empty when the name has no address. Throws `LookupTimeout` after `timeout_ms`. */
  resolve: (hostname: string, timeout_ms: number) => Promise<Address[]>;
};

/** How the bytes went: an answer's status, or the phase that broke. */
export type PostResult =
  | { status_code: number; retry_after: string | null; body: string }
  | { error: 'timeout' | 'connect' | 'tls' | 'reset' | 'bad_response' };

export type WebhookClient = {
  /**
   * One POST to `url`, connected to one of `addresses` and to nothing else; `timeout_ms` runs to the end of
   * the answer's header. Never follows, never decompresses, never throws.
   */
  post: (request: {
    url: URL;
    addresses: Address[];
    headers: Record<string, string>;
    body: string;
    timeout_ms: number;
  }) => Promise<PostResult>;
};

/** A message of the deliver queue. */
export type DeliverMessage = {
  id: string;
  account: string;
  /** How often SES had no room. */
  tries?: number;
  /** The batch whose content to read. */
  batch?: string;
  /** The time that a fire was made for; one that the email no longer has is dropped (Q16). */
  scheduled_at?: string;
};

/** One-time schedules that send a message to the deliver queue; at most one per email, named by its id. */
export type Scheduler = {
  /** Makes the email's schedule or changes it: `message` is queued at `at` (epoch ms, whole seconds) or shortly after. */
  put: (message: DeliverMessage, at: number) => Promise<void>;
  /** Nothing when there is none. */
  remove: (id: string) => Promise<void>;
};

export type Queues = {
  /** Queues emails for hand-over; `delay_s` up to 900. */
  deliver: (messages: DeliverMessage[], delay_s?: number) => Promise<void>;
  webhooks: (messages: WebhookMessage[], delay_s?: number) => Promise<void>;
};

/** Token buckets that all functions share (H5). */
export type RateStore = {
  /** Takes up to `want` tokens; `tat` (epoch ms) is when the bucket is full again, as far as known. */
  lease: (
    bucket: { account: string; name: string; rate: number; burst: number },
    input: { want: number; now: number; tat: number | null },
  ) => Promise<{ granted: number; tat: number }>;
};

/** What the workers could not handle. */
export type DeadLetters = {
  /** Hands each dead message to `handle` and deletes it afterwards; the number of messages dealt with. */
  drain: (
    queue: 'deliver' | 'webhooks',
    handle: (message: unknown) => Promise<void> | void,
  ) => Promise<number>;
};

/** What SES made of a hand-over: refusals are told apart by what to do next (architecture 5). */
export type HandOver =
  | { outcome: 'accepted'; message_id: string }
  /** Throttled or down: nothing was sent, try later. */
  | { outcome: 'later'; reason: string }
  /** Refused for good. */
  | { outcome: 'refused'; reason: string }
  /** The connection broke: SES may have taken it. */
  | { outcome: 'unknown'; reason: string };

export type Mailer = {
  send: (input: {
    raw: Uint8Array;
    source: string;
    destinations: string[];
    configuration_set: string;
    tags: Record<string, string>;
  }) => Promise<HandOver>;
};

/** Sending identities of this deployment's SES. */
export type Identities = {
  /** null when SES has no such identity. */
  get: (name: string) => Promise<{ verified: boolean; dkim_selector: string | null } | null>;
  /** BYODKIM with our key (base64 of PKCS #8) and MAIL FROM below the domain (A1, A15). */
  create: (input: {
    name: string;
    selector: string;
    private_key: string;
    mail_from: string;
    stage: string;
  }) => Promise<void>;
};

export type Cursors = {
  /** Opaque, sealed, bound to account, list and filters, valid 24 h (C5). */
  seal: (bound: string[], position: string) => Promise<string>;
  /** null when it is malformed, foreign or too old. */
  open: (bound: string[], cursor: string) => Promise<string | null>;
};

/** What links of ours carry: encrypted, authenticated, without expiry, by number of the deployment's secret (Q21). */
export type Tokens = {
  seal: (purpose: 'unsubscribe', text: string) => Promise<string>;
  /** null when it was made elsewhere, for something else, or altered. */
  open: (purpose: 'unsubscribe', token: string) => Promise<string | null>;
};

/** Everything a verb may reach; built once per process by `shared/aws/context.ts`. */
export type Context = {
  runtime: Runtime;
  settings: Settings;
  log: Log;
  accounts: AccountStore;
  keys: KeyStore;
  domains: DomainStore;
  emails: EmailStore;
  batches: BatchStore;
  events: EventStore;
  suppressions: SuppressionStore;
  opt_outs: OptOutStore;
  ses_removals: SesRemovalStore;
  attachments: AttachmentStore;
  exports: Exports;
  templates: TemplateStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  resolver: Resolver;
  rates: RateStore;
  queues: Queues;
  scheduler: Scheduler;
  mailer: Mailer;
  cursors: Cursors;
  tokens: Tokens;
};

/** What the attempt worker has besides: the one way out to strangers' servers. */
export type AttemptContext = Context & { webhook_client: WebhookClient };
