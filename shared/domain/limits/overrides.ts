import * as z from 'zod';

const count = z.int().min(0).max(1_000_000_000);
const bytes = z.int().min(0);
const rate = z.int().min(1).max(999_999);

/**
 * Plan limits that an operator can override: recipients per month and day (null: no limit), resource counts,
 * storage limits (A72; null: no limit), and requests per second. `requests_per_second` sets both rates.
 * `account_ramp` sets whether the account has its own ramp.
 */
export const LimitOverrides = z.strictObject({
  emails_month: count.nullable().optional(),
  emails_day: count.nullable().optional(),
  domains: count.optional(),
  tenants: count.optional(),
  webhooks: count.optional(),
  templates: count.optional(),
  upload_bytes_day: bytes.nullable().optional(),
  scheduled_emails: count.nullable().optional(),
  suppressions: count.nullable().optional(),
  enabled_webhooks: count.nullable().optional(),
  webhooks_per_host: count.optional(),
  requests_per_second: rate.optional(),
  send_rate: rate.optional(),
  other_rate: rate.optional(),
  account_ramp: z.boolean().optional(),
});
export type LimitOverrides = z.output<typeof LimitOverrides>;
