import type { Id } from '../runtime.ts';
import type { EventType } from './events.ts';

/** The reasons for which the service disables an endpoint. */
export const disabledReasons = ['failing', 'gone', 'tenant_deleted'] as const;

export type WebhookEndpoint = {
  id: Id<'wh'>;
  account: Id<'acc'>;
  url: string;
  /** null = all events. */
  events: EventType[] | null;
  enabled: boolean;
  disabled_reason: (typeof disabledReasons)[number] | null;
  /** The time at which the service disabled it for its answers: the notice of its owner is about it. */
  disabled_at?: string | undefined;
  /** `ten_` ids; null = no filter. */
  tenants: Id<'ten'>[] | null;
  secret: string;
  /** The secret before the last rotation and until when (epoch ms) it still signs. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  description: string | null;
  /** Headers of the customer's own, as they were given; absent where there are none. */
  headers?: Record<string, string>;
  /** The time (epoch ms) since which every delivery failed, and their number; absent after a success. */
  failing_since?: number;
  failing_count?: number;
  /**
   * An endpoint that hangs, absent after an answer, times in epoch ms: `timeouts` in a row, the last one
   * ended at `timed_out_at`. Nothing is posted from `short_since` until `short_until`; until `slow_until` an attempt
   * may be open whose answer is late.
   */
  timeouts?: number;
  timed_out_at?: number;
  short_until?: number;
  short_since?: number;
  slow_until?: number;
  /** Whether failures are replayed once it answers; absent: no. `recover_at`: epoch ms of the next recovery message. */
  auto_replay?: boolean;
  recover_at?: number;
  /** Keys that the delivery log is spread over: one per 400 deliveries a second, never lowered. */
  log_shards: number;
  /** The import that made it; callers never see it. */
  import?: Id<'mig'>;
  created_at: string;
  updated_at: string;
};

/** The envelope that webhooks carry. */
export type WebhookEvent = {
  id: Id<'evt'>;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
};

export const deliveryErrors = [
  'timeout',
  'dns',
  'connect',
  'tls',
  'reset',
  'blocked_address',
  'redirect',
  'http_status',
  'bad_response',
  'endpoint_disabled',
  'internal',
] as const;

export type DeliveryError = (typeof deliveryErrors)[number];

/** One attempt as the log shows it; `response_body` is kept for failed attempts only. */
export type DeliveryAttempt = {
  attempt: number;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: DeliveryError | null;
  response_body: string | null;
};

/** Answers up to this many bytes stay in the log's row whatever follows; longer ones get an item. */
export const small_answer_bytes = 64;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** One row of the delivery log: an event on its way to one endpoint. */
export type Delivery = {
  id: Id<'whd'>;
  webhook_id: Id<'wh'>;
  event_id: Id<'evt'>;
  event_type: EventType;
  /** `ten_` id of the tenant whose event it is, null for none; absent in rows of older releases. */
  tenant?: Id<'ten'> | null;
  status: (typeof deliveryStatuses)[number];
  /** Attempts made, 0-5. */
  attempts: number;
  last_status_code: number | null;
  last_error: DeliveryError | null;
  next_attempt_at: string | null;
  created_at: string;
  delivered_at: string | null;
  /** The URL of the last attempt; null when it was too long for the row. */
  url: string | null;
  attempt_log: DeliveryAttempt[];
  /** Made by POST /emails/test: its failures do not count, those of its replays neither. */
  test?: true;
  /** The event's first delivery to the endpoint, in a replay: its id holds the time of the event. */
  first_id?: Id<'whd'>;
};

export type FailedDelivery = Pick<
  Delivery,
  'id' | 'event_id' | 'event_type' | 'tenant' | 'created_at' | 'test' | 'first_id'
>;

/** The id of a replay: `new`, bound now; `repeat`, bound by a run that did not finish it; `taken`, another run works on it. */
export type ReplayClaim = { replay: Id<'whd'>; state: 'new' | 'repeat' | 'taken' };
