import type { Resolver, WebhookClient } from '../core/network.ts';
import type { Account } from '../core/records/accounts.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AccountStore, DomainStore, KeyStore, RateStore, TemplateStore } from './ports/accounts.ts';
import type { AttachmentStore, BatchStore, EmailStore, EventStore } from './ports/emails.ts';
import type {
  Exports,
  OptOutStore,
  PendingUnsubscribeStore,
  SesRemovalStore,
  SuppressionStore,
} from './ports/lists.ts';
import type { Mailer, Queues, Scheduler } from './ports/sending.ts';
import type { DeliveryStore, WebhookStore } from './ports/webhooks.ts';

/** Who asks, as rights: every door builds one, and every verb takes its rights from here and from nowhere else. */
export type Caller = {
  account: Account;
  /** For logs and for what an actor made; verbs never ask for its kind. `id` is null for the service itself. */
  actor: { kind: 'key' | 'session' | 'smtp' | 'system'; id: string | null };
  /** `ten_` id of the one tenant that the caller may act for; null: the whole account. */
  tenant: string | null;
  scopes: readonly string[];
  /** From-domains (A-labels) that the caller may send from; null: all of the account (A33). */
  allowed_domains: readonly string[] | null;
  request_id: string;
};

/** The service acting for an account, as a schedule or an import does: every right, no limit to a tenant. */
export const systemCaller = (account: Account, request_id: string): Caller => ({
  account,
  actor: { kind: 'system', id: null },
  tenant: null,
  scopes: ['full'],
  allowed_domains: null,
  request_id,
});

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
  retention: Retention;
};

/** One line per outcome: ids, codes and counts, never addresses, bodies, keys or secrets. */
export type Log = {
  info: (message: string, fields?: Record<string, unknown>) => void;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  error: (message: string, fields?: Record<string, unknown>) => void;
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
  pending_unsubscribes: PendingUnsubscribeStore;
  ses_removals: SesRemovalStore;
  attachments: AttachmentStore;
  exports: Exports;
  templates: TemplateStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  resolver: Resolver;
  rates: RateStore;
  /** How often this process has met a key, this time included. */
  occurrences: (key: string) => number;
  queues: Queues;
  scheduler: Scheduler;
  mailer: Mailer;
  /** Recipients a second that SES takes from this deployment, null without a limit; may be a minute old. */
  sending_rate: () => Promise<number | null>;
  cursors: Cursors;
  tokens: Tokens;
};

/** What the attempt worker has besides: the one way out to strangers' servers. */
export type AttemptContext = Context & { webhook_client: WebhookClient };
