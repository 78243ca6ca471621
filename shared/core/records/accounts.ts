import type { Id } from '../runtime.ts';

/**
 * Records have one shape on the wire, in the domain, and in the table. Times are ISO 8601 UTC unless the name
 * says otherwise.
 */
export type Plan = 'free' | 'pro' | 'scale' | 'dedicated';

/** A plan's limits, in recipients. Null means no limit. */
export type PlanLimits = {
  emails_month: number | null;
  emails_day: number | null;
  domains: number;
  tenants: number;
  webhooks: number;
  templates: number;
  automations: number;
  /** Requests per second for sends and for all other requests. Bursts may reach twice the rate. */
  send_rate: number;
  other_rate: number;
};

/** Limits on stored objects. Null means no limit. */
export type StoredLimits = {
  /** Upload bytes registered per UTC day. */
  upload_bytes_day: number | null;
  /** Scheduled emails that are not due yet. */
  scheduled_emails: number | null;
  /** Suppressions of the account and its tenants. */
  suppressions: number | null;
  enabled_webhooks: number | null;
  /** Enabled endpoints per host name. */
  webhooks_per_host: number;
};

export type Account = {
  id: Id<'acc'>;
  email: string;
  name: string;
  plan: Plan;
  payment_method: boolean;
  /**
   * Whether an operator unlocked production (rule 4). If null, the payment method and a verified domain
   * decide.
   */
  unlocked: true | null;
  domain_verified_at: string | null;
  /** Limits an operator set in place of the plan's. Absent if none. */
  limits?: Partial<PlanLimits & StoredLimits>;
  /** Overrides both of the plan's rates. */
  requests_per_second: number | null;
  /** Whether the account's ramp limits its sends. If absent, the deployment decides. */
  account_ramp?: boolean;
  /** The number of shards of its email lists. Never lowered. */
  email_shards: number;
  /** When an operator suspended it, which blocks sends and API calls. Absent if not suspended. */
  suspended_at?: string;
  /** When its deletion began. Deletion can't be stopped. */
  deleting_at?: string;
  /** When its last suspension ended. The age of waiting emails is measured from then. */
  resumed_at?: string;
  created_at: string;
};

export type ApiKey = {
  id: Id<'key'>;
  account: Id<'acc'>;
  name: string;
  /** The secret's first characters, for recognition: `svc_ab12cd34`. */
  prefix: string;
  scopes: string[];
  tenant: Id<'ten'> | null;
  allowed_domains: string[] | null;
  /** IPv4 and IPv6 ranges (CIDR) or addresses that may use the key. Null allows all addresses. */
  allowed_ips: string[] | null;
  expires_at: string | null;
  /** Updated at most once a minute. */
  last_used_at: string | null;
  created_at: string;
};

/** Who creates a credential: an API key, as it was read, or the service itself, which has no limits. */
export type Maker = ApiKey | 'service';

/** An SMTP relay password, with the permissions of a key with emails:send. */
export type SmtpCredential = {
  id: Id<'smtpc'>;
  account: Id<'acc'>;
  name: string;
  tenant: Id<'ten'> | null;
  allowed_domains: string[] | null;
  /** Like a key's `allowed_ips`. If absent, all addresses are allowed. */
  allowed_ips?: string[] | null;
  expires_at?: string | null;
  last_used_at: string | null;
  created_at: string;
};
