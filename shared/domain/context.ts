import type { DnsHosts } from '../core/dns-host.ts';
import type { MailAuth } from '../core/mail-auth.ts';
import type { Dns as DnsPort, OidcProvider, Resolver, WebhookClient } from '../core/network.ts';
import type { Account, ApiKey, SmtpCredential } from '../core/records/accounts.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { LinkPath, SignedLink } from '../core/signed-link.ts';
import type { MessageReader } from '../mail/received/in-thread.ts';
import type {
  AccountRemovalStore,
  AccountStore,
  CredentialStore,
  RateStore,
  TemplateStore,
} from './ports/accounts.ts';
import type { AutomationStore } from './ports/automations.ts';
import type { CounterStore } from './ports/counters.ts';
import type { SightingStore } from './ports/doctor.ts';
import type {
  DomainClaimStore,
  DomainStore,
  DomainTaskQueue,
  OpenScheduleStore,
  Proofs,
  Sealing,
} from './ports/domains.ts';
import type { Draining } from './ports/drains.ts';
import type {
  AttachmentStore,
  BatchStore,
  ClaimStore,
  EmailStore,
  EventStore,
  VisitStore,
} from './ports/emails.ts';
import type { Imports, Providers } from './ports/imports.ts';
import type { BlockedSenderStore, InboundRouteStore } from './ports/inbound-rules.ts';
import type { Exports, OptOutStore, PendingUnsubscribeStore, SuppressionStore } from './ports/lists.ts';
import type { NoticeClaims, NoticeQueue } from './ports/notices.ts';
import type { ReceivedLinks, ReceivedStore, ReceiveQueue } from './ports/received.ts';
import type { CustomEventStore, RunQueue, RunSchedules, RunStore } from './ports/runs.ts';
import type {
  DeadLetters,
  Identities,
  Mailer,
  Queues,
  Scheduler,
  SendingStateStore,
  SesQuota,
  SlotStore,
} from './ports/sending.ts';
import type { MemberStore, SessionStore, SignInStore } from './ports/sessions.ts';
import type { SmsClaims, SmsProvider } from './ports/sms.ts';
import type { TenantRemovalQueue, TenantRemovalStore, TenantStore } from './ports/tenants.ts';
import type { DeliveryLog, DeliveryStore, WebhookStore } from './ports/webhooks.ts';
import type { Settings } from './settings.ts';

/**
 * One request's permissions. Every entry point builds them, and operations get permissions only from here.
 */
export type Caller = {
  account: Account;
  /** The `source` recorded on what the caller creates. */
  source: 'api' | 'dashboard';
  /**
   * For logs and records of who made something. Verbs never check `kind`. `id` is null for the service
   * itself.
   */
  actor: { kind: 'key' | 'session' | 'smtp' | 'system'; id: Id<'key' | 'mem' | 'smtpc'> | null };
  /** The `ten_` id of the only tenant that the caller may act for. Null for the whole account. */
  tenant: Id<'ten'> | null;
  scopes: readonly string[];
  /** From-domains (A-labels) that the caller may send from. Null for all of the account's domains. */
  allowed_domains: readonly string[] | null;
  request_id: string;
};

/**
 * The service acting for an account, as schedules and imports do, with every permission and no tenant limit.
 */
export const systemCaller = (account: Account, request_id: string): Caller => ({
  account,
  source: 'api',
  actor: { kind: 'system', id: null },
  tenant: null,
  scopes: ['full'],
  allowed_domains: null,
  request_id,
});

/** A log line's metrics: numbers by name, all with the same dimensions. */
export type Metrics = {
  counts?: Record<string, number>;
  /** Milliseconds. */
  times?: Record<string, number>;
  by?: Record<string, string>;
  /** Metrics that are also recorded without the dimension `by`. */
  total?: true;
};

type WriteLog = (message: string, fields?: Record<string, unknown>, metrics?: Metrics | null) => void;

