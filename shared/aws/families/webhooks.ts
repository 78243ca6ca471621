import type { DeliveryLogs, Webhooks } from '../../domain/context.ts';
import { deliveryStore } from '../../store/deliveries.ts';
import { deliveryLog } from '../../store/delivery-log.ts';
import { webhookStore } from '../../store/webhooks.ts';
import type { Family } from '../compose.ts';

export const webhooks: Family<Webhooks> = ({ base, table, objects }) => ({
  webhooks: webhookStore(table, base.runtime),
  deliveries: deliveryStore(table, objects, base.settings.retention),
});

export const deliveryLogs: Family<DeliveryLogs> = ({ base, table }) => ({
  delivery_log: deliveryLog(table, base.runtime, base.settings.retention),
});
