import type { DnsHosts } from '../core/dns-host.ts';
import type { MailAuth } from '../core/mail-auth.ts';
import type { Dns as DnsPort, OidcProvider, Resolver, WebhookClient } from '../core/network.ts';
import type { Account, ApiKey, SmtpCredential } from '../core/records/accounts.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { LinkPath, SignedLink } from '../core/signed-link.ts';
import type { MessageReader } from '../mail/received/in-thread.ts';
import type { AccountRemovalStore } from './ports/account-removals.ts';
import type { AccountStore, CredentialStore, RateStore, TemplateStore } from './ports/accounts.ts';
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

/** Who asks, as rights: every door builds one, and every verb takes its rights from here and from nowhere else. */
export type Caller = {
  account: Account;
  /** The `source` of what the caller makes (D17). */
  source: 'api' | 'dashboard';
  /** For logs and for what an actor made; verbs never ask for its kind. `id` is null for the service itself. */
  actor: { kind: 'key' | 'session' | 'smtp' | 'system'; id: string | null };
  /** `ten_` id of the one tenant that the caller may act for; null: the whole account. */
  tenant: Id<'ten'> | null;
  scopes: readonly string[];
  /** From-domains (A-labels) that the caller may send from; null: all of the account (A33). */
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

/** What a log line adds to the deployment's metrics (P12): numbers by name, all of them by the same dimensions. */
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
  /** Opaque, sealed, bound to account, list and filters, valid 24 h (C5). */
  seal: (bound: string[], position: string) => Promise<string>;
  /** null when it is malformed, foreign or too old. */
  open: (bound: string[], cursor: string) => Promise<string | null>;
};

/** What a token of ours is for; one of another purpose is not opened. */
type TokenPurpose = 'unsubscribe' | 'doctor';

/** What links of ours carry: encrypted, authenticated, without expiry, by number of the deployment's secret (Q21). */
export type Tokens = {
  seal: (purpose: TokenPurpose, text: string) => Promise<string>;
  /** null when it was made elsewhere, for something else, or altered. */
  open: (purpose: TokenPurpose, token: string) => Promise<string | null>;
};

/** The tokens of tracked links: readable, signed, without expiry (E19). */
export type SignedLinks = {
  /** One for each; equal for equal input. */
  sign: (email_id: Id<'msg'>, links: { path: LinkPath; target: string }[]) => Promise<string[]>;
  /** null when this deployment did not sign it for this path. */
  read: (path: LinkPath, token: string) => Promise<SignedLink | null>;
};

/** What every verb has: time and chance, the deployment's settings, the log. */
export type Base = {
  runtime: Runtime;
  settings: Settings;
  log: Log;
  /** How often this process has been asked about a key, this time included. */
  occurrences: (key: string) => number;
};

/** Accounts and API keys. */
export type Identity = { accounts: AccountStore; keys: CredentialStore<ApiKey> };

/** The removal of an account with all that it has. */
export type AccountRemovals = { account_removals: AccountRemovalStore };

/** Who may use the dashboard of an account, and browsers that are signed in. */
export type Sessions = { members: MemberStore; sessions: SessionStore; sign_ins: SignInStore };

/** The queue of mails of the service itself. */
export type Notices = { notices: NoticeQueue };
export type NoticeClaiming = { notice_claims: NoticeClaims };

/** Passwords of the SMTP relay. */
export type SmtpCredentials = { smtp_credentials: CredentialStore<SmtpCredential> };

/** Buckets of requests, and the places of an account's emails in what waits for SES. */
export type Rates = { rates: RateStore };

export type Tenants = { tenants: TenantStore };

/** What deleted tenants left behind, and the queue of its removal. */
export type TenantRemovals = { tenant_removals: TenantRemovalStore; removal_queue: TenantRemovalQueue };

/** Numbers of what was sent, and what became of it. */
export type Counters = { counters: CounterStore };

export type Domains = { domains: DomainStore };

/** Claims of domains that other accounts have. */
export type DomainClaims = { domain_claims: DomainClaimStore };

/** The scheduled emails of a domain. */
export type OpenSchedules = { open_schedules: OpenScheduleStore };

/** What proves that a domain is the account's, and what keeps its secrets. */
export type DomainSecrets = { proofs: Proofs; sealing: Sealing };

/** Emails, and the batches that they came in. */
export type Mail = { emails: EmailStore; batches: BatchStore };

/** Idempotency claims of requests that send nothing; those of emails are read with them. */
export type Claims = { claims: ClaimStore };

/** The events of emails. */
export type Timeline = { events: EventStore };

export type Visits = { visits: VisitStore };

/** Suppression lists and category opt-outs. */
export type Lists = { suppressions: SuppressionStore; opt_outs: OptOutStore };

/** Unsubscribes whose event is not queued yet. */
export type Unsubscribes = { pending_unsubscribes: PendingUnsubscribeStore };

/** Files that callers upload ahead of the emails that carry them. */
export type Attachments = { attachments: AttachmentStore };

/** Files that callers download by a link. */
export type ExportFiles = { exports: Exports };

/** Templates, their versions and bodies. */
export type Templates = { templates: TemplateStore };

