import type { OptOut, Suppression } from '../../shared/core/records/lists.ts';
import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import { type Id, type Runtime, timestamp } from '../../shared/core/runtime.ts';

type Made = { runtime: Runtime };

/** An entry for a list of suppressed addresses, by default as a hard bounce makes it. */
export const suppressionOf = (
  { runtime }: Made,
  email: string,
  change: Partial<Suppression> = {},
): Suppression => ({
  id: runtime.id('sup'),
  email,
  reason: 'bounce',
  tenant: null,
  source: 'event',
  email_id: null,
  note: null,
  created_at: timestamp(runtime.now()),
  ...change,
});

/** An opt-out of a category, by default as a link in an email makes it. */
export const optOutOf = (
  { runtime }: Made,
  email: string,
  category: OptOut['category'],
  change: Partial<OptOut> = {},
): OptOut => ({
  id: runtime.id('opt'),
  email,
  category,
  tenant: null,
  email_id: null,
  source: 'link',
  created_at: timestamp(runtime.now()),
  ...change,
});

/** A webhook endpoint that takes every event, of no request. */
export const endpointOf = (
  { runtime }: Made,
  account: Id<'acc'>,
  change: Partial<WebhookEndpoint> = {},
): WebhookEndpoint => ({
  id: runtime.id('wh'),
  account,
  url: 'https://hooks.example.com/',
  events: null,
  enabled: true,
  disabled_reason: null,
  tenants: null,
  secret: 'whsec_test',
  previous_secret: null,
  previous_secret_until: null,
  description: null,
  log_shards: 1,
  created_at: timestamp(runtime.now()),
  updated_at: timestamp(runtime.now()),
  ...change,
});