/** One line per outcome: ids, codes, and counts. Never addresses, bodies, keys, or secrets. */
export type Log = { info: WriteLog; warn: WriteLog; error: WriteLog };

export type Cursors = {
  /** An opaque, sealed cursor, bound to account, list, and filters. Valid for 24 h. */
  seal: (bound: string[], position: string) => Promise<string>;
  /** null if malformed, foreign, or expired. */
  open: (bound: string[], cursor: string) => Promise<string | null>;
};

/** Tokens open only for their own purpose. */
type TokenPurpose = 'unsubscribe' | 'doctor';

/** Link tokens: encrypted, authenticated, without expiry, and numbered by the deployment's secret. */
export type Tokens = {
  seal: (purpose: TokenPurpose, text: string) => Promise<string>;
  /** Null if the token was made elsewhere or for another purpose, or was altered. */
  open: (purpose: TokenPurpose, token: string) => Promise<string | null>;
};

/** Tokens of tracked links: readable, signed, without expiry. */
export type SignedLinks = {
  /** One token per link. Equal for equal input. */
  sign: (email_id: Id<'msg'>, links: { path: LinkPath; target: string }[]) => Promise<string[]>;
  /** null unless this deployment signed it for this path. */
  read: (path: LinkPath, token: string) => Promise<SignedLink | null>;
};

/** The ports that every operation has: time, randomness, deployment settings, and the log. */
export type Base = {
  runtime: Runtime;
  settings: Settings;
  log: Log;
  /** How often this process has been asked about a key, including now. */
  occurrences: (key: string) => number;
};

export type Identity = { accounts: AccountStore; keys: CredentialStore<ApiKey> };
export type SmtpCredentials = { smtp_credentials: CredentialStore<SmtpCredential> };
export type Sessions = { members: MemberStore; sessions: SessionStore; sign_ins: SignInStore };
export type Oidc = { oidc: OidcProvider };
export type AccountRemovals = { account_removals: AccountRemovalStore };
export type Notices = { notices: NoticeQueue };
export type NoticeClaiming = { notice_claims: NoticeClaims };

/** Request buckets, and the positions of an account's emails waiting for SES. */
export type Rates = { rates: RateStore };
export type Counters = { counters: CounterStore };
/** Idempotency claims of requests that send nothing. Email claims are read with their emails. */
export type Claims = { claims: ClaimStore };

export type Tenants = { tenants: TenantStore };
export type TenantRemovals = { tenant_removals: TenantRemovalStore; removal_queue: TenantRemovalQueue };

export type Domains = { domains: DomainStore };
export type DomainClaims = { domain_claims: DomainClaimStore };
export type DomainTasks = { domain_tasks: DomainTaskQueue };
export type DomainIdentities = { identities: Identities };
/** Proofs of domain ownership, and the sealing of domain secrets. */
export type DomainSecrets = { proofs: Proofs; sealing: Sealing };
export type OpenSchedules = { open_schedules: OpenScheduleStore };
/** Customers' DNS records, and the DNS hosts through which we write them. */
export type Dns = { dns: DnsPort };
export type DnsHosting = { dns_hosts: DnsHosts };
/** Public DNS. */
export type Resolving = { resolver: Resolver };

export type Mail = { emails: EmailStore; batches: BatchStore };
export type Timeline = { events: EventStore };
export type Visits = { visits: VisitStore };
/** Files that callers upload before sending them, and files they download by link. */
export type Attachments = { attachments: AttachmentStore };
export type ExportFiles = { exports: Exports };
export type Templates = { templates: TemplateStore };

export type Lists = { suppressions: SuppressionStore; opt_outs: OptOutStore };
export type Unsubscribes = { pending_unsubscribes: PendingUnsubscribeStore };

export type Automations = { automations: AutomationStore };
export type CustomEvents = { custom_events: CustomEventStore };
export type Runs = { runs: RunStore; run_queue: RunQueue; run_schedules: RunSchedules };
export type Sms = { sms: SmsProvider; sms_claims: SmsClaims };

