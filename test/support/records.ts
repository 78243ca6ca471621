import type { OptOut, Suppression } from '../../shared/core/records/lists.ts';
import type { WebhookEndpoint } from '../../shared/core/records/webhooks.ts';
import { type Id, type Runtime, timestamp } from '../../shared/core/runtime.ts';

type Made = { runtime: Runtime };

/** A suppression entry. By default, it is as after a hard bounce. */
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

/** A category opt-out. By default, it is as after a click on an email's link. */
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

/** A webhook endpoint for every event, without a request. */
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
