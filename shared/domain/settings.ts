import type { StoredLimits } from '../core/records/accounts.ts';
import type { Retention } from '../core/retention.ts';

/** The deployed version from package.json, and the git commit if known. */
export type Release = { version: string; commit: string | null };

export type Settings = {
  stage: string;
  region: string;
  release: Release;
  /** `{base_url}`: `<origin>/api`. */
  base_url: string;
  /** Base URL of tracked links and pixels if they have their own host. Null for `base_url`. */
  tracking_url: string | null;
  /** `{dashboard_url}`: `<origin>`. */
  dashboard_url: string;
  /** null if the deployment has none. */
  service_domain: string | null;
  /** Whether the deployment has the SMTP relay, which SMTP credentials require. */
  smtp_relay: boolean;
  /** The receiver of mail: our own server, SES, or no one. `off` disables inbound domains. */
  inbound: 'smtp' | 'ses' | 'off';
  smtp_host: string;
  /** The port that uses STARTTLS, as pages and docs show it. */
  smtp_port: number;
  sandbox_domain: string | null;
  /** Sign-in methods shown at `/sign-in`. */
  sign_in: { link: boolean; oidc: boolean };
  webhook_targets: 'public' | 'any';
  /** An endpoint is disabled after it has failed for this long and this often without a success. */
  webhook_disable_after_s: number;
  webhook_disable_min: number;
  /** Soft bounces within 7 days that suppress an address. */
  soft_bounce_threshold: number;
  /** Whether accounts have their own ramp by default. */
  account_ramp: boolean;
  /** Storage limits on the dedicated plan. `webhooks_per_host` applies to every plan. */
  stored_limits: StoredLimits;
  retention: Retention;
  /** The text message provider, the sender id, and an account's daily limit (UTC). */
  sms: { provider: 'sns' | 'none'; sender_id: string | null; daily_limit: number };
  /** How long one import request works, and how long an import waits for a provider that is down. */
  imports: { slice_s: number; give_up_s: number };
};