export type Inbound = { received: ReceivedStore };
export type InboundRules = { inbound_routes: InboundRouteStore; blocked_senders: BlockedSenderStore };
export type ReceiveQueueing = { receive_queue: ReceiveQueue };
export type ReceivedFiles = { received_links: ReceivedLinks };
/** Readers of received messages, each in its own thread. */
export type MessageReading = { read_message: MessageReader; mail_auth: MailAuth };

export type Webhooks = { webhooks: WebhookStore; deliveries: DeliveryStore };
/** The part of the delivery log that users read and replay. */
export type DeliveryLogs = { delivery_log: DeliveryLog };
export type WebhookRequests = { webhook_client: WebhookClient };
type WebhookPosting = Resolving & WebhookRequests;

/** The webhooks that the operator's doctor looks for. */
export type Sightings = { sightings: SightingStore };

/** The workers' queues, and their dead letters. */
export type Queueing = { queues: Queues };
export type DeadLetterQueues = { dead_letters: DeadLetters };
export type Scheduling = { scheduler: Scheduler };
export type Ses = { mailer: Mailer };
/** The deployment's SES quota and status, read-only. */
export type ReadableSendingState = { sending_state: Pick<SendingStateStore, 'read'> };
/** The deployment's SES quota, its pauses, and the slots for calling SES. */
export type SendingStates = { sending_state: SendingStateStore; slots: SlotStore };
export type SesQuotas = {
  ses_quota: {
    read: () => Promise<SesQuota>;
    /** How many identities this account and region has; SES allows 10,000. */
    countIdentities: () => Promise<number>;
  };
};

/** The secrets that seal cursors and links. `rotate` adds a new secret and returns its number. */
export type Rotation = { deployment_secrets: { rotate: () => Promise<number> } };
export type Paging = { cursors: Cursors };
export type Links = { tokens: Tokens; signed_links: SignedLinks };

/** The ports for publishing an event: endpoints, tenant names for payloads, and the attempts queue. */
export type Publishing = Webhooks & Tenants & Queueing;

/** The ports used after emails are decided: rows, events, queue, and schedules. */
export type Finishing = Base & Mail & Timeline & Publishing & Scheduling;

/** The ports for accepting an email, without SES. */
export type Sending = Finishing & Attachments & Templates;

type OfAccounts = Identity & AccountRemovals & Sessions & Oidc & SmtpCredentials & Notices & NoticeClaiming;
type Claiming = DomainClaims & DomainTasks & DomainIdentities & DomainSecrets & OpenSchedules;
type OfDomains = Domains & Claiming & Dns & DnsHosting & TenantRemovals;
type OfLists = Lists & Unsubscribes & Visits & ExportFiles & Paging & Links & Counters & Claims & Rates;
type OfRuns = Automations & CustomEvents & Runs & Sms & Imports & Providers;
type OfReceiving = Inbound & InboundRules & ReceiveQueueing & ReceivedFiles;
type OfWorkers = DeliveryLogs & Sightings & Resolving & DeadLetterQueues & Draining & Rotation;
type OfSes = Ses & SendingStates & SesQuotas;

/**
 * Every family of ports. Each operation lists the families it uses, and a function composes only those of its
 * operations.
 */
export type Context = Sending & OfAccounts & OfDomains & OfLists & OfRuns & OfReceiving & OfWorkers & OfSes;

export type CheckContext = Base & Identity & Domains & DomainSecrets & DomainIdentities & DomainTasks & Dns;

type Attempting = Base & Domains & DomainSecrets & Mail & Attachments & Links & Ses & Notices;

export type Delivering = Attempting & Identity & Timeline & Lists & SendingStates & Rates & Publishing;

export type AttemptContext = Base & Identity & Webhooks & DeliveryLogs & Queueing & Notices & WebhookPosting;
