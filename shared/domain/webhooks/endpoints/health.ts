import * as z from 'zod';
import { type Delivery, deliveryErrors, type WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { firstId, timestamp } from '../../../core/runtime.ts';
import { Timestamp } from '../../../core/schemas.ts';
import type { Base, DeliveryLogs } from '../../context.ts';

const window_ms = 86_400_000;
/** How many deliveries a health check reads: one page of the log, instead of a counter per delivery. */
const newest = 50;

export const healthFields = {
  failing_since: Timestamp.nullable(),
  last_response: z
    .object({
      at: Timestamp,
      status_code: z.int().nullable(),
      error: z.enum(deliveryErrors).nullable(),
    })
    .nullable(),
  last_24_hours: z.object({
    delivered: z.int(),
    failed: z.int(),
    failure_rate: z.number().nullable(),
    median_duration_ms: z.number().nullable(),
    sampled: z.boolean(),
  }),
};

const Health = z.object(healthFields);
type Health = z.output<typeof Health>;

function lastResponse(deliveries: Delivery[]): Health['last_response'] {
  const attempts = deliveries.flatMap(({ attempt_log }) => attempt_log.slice(-1));
  const [last] = attempts.sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
  return last ? { at: last.started_at, status_code: last.status_code, error: last.error } : null;
}

/** The median of the completed deliveries' last attempts. An attempt that made no request took no time. */
function medianOf(deliveries: Delivery[]): number | null {
  const attempts = deliveries.flatMap(({ status, attempt_log }) =>
    status === 'pending' ? [] : attempt_log.slice(-1),
  );
  const durations = attempts.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b);
  return durations[Math.floor((durations.length - 1) / 2)] ?? null;
}

function ratesOf(deliveries: Delivery[], sampled: boolean): Health['last_24_hours'] {
  const real = deliveries.filter(({ test }) => test !== true);
  const [delivered, failed] = (['delivered', 'failed'] as const).map(
    (wanted) => real.filter(({ status }) => status === wanted).length,
  ) as [number, number];
  const ended = delivered + failed;
  const failure_rate = ended === 0 ? null : failed / ended;
  return { delivered, failed, failure_rate, median_duration_ms: medianOf(real), sampled };
}

/** An endpoint's health, computed from its item and the newest page of its log. Not stored. */
export async function healthOf(
  ctx: Base & DeliveryLogs,
  { id, log_shards: shards, failing_since }: WebhookEndpoint,
): Promise<Health> {
  const since = firstId('whd', ctx.runtime.now() - window_ms);
  const { entries, next } = await ctx.delivery_log.list(id, { shards, limit: newest, before: null, since });
  return {
    failing_since: failing_since === undefined ? null : timestamp(failing_since),
    last_response: lastResponse(entries),
    last_24_hours: ratesOf(entries, next !== null),
  };
}
