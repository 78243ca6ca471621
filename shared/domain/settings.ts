import type { StoredLimits } from '../core/records/accounts.ts';
import type { Retention } from '../core/retention.ts';

/** What is deployed: the version of package.json, and the git commit where it is known. */
export type Release = { version: string; commit: string | null };

export type Settings = {
  stage: string;
  region: string;
  release: Release;
  /** `{base_url}`: `<origin>/api`. */
  base_url: string;
  /** The base of tracked links and pixels where they have a host of their own; null: `base_url`. */
  tracking_url: string | null;
  /** `{dashboard_url}`: `<origin>`. */
  dashboard_url: string;
  /** null: the deployment has none. */
  service_domain: string | null;
  /** Whether the deployment has the SMTP relay; without it no SMTP credential is made. */
  smtp_relay: boolean;
  /** The receiver of mail: our own, SES, or none, and then no inbound domain is made. */
  inbound: 'smtp' | 'ses' | 'off';
  smtp_host: string;
  /** With STARTTLS; pages and documents name it. */
  smtp_port: number;
  sandbox_domain: string | null;
  /** The ways to sign in that `/sign-in` shows. */
  sign_in: { link: boolean; oidc: boolean };
  webhook_targets: 'public' | 'any';
  /** An endpoint is disabled when it failed this long and this often without a success between. */
  webhook_disable_after_s: number;
  webhook_disable_min: number;
  /** Soft bounces of an address within 7 days that suppress it. */
  soft_bounce_threshold: number;
  /** Whether accounts have a ramp of their own where it is not set for the account itself. */
  account_ramp: boolean;
  /** What an account of plan dedicated may store; `webhooks_per_host` is for every plan. */
  stored_limits: StoredLimits;
  retention: Retention;
  /** The provider of text messages, their sender, and the number that an account may send in a UTC day. */
  sms: { provider: 'sns' | 'none'; sender_id: string | null; daily_limit: number };
  /** The time that a request of an import works, and that one waits for a provider that is down. */
  imports: { slice_s: number; give_up_s: number };
};
