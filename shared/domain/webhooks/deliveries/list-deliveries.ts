import * as z from 'zod';
import { invalid } from '../../../core/errors.ts';
import { instantQuery } from '../../../core/instant.ts';
import { eventTypes } from '../../../core/records/events.ts';
import {
  type Delivery,
  deliveryStatuses,
  type FailedDelivery,
  type WebhookEndpoint,
} from '../../../core/records/webhooks.ts';
import { firstId, type Id } from '../../../core/runtime.ts';
import type { Base, DeliveryLogs, Paging, Webhooks } from '../../context.ts';
import { filteredPage, type PageQuery } from '../../lists/filtered-page.ts';
import type { Page } from '../../ports/common.ts';
import { deliveryRecord } from './delivery-record.ts';
import { readUnexpiredPayload } from './read-payload.ts';

export const DeliveryFilters = z.object({
  status: z.enum(deliveryStatuses).optional(),
  event: z.enum(eventTypes).optional(),
  since: instantQuery.optional(),
  until: instantQuery.optional(),
});

/** `include=payload` adds each delivery's request body. */
export const PayloadQuery = z.object({
  include: z.enum(['payload']).optional(),
});

type Query = PageQuery & z.output<typeof DeliveryFilters> & z.output<typeof PayloadQuery>;

const max_payloads = 25;

/** Shows deliveries, optionally with the posted text, which is null once expired. */
function showWith(ctx: Base & Webhooks, account: Id<'acc'>, include: Query['include']) {
  const show = async (entry: Delivery) => {
    const record = deliveryRecord(entry);
    if (include === undefined) return record;
    return { ...record, payload: await readUnexpiredPayload(ctx, account, entry) };
  };
  return (entries: Delivery[]) => Promise.all(entries.map(show));
}

/**
 * GET /webhooks/{id}/deliveries: newest first. Times are key ranges, and failed deliveries have their own
 * keys. Other filters apply while reading, so a short page may be followed by more. A cursor works with and
 * without include=payload.
 */
export async function listDeliveries(
  ctx: Base & Webhooks & DeliveryLogs & Paging,
  endpoint: WebhookEndpoint,
  query: Query,
) {
  const { limit, cursor: _, include, ...filters } = query;
  if (include !== undefined && limit > max_payloads) {
    const message = `limit: must be at most ${max_payloads} with include=payload`;
    throw invalid([{ path: 'limit', rule: 'range', message }]);
  }
  const { id, account, log_shards: shards } = endpoint;
  const { status, event } = filters;
  const since = filters.since === undefined ? null : firstId('whd', filters.since);
  const until = filters.until === undefined ? null : firstId('whd', filters.until);
  const name = 'deliveries';
  const bound = [account, id, name, JSON.stringify(Object.entries(filters).sort())];
  const pageOf = (page: Page) => ({ shards, limit: page.limit, before: page.before ?? until, since });
  const isOfType = (entry: FailedDelivery) => event === undefined || entry.event_type === event;
  const show = showWith(ctx, account, include);
  if (status === 'failed')
    return filteredPage(ctx, query, {
      name,
      bound,
      read: (page) => ctx.delivery_log.listFailed(id, pageOf(page)),
      keep: event && isOfType,
      show: async (failed) => {
        const ids = failed.map((entry) => entry.id);
        const shown = await show(await ctx.delivery_log.find(id, shards, ids));
        const records = new Map(shown.map((record) => [record.id, record]));
        return ids.map((one) => records.get(one) ?? null);
      },
    });
  const isWanted = (entry: Delivery) => isOfType(entry) && (status === undefined || entry.status === status);
  return filteredPage(ctx, query, {
    name,
    bound,
    read: (page) => ctx.delivery_log.list(id, pageOf(page)),
    keep: (event ?? status) && isWanted,
    show,
  });
}
