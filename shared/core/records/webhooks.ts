import type { Id } from '../runtime.ts';
import type { EventType } from './events.ts';

/** Why the service disables an endpoint. */
export const disabledReasons = ['failing', 'gone', 'tenant_deleted'] as const;

export type WebhookEndpoint = {
  id: Id<'wh'>;
  account: Id<'acc'>;
  url: string;
  /** null for all events. */
  events: EventType[] | null;
  enabled: boolean;
  disabled_reason: (typeof disabledReasons)[number] | null;
  /** When the service disabled the endpoint for failing. The owner's notice is about this. */
  disabled_at?: string | undefined;
  /** `ten_` ids. Null for no filter. */
  tenants: Id<'ten'>[] | null;
  secret: string;
  /** The secret before the last rotation, and until when (epoch ms) it still signs. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  description: string | null;
  /** The customer's own headers, as given. Absent if there are none. */
  headers?: Record<string, string>;
  /** Since when (epoch ms) every delivery has failed, and how many. Absent after a success. */
  failing_since?: number;
  failing_count?: number;
  /**
   * An endpoint that times out. Absent after a response. Times are in epoch ms. `timeouts` counts consecutive
   * timeouts, the last at `timed_out_at`. Nothing is posted between `short_since` and `short_until`. Before
   * `slow_until`, a late attempt may still be open.
   */
  timeouts?: number;
  timed_out_at?: number;
  short_until?: number;
  short_since?: number;
  slow_until?: number;
  /**
   * Whether failures are replayed once it recovers. Absent means no. `recover_at` is when the next recovery
   * message is due (epoch ms).
   */
  auto_replay?: boolean;
  recover_at?: number;
  /**
   * The number of keys over which its delivery log is spread: one per 400 deliveries per second. Never
   * lowered.
   */
  log_shards: number;
  /** The import that made it. Hidden from callers. */
  import?: Id<'mig'>;
  created_at: string;
  updated_at: string;
};

/** The envelope of each webhook event. */
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

/** One attempt in the log. Only failed attempts keep `response_body`. */
export type DeliveryAttempt = {
  attempt: number;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: DeliveryError | null;
  response_body: string | null;
  /**
   * Epoch ms: the time its signature is made of. Absent if no request was made, and in rows from older
   * releases.
   */
  sent_at?: number | undefined;
};

/** Responses up to this many bytes stay in the log's row. Longer responses get their own item. */
export const small_answer_bytes = 64;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** One row of the delivery log: an event on its way to one endpoint. */
export type Delivery = {
  id: Id<'whd'>;
  webhook_id: Id<'wh'>;
  event_id: Id<'evt'>;
  event_type: EventType;
  /** The `ten_` id of the event's tenant, null if none. Absent in rows from older releases. */
  tenant?: Id<'ten'> | null;
  status: (typeof deliveryStatuses)[number];
  /** Attempts made, 0-5. */
  attempts: number;
  last_status_code: number | null;
  last_error: DeliveryError | null;
  next_attempt_at: string | null;
  created_at: string;
  delivered_at: string | null;
  /** The URL of the last attempt. Null if it is too long for the row. */
  url: string | null;
  attempt_log: DeliveryAttempt[];
  /** Made by POST /emails/test. Its failures and those of its replays don't count. */
  test?: true;
  /** For a replay, the event's first delivery to the endpoint. Its id contains the event's time. */
  first_id?: Id<'whd'>;
};

export type FailedDelivery = Pick<
  Delivery,
  'id' | 'event_id' | 'event_type' | 'tenant' | 'created_at' | 'test' | 'first_id'
>;

/**
 * How a replay got its id: `new` if it was assigned now, `repeat` if an unfinished run had assigned it, and
 * `taken` if another run is working on it.
 */
export type ReplayClaim = { replay: Id<'whd'>; state: 'new' | 'repeat' | 'taken' };
