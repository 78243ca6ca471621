import * as z from 'zod';
import { eventTypes } from '../../../core/records/events.ts';
import { type Delivery, deliveryErrors, deliveryStatuses } from '../../../core/records/webhooks.ts';
import { pickFields, Timestamp } from '../../../core/schemas.ts';
import { DeliveryAttempt } from '../../ports/webhooks.ts';

export const DeliveryRecord = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.enum(eventTypes),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    last_status_code: z.int().nullable(),
    last_error: z.enum(deliveryErrors).nullable(),
    next_attempt_at: Timestamp.nullable(),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryRecord = z.output<typeof DeliveryRecord>;

/** A list row requested with `include=payload`. */
export const ListedDelivery = z
  .object({
    ...DeliveryRecord.shape,
    payload: z.string().nullable().optional(),
  })
  .meta({ id: 'WebhookDeliveryListed' });

export const DeliveryDetail = z
  .object({
    ...DeliveryRecord.shape,
    url: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).nullable(),
    request_body: z.string().nullable(),
    attempt_log: z.array(
      DeliveryAttempt.omit({ sent_at: true }).extend({
        started_at: Timestamp,
        request_headers: z.record(z.string(), z.string()).nullable(),
        response_body: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

export const deliveryRecord = (delivery: Delivery): DeliveryRecord => pickFields(DeliveryRecord, delivery);
