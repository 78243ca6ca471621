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

/** The rights of one request: every door builds them, and every verb takes its rights from here only. */
export type Caller = {
  account: Account;
  /** The `source` of what the caller makes. */
  source: 'api' | 'dashboard';
  /** For logs and for what an actor made; verbs never ask for its kind. `id` is null for the service itself. */
  actor: { kind: 'key' | 'session' | 'smtp' | 'system'; id: Id<'key' | 'mem' | 'smtpc'> | null };
  /** `ten_` id of the one tenant that the caller may act for; null: the whole account. */
  tenant: Id<'ten'> | null;
  scopes: readonly string[];
  /** From-domains (A-labels) that the caller may send from; null: all of the account. */
  allowed_domains: readonly string[] | null;
  request_id: string;
};

/** The service acting for an account, as a schedule or an import does: every right, no limit to a tenant. */
export const systemCaller = (account: Account, request_id: string): Caller => ({
  account,
  source: 'api',
  actor: { kind: 'system', id: null },
  tenant: null,
  scopes: ['full'],
  allowed_domains: null,
  request_id,
});

/** The metrics of a log line: numbers by name, all of them by the same dimensions. */
export type Metrics = {
  counts?: Record<string, number>;
  /** Milliseconds. */
  times?: Record<string, number>;
  by?: Record<string, string>;
  /** Without `by`, too. */
  total?: true;
};

type WriteLog = (message: string, fields?: Record<string, unknown>, metrics?: Metrics | null) => void;

/** One line per outcome: ids, codes and counts, never addresses, bodies, keys or secrets. */
export type Log = { info: WriteLog; warn: WriteLog; error: WriteLog };

export type Cursors = {
  /** Opaque, sealed, bound to account, list and filters, valid 24 h. */
  seal: (bound: string[], position: string) => Promise<string>;
  /** null when it is malformed, foreign or too old. */
  open: (bound: string[], cursor: string) => Promise<string | null>;
};

/** A token of another purpose is not opened. */
type TokenPurpose = 'unsubscribe' | 'doctor';

/** The tokens of our links: encrypted, authenticated, without expiry, by number of the deployment's secret. */
export type Tokens = {
  seal: (purpose: TokenPurpose, text: string) => Promise<string>;
  /** null when it was made elsewhere, for something else, or altered. */
  open: (purpose: TokenPurpose, token: string) => Promise<string | null>;
};

/** The tokens of tracked links: readable, signed, without expiry. */
export type SignedLinks = {
  /** One for each; equal for equal input. */
  sign: (email_id: Id<'msg'>, links: { path: LinkPath; target: string }[]) => Promise<string[]>;
  /** null when this deployment did not sign it for this path. */
  read: (path: LinkPath, token: string) => Promise<SignedLink | null>;
};

/** The ports that every verb has: time and chance, the deployment's settings, the log. */
export type Base = {
  runtime: Runtime;
  settings: Settings;
  log: Log;
  /** The number of times that this process has been asked about a key, this one included. */
  occurrences: (key: string) => number;
};

export type Identity = { accounts: AccountStore; keys: CredentialStore<ApiKey> };
export type SmtpCredentials = { smtp_credentials: CredentialStore<SmtpCredential> };
export type Sessions = { members: MemberStore; sessions: SessionStore; sign_ins: SignInStore };
export type Oidc = { oidc: OidcProvider };
export type AccountRemovals = { account_removals: AccountRemovalStore };
export type Notices = { notices: NoticeQueue };
export type NoticeClaiming = { notice_claims: NoticeClaims };

/** Buckets of requests, and the places of an account's emails in what waits for SES. */
export type Rates = { rates: RateStore };
export type Counters = { counters: CounterStore };
/** Idempotency claims of requests that send nothing; those of emails are read with them. */
export type Claims = { claims: ClaimStore };

export type Tenants = { tenants: TenantStore };
export type TenantRemovals = { tenant_removals: TenantRemovalStore; removal_queue: TenantRemovalQueue };

