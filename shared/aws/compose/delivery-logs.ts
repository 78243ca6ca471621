import type { DeliveryLogs } from '../../domain/context.ts';
import { deliveryLog } from '../../store/delivery-log.ts';
import type { Family } from './compose.ts';

/** The log of webhook deliveries, as users read and replay it. */
export const deliveryLogs: Family<DeliveryLogs> = ({ base, table }) => ({
  delivery_log: deliveryLog(table, base.runtime, base.settings.retention),
});
