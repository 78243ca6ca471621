import type { Id } from '../runtime.ts';

/** Records have one shape on the wire, in the domain and in the table. Times are ISO 8601 UTC unless a name says otherwise. */
export type Plan = 'free' | 'pro' | 'scale' | 'dedicated';

/** The limits of a plan. Counts are recipients; null means no limit. */
export type PlanLimits = {
  emails_month: number | null;
  emails_day: number | null;
  domains: number;
  tenants: number;
  webhooks: number;
  templates: number;
  automations: number;
  /** Requests a second in the bucket `send` and in the bucket `other`; a burst is twice that. */
  send_rate: number;
  other_rate: number;
};

/** Limits on what an account stores; null means no limit. */
export type StoredLimits = {
  /** Upload bytes registered per UTC day. */
  upload_bytes_day: number | null;
  /** Scheduled emails that are not due yet. */
  scheduled_emails: number | null;
  /** Entries of its suppression list and those of its tenants. */
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
  /** The operator's override of rule 4; null leaves it to payment method and verified domain. */
  unlocked: true | null;
  domain_verified_at: string | null;
  /** Limits that an operator set in place of the plan's; absent: none. */
  limits?: Partial<PlanLimits & StoredLimits>;
  /** Overrides both rates of the plan. */
  requests_per_second: number | null;
  /** Whether the account's ramp limits its sends; absent: as the deployment says. */
  account_ramp?: boolean;
  /** Shards of the lists of its emails, the largest number that it ever had: never lowered. */
  email_shards: number;
  /** The time of its suspension by an operator: it neither sends nor calls; absent: none. */
  suspended_at?: string;
  /** The beginning of its deletion, which nothing ends. */
  deleting_at?: string;
  /** The end of its last suspension, from which the time of waiting emails counts. */
  resumed_at?: string;
  created_at: string;
};

export type ApiKey = {
  id: Id<'key'>;
  account: Id<'acc'>;
  name: string;
  /** The first characters of the secret, for recognising it: `svc_ab12cd34`. */
  prefix: string;
  scopes: string[];
  tenant: Id<'ten'> | null;
  allowed_domains: string[] | null;
  /** IPv4 and IPv6 ranges (CIDR) or single addresses that may use the key; null: all. */
  allowed_ips: string[] | null;
  expires_at: string | null;
  /** Written at most once a minute. */
  last_used_at: string | null;
  created_at: string;
};

/** The writer of a credential: a key as it was read, or the service itself, which no key limits. */
export type Maker = ApiKey | 'service';

/** A password of the SMTP relay: it has the rights of a key with emails:send. */
export type SmtpCredential = {
  id: Id<'smtpc'>;
  account: Id<'acc'>;
  name: string;
  tenant: Id<'ten'> | null;
  allowed_domains: string[] | null;
  /** As those of a key; absent: none. */
  allowed_ips?: string[] | null;
  expires_at?: string | null;
  last_used_at: string | null;
  created_at: string;
};
