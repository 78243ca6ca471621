import * as z from 'zod';
import { instantQuery } from '../../../core/instant.ts';
import { eventTypes } from '../../../core/records/events.ts';
import {
  type Delivery,
  deliveryStatuses,
  type FailedDelivery,
  type WebhookEndpoint,
} from '../../../core/records/webhooks.ts';
import { firstId } from '../../../core/runtime.ts';
import type { DeliveryLogs, Paging } from '../../context.ts';
import { filteredPage } from '../../lists/filtered-page.ts';
import { deliveryRecord } from './delivery-record.ts';

/** The filters of GET /webhooks/{id}/deliveries (H18, E32). */
export const DeliveryFilters = z.object({
  status: z.enum(deliveryStatuses).optional(),
  event: z.enum(eventTypes).optional(),
  since: instantQuery.optional().meta({ description: 'Created at or after this instant' }),
  until: instantQuery.optional().meta({ description: 'Created before this instant' }),
});
type DeliveryFilters = z.output<typeof DeliveryFilters>;

type Query = DeliveryFilters & { limit: number; cursor?: string | undefined };

/**
 * GET /webhooks/{id}/deliveries: newest first. since and until are key ranges, failed deliveries have keys of their
 * own; the other filters are applied while reading, so that a page may be short and still be followed by more (E32).
 */
export async function listDeliveries(ctx: DeliveryLogs & Paging, endpoint: WebhookEndpoint, query: Query) {
  const { limit, cursor, ...filters } = query;
  const { id, account, log_shards: shards } = endpoint;
  const { status, event } = filters;
  const since = filters.since === undefined ? null : firstId('whd', filters.since);
  const until = filters.until === undefined ? null : firstId('whd', filters.until);
  const bound = [account, id, 'deliveries', JSON.stringify(Object.entries(filters).sort())];
  const input = { bound, limit, cursor, filtered: event !== undefined };
  const page = ({ limit: wanted, before }: { limit: number; before: string | null }) => ({
    shards,
    limit: wanted,
    before: before ?? until,
    since,
  });
  const isOfType = (entry: FailedDelivery) => event === undefined || entry.event_type === event;
  const show = async (entries: Delivery[]) => entries.map(deliveryRecord);
  const { records, has_more, next_cursor } =
    status === 'failed'
      ? await filteredPage(ctx, input, {
          read: (one) => ctx.delivery_log.listFailed(id, page(one)),
          keep: isOfType,
          show: async (entries) =>
            show(
              await ctx.delivery_log.find(
                id,
                shards,
                entries.map((entry) => entry.id),
              ),
            ),
        })
      : await filteredPage(
          ctx,
          { ...input, filtered: input.filtered || status !== undefined },
          {
            read: (one) => ctx.delivery_log.list(id, page(one)),
            keep: (entry) => isOfType(entry) && (status === undefined || entry.status === status),
            show,
          },
        );
  return { deliveries: records, has_more, next_cursor };
}
