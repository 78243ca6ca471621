import type { Webhooks } from '../../domain/context.ts';
import { deliveryStore } from '../../store/deliveries.ts';
import { webhookStore } from '../../store/webhooks.ts';
import type { Family } from './compose.ts';

/** Webhook endpoints, and the log of their deliveries. */
export const webhooks: Family<Webhooks> = ({ base, table, objects }) => ({
  webhooks: webhookStore(table, base.runtime),
  deliveries: deliveryStore(table, objects, base.settings.retention),
});