export type Automations = { automations: AutomationStore };

/** What customers say that happened. */
export type CustomEvents = { custom_events: CustomEventStore };

/** Runs of automations, and their queue. */
export type Runs = { runs: RunStore; run_queue: RunQueue; run_schedules: RunSchedules };

/** Text messages of automations. */
export type Sms = { sms: SmsProvider; sms_claims: SmsClaims };

/** Received emails. */
export type Inbound = { received: ReceivedStore };

/** Routes of received mail, and senders whose mail is refused. */
export type InboundRules = { inbound_routes: InboundRouteStore; blocked_senders: BlockedSenderStore };

/** The queue of messages that were received. */
export type ReceiveQueueing = { receive_queue: ReceiveQueue };

/** Links to received emails and their files. */
export type ReceivedFiles = { received_links: ReceivedLinks };

/** What looks into received messages, each in a thread of its own. */
export type MessageReading = { read_message: MessageReader; mail_auth: MailAuth };

/** Webhook endpoints, and the log of their deliveries. */
export type Webhooks = { webhooks: WebhookStore; deliveries: DeliveryStore };

/** What users read of that log, and replay. */
export type DeliveryLogs = { delivery_log: DeliveryLog };

/** What the operator's doctor looks for. */
export type Sightings = { sightings: SightingStore };
/** The queue of checks of domains, and of the end of their identities. */
export type DomainTasks = { domain_tasks: DomainTaskQueue };

/** Identities at SES. */
export type DomainIdentities = { identities: Identities };

/** The hosts of customers' zones, through which records are written. */
export type DnsHosting = { dns_hosts: DnsHosts };

/** The DNS records of customers' domains, and DNS of the world outside. */
export type Dns = { dns: DnsPort };
export type Resolving = { resolver: Resolver };

/** The provider that people sign in with. */
export type Oidc = { oidc: OidcProvider };

export type WebhookRequests = { webhook_client: WebhookClient };
type WebhookPosting = Resolving & WebhookRequests;

/** The queues of the workers. */
export type Queueing = { queues: Queues };

/** What the workers could not handle. */
export type DeadLetterQueues = { dead_letters: DeadLetters };

/** One-time schedules of emails. */
export type Scheduling = { scheduler: Scheduler };

export type Ses = { mailer: Mailer };

/** What SES grants this deployment, its pauses, and the slots at which it is called. */
export type SendingStates = { sending_state: SendingStateStore; slots: SlotStore };

/** SES's answer to what it grants. */
export type SesQuotas = {
  ses_quota: {
    read: () => Promise<SesQuota>;
    /** How many identities SES has in this account and region, of which it takes 10,000. */
    countIdentities: () => Promise<number>;
  };
};

/** The secrets that seal cursors and links; `rotate` adds a newer one and returns its number (P30). */
export type Rotation = { deployment_secrets: { rotate: () => Promise<number> } };

/** Cursors of lists. */
export type Paging = { cursors: Cursors };

/** Tokens of links in emails. */
export type Links = { tokens: Tokens; signed_links: SignedLinks };

/** What publishing an event takes: the endpoints, their payloads, names of tenants, the queue of the attempts. */
export type Publishing = Webhooks & Tenants & Queueing;

/** What follows a decision over emails takes: their rows, events, queue and schedules. */
export type Finishing = Base & Mail & Timeline & Publishing & Scheduling;

/** What accepting an email takes. SES is none of it. */
export type Sending = Finishing & Attachments & Templates;

/**
 * Every family. A verb asks for those that it uses (`ctx: Base & Templates`); a function composes those that its
 * verbs ask for (`shared/aws/families/`), and ships no more.
 */
export type Context = Base &
  Identity &
  AccountRemovals &
  Sessions &
  Notices &
  NoticeClaiming &
  Oidc &
  Rates &
  Tenants &
  TenantRemovals &
  Counters &
  Domains &
  DomainClaims &
  OpenSchedules &
  DomainSecrets &
  DomainIdentities &
  DomainTasks &
  Dns &
  DnsHosting &
  Mail &
  Timeline &
  Visits &
  Lists &
  Unsubscribes &
  SmtpCredentials &
  Attachments &
  ExportFiles &
  Templates &
  Automations &
  CustomEvents &
  Runs &
  Sms &
  Inbound &
  InboundRules &
  ReceiveQueueing &
  ReceivedFiles &
  Webhooks &
  DeliveryLogs &
  Sightings &
  Imports &
  Providers &
  Resolving &
  Queueing &
  DeadLetterQueues &
  Scheduling &
  Ses &
  SendingStates &
  Claims &
  SesQuotas &
  Paging &
  Rotation &
  Links;

/** What a send attempt and its report take. */
type Attempting = Base & Domains & DomainSecrets & Mail & Attachments & Links & Ses & Notices;

/** What the worker that sends takes. */
export type Delivering = Attempting & Identity & Timeline & Lists & SendingStates & Rates & Publishing;

/** What the worker of webhook attempts takes. */
export type AttemptContext = Base & Identity & Webhooks & DeliveryLogs & Queueing & Notices & WebhookPosting;