export type Domains = { domains: DomainStore };
export type DomainClaims = { domain_claims: DomainClaimStore };
export type DomainTasks = { domain_tasks: DomainTaskQueue };
export type DomainIdentities = { identities: Identities };
/** The proofs that a domain is the account's, and what keeps its secrets. */
export type DomainSecrets = { proofs: Proofs; sealing: Sealing };
export type OpenSchedules = { open_schedules: OpenScheduleStore };
/** The DNS records of customers' domains, and the hosts of their zones, through which records are written. */
export type Dns = { dns: DnsPort };
export type DnsHosting = { dns_hosts: DnsHosts };
/** DNS of the world outside. */
export type Resolving = { resolver: Resolver };

export type Mail = { emails: EmailStore; batches: BatchStore };
export type Timeline = { events: EventStore };
export type Visits = { visits: VisitStore };
/** Files that callers upload ahead of the emails that carry them, and files that they download by a link. */
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
/** Readers of received messages, each in a thread of its own. */
export type MessageReading = { read_message: MessageReader; mail_auth: MailAuth };

export type Webhooks = { webhooks: WebhookStore; deliveries: DeliveryStore };
/** The part of that log that users read, and replay. */
export type DeliveryLogs = { delivery_log: DeliveryLog };
export type WebhookRequests = { webhook_client: WebhookClient };
type WebhookPosting = Resolving & WebhookRequests;

/** Webhooks that the operator's doctor looks for. */
export type Sightings = { sightings: SightingStore };

/** The queues of the workers, and what these could not handle. */
export type Queueing = { queues: Queues };
export type DeadLetterQueues = { dead_letters: DeadLetters };
export type Scheduling = { scheduler: Scheduler };
export type Ses = { mailer: Mailer };
/** What SES grants this deployment, for those who only show it. */
export type ShownSendingState = { sending_state: Pick<SendingStateStore, 'read'> };
/** The quota that SES grants this deployment, its pauses, and the slots at which it is called. */
export type SendingStates = { sending_state: SendingStateStore; slots: SlotStore };
export type SesQuotas = {
  ses_quota: {
    read: () => Promise<SesQuota>;
    /** The number of identities in this account and region, of which SES takes 10,000. */
    countIdentities: () => Promise<number>;
  };
};

/** The secrets that seal cursors and links; `rotate` adds a newer one and returns its number. */
export type Rotation = { deployment_secrets: { rotate: () => Promise<number> } };
export type Paging = { cursors: Cursors };
export type Links = { tokens: Tokens; signed_links: SignedLinks };

/** The ports of publishing an event: endpoints, the names of tenants in their payloads, and the queue of attempts. */
export type Publishing = Webhooks & Tenants & Queueing;

/** The ports of what follows a decision over emails: their rows, events, queue and schedules. */
export type Finishing = Base & Mail & Timeline & Publishing & Scheduling;

/** The ports of accepting an email. SES is none of them. */
export type Sending = Finishing & Attachments & Templates;

type OfAccounts = Identity & AccountRemovals & Sessions & Oidc & SmtpCredentials & Notices & NoticeClaiming;
type Claiming = DomainClaims & DomainTasks & DomainIdentities & DomainSecrets & OpenSchedules;
type OfDomains = Domains & Claiming & Dns & DnsHosting & TenantRemovals;
type OfLists = Lists & Unsubscribes & Visits & ExportFiles & Paging & Links & Counters & Claims & Rates;
type OfRuns = Automations & CustomEvents & Runs & Sms & Imports & Providers;
type OfReceiving = Inbound & InboundRules & ReceiveQueueing & ReceivedFiles;
type OfWorkers = DeliveryLogs & Sightings & Resolving & DeadLetterQueues & Draining & Rotation;
type OfSes = Ses & SendingStates & SesQuotas;

/** Every family. A verb asks for those that it uses; a function composes those that its verbs ask for, no more. */
export type Context = Sending & OfAccounts & OfDomains & OfLists & OfRuns & OfReceiving & OfWorkers & OfSes;

export type CheckContext = Base & Identity & Domains & DomainSecrets & DomainIdentities & DomainTasks & Dns;

type Attempting = Base & Domains & DomainSecrets & Mail & Attachments & Links & Ses & Notices;

export type Delivering = Attempting & Identity & Timeline & Lists & SendingStates & Rates & Publishing;

export type AttemptContext = Base & Identity & Webhooks & DeliveryLogs & Queueing & Notices & WebhookPosting;
