import * as z from 'zod';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import { eventTypes } from '../../core/records/events.ts';
import {
  type Delivery,
  type DeliveryAttempt as DeliveryAttemptRecord,
  deliveryErrors,
  type FailedDelivery,
  type ReplayClaim,
  type WebhookEndpoint,
} from '../../core/records/webhooks.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Created, Entries, OverLimit, Page, ShardedPage } from './common.ts';

/** An endpoint with the URL posted to. */
type Posted = Pick<WebhookEndpoint, 'account' | 'id' | 'url'>;

/** How many more endpoints can be enabled, and `before`, the value of `switchedOn` at that time. */
export type EnabledRoom = { before: number; free: number };

export type WebhookStore = {
  /**
   * Stores the endpoint with its place in the plan and its claim, in one write. `changed` means that another
   * endpoint was created since `made`, and `crowded` that other endpoints took the remaining room.
   */
  create: (
    endpoint: WebhookEndpoint,
    limit: number,
    claim?: IdempotencyClaim | null,
    options?: { made?: number | null; room?: EnabledRoom | null },
  ) => Promise<Created | { result: 'duplicate_key' | 'changed' | 'crowded' } | OverLimit>;
  /** How often an endpoint was enabled, or moved to another host while enabled. */
  switchedOn: (account: Id<'acc'>) => Promise<number>;
  /** How many endpoints the account has ever created, including deleted ones. */
  made: (account: Id<'acc'>) => Promise<number>;
  /** `max_age_ms` is the maximum age of a cached answer. Without it, the read is strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'wh'>, max_age_ms?: number) => Promise<WebhookEndpoint | null>;
  /**
   * All of an account's endpoints, uncached. With `consistent`, the read is strongly consistent. Otherwise, a
   * replica may be a moment behind.
   */
  all: (account: Id<'acc'>, options?: { consistent: boolean }) => Promise<WebhookEndpoint[]>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<WebhookEndpoint>>;
  /** Writes the change. null if another write changed the endpoint (its updated_at) or took its room. */
  update: (
    seen: WebhookEndpoint,
    change: Partial<WebhookEndpoint> & { updated_at: string },
    room?: EnabledRoom | null,
  ) => Promise<WebhookEndpoint | null>;
  /** Like `update`, once per claim. */
  updateOnce: (
    seen: WebhookEndpoint,
    change: Partial<WebhookEndpoint> & { updated_at: string },
    claim: IdempotencyClaim,
  ) => Promise<WebhookEndpoint | 'duplicate_key' | null>;
  /**
   * Disables an endpoint automatically, if its URL is still the one posted to and, for `failing`, there was
   * no success since `failing_since` was read. Returns true to the one caller that found it enabled.
   */
  disable: (
    seen: Posted & Pick<WebhookEndpoint, 'failing_since'>,
    reason: 'failing' | 'gone',
    at: string,
  ) => Promise<boolean>;
  /**
   * Adds final failures, and starts the failing period if it hasn't started. Null if the endpoint is gone or
   * its URL has changed.
   */
  countFailures: (posted: Posted, failures: number, at_ms: number) => Promise<WebhookEndpoint | null>;
  /**
   * Ends the failing period. Returns true to the one call that ended it. `recover_at` means a recovery
   * message is due then, not later.
   */
  clearFailures: (account: Id<'acc'>, id: Id<'wh'>, recover_at?: number) => Promise<boolean>;
  /** Sets the time of the next recovery message to `at`, unless a later one is already planned. */
  setRecovery: (account: Id<'acc'>, id: Id<'wh'>, at: number) => Promise<void>;
  /** Ends the recovery due at `at`. False if a later recovery is due. */
  endRecovery: (account: Id<'acc'>, id: Id<'wh'>, at: number) => Promise<boolean>;
  /** Counts another consecutive timeout, ended at `at_ms`. Null if the endpoint or its URL is gone. */
  countTimeout: (posted: Posted, at_ms: number) => Promise<WebhookEndpoint | null>;
  /** The time until which a late attempt at the endpoint's URL may still be open. */
  setSlow: (posted: Posted, until: number) => Promise<void>;
  /**
   * Stops posting until `until`, starting at `at_ms` if not stopped yet. Returns true to the one caller whose
   * `seen` is stored.
   */
  setShort: (seen: WebhookEndpoint, until: number, at_ms: number) => Promise<boolean>;
  /** The endpoint responds again, so this clears all of these values. */
  clearTimeouts: (account: Id<'acc'>, id: Id<'wh'>) => Promise<void>;
  /** Also deletes the claim of the request that created it, if that is refused after all. */
  remove: (account: Id<'acc'>, id: Id<'wh'>, claim?: IdempotencyClaim | null) => Promise<boolean>;
};

/** The delivery log and its payloads. `shards` is the endpoint's log_shards. */
export type DeliveryStore = {
  /** Strongly consistent. */
  get: (webhook: Id<'wh'>, shards: number, id: Id<'whd'>) => Promise<Delivery | null>;
  /**
   * Writes the row after `attempt`, a large response, and a failed row. False if a copy of the message
   * recorded it first.
   */
  record: (delivery: Delivery, options: { attempt: number; shards: number }) => Promise<boolean>;
  /**
   * The items that `status=failed` and replay_failed read. Written again after a crash, together with
   * `record`.
   */
  putFailed: (delivery: Delivery, shards: number) => Promise<void>;
  /** An event's bytes, written once and kept as long as the log. */
  putPayload: (
    account: Id<'acc'>,
    event: { id: Id<'evt'>; created_at: string },
    payload: string,
  ) => Promise<void>;
  readPayload: (account: Id<'acc'>, event_id: Id<'evt'>) => Promise<string | null>;
};

/** The delivery log for users: newest first, strongly consistent, without expired rows. */
export type DeliveryLog = {
  list: (webhook: Id<'wh'>, page: ShardedPage) => Promise<Entries<Delivery>>;
  /** Only failed deliveries, by their own rows. */
  listFailed: (webhook: Id<'wh'>, page: ShardedPage) => Promise<Entries<FailedDelivery>>;
  /** Those that exist, in the order of `ids`. */
  find: (webhook: Id<'wh'>, shards: number, ids: Id<'whd'>[]) => Promise<Delivery[]>;
  /** Responses of up to 4 KB by attempt, if the row lacks room for them. */
  answers: (id: Id<'whd'>) => Promise<Map<number, string>>;
  /** The id of the delivery that replays this one, or null. */
  replayOf: (webhook: Id<'wh'>, shards: number, id: Id<'whd'>) => Promise<Id<'whd'> | null>;
  /**
   * Failed deliveries without a replay by their event's time, oldest first, ids from `since` to below
   * `until`.
   */
  openFailures: (
    webhook: Id<'wh'>,
    page: { shards: number; limit: number; since: string; until: string },
  ) => Promise<{ failures: FailedDelivery[]; more: boolean }>;
  /**
   * Assigns each finished delivery its replay's id, at most once. Null if the delivery is pending or gone.
   */
  claimReplays: (
    webhook: Id<'wh'>,
    shards: number,
    claims: { id: Id<'whd'>; replay: Id<'whd'> }[],
  ) => Promise<(ReplayClaim | null)[]>;
  putPending: (rows: Delivery[], shards: number) => Promise<void>;
  closeFailures: (webhook: Id<'wh'>, shards: number, failures: FailedDelivery[]) => Promise<void>;
};

export const DeliveryAttempt = z.object({
  attempt: z.int(),
  started_at: z.string(),
  duration_ms: z.number(),
  status_code: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  response_body: z.string().nullable(),
  sent_at: z.number().optional(),
}) satisfies z.ZodType<DeliveryAttemptRecord>;

const messageBase = {
  account: idOf('acc'),
  event_id: idOf('evt'),
  event_type: z.enum(eventTypes),
  /** `ten_` id of the event's tenant, for a later replay. */
  tenant: idOf('ten').nullable().optional(),
  /** For the log: the email the event is about, if we sent it. */
  email_id: idOf('msg').optional(),
  created_at: z.string(),
  /** The body, with the same bytes for all attempts and endpoints. If null, read it from its item. */
  payload: z.string().nullable(),
  /** May have been sent before, so check the log first. */
  repeat: z.boolean(),
  /** Made by POST /emails/test. Never affects the failing count. */
  test: z.boolean(),
  /** A test sent to one endpoint, even if it is disabled. */
  named: z.boolean().optional(),
  /** This message's worker writes the event's payload item. */
  first: z.boolean(),
};

export const DeliveryMessage = z.object({
  ...messageBase,
  kind: z.literal('delivery'),
  webhook_id: idOf('wh'),
  delivery_id: idOf('whd'),
  /** For a replay: the event's first delivery to the endpoint. */
  first_id: idOf('whd').optional(),
  /** The endpoint's log_shards when the delivery was created. Its row stays there. */
  shards: z.int().min(1),
  attempt: z.int().min(1),
  /** Attempts so far, so the row is written whole without a read. */
  attempt_log: z.array(DeliveryAttempt),
  /** Epoch ms: end of the wait after the previous attempt. */
  due_at: z.number().optional(),
  /**
   * Epoch ms. Set once the delivery was passed over because its endpoint hangs. It may be passed over until
   * this time.
   */
  patience_until: z.number().optional(),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** An event for more endpoints than one call can queue. The attempt worker expands it. */
export const FanOutMessage = z.object({
  ...messageBase,
  kind: z.literal('fan_out'),
  /** Remaining endpoints of those subscribed when the event happened. */
  webhook_ids: z.array(idOf('wh')),
});
export type FanOutMessage = z.output<typeof FanOutMessage>;

/** An event whose endpoints the attempt worker looks up, because its emitter knows none. */
const EventMessage = z.object({
  ...messageBase,
  kind: z.literal('event'),
  payload: z.string(),
  /** `ten_` id of the event's tenant. */
  tenant: idOf('ten').nullable(),
});

/** The next check of an endpoint with automatic replay. Only one check is planned at a time. */
const RecoverMessage = z.object({
  kind: z.literal('recover'),
  account: idOf('acc'),
  webhook_id: idOf('wh'),
  /** Epoch ms: when it is due. */
  at: z.number(),
  /** The position where this pass over the failed deliveries resumes. Null at the start. */
  after: z.string().nullable(),
  /** Epoch ms: the earliest failure this pass found too early to replay. Null if none. */
  next_due: z.number().nullable(),
  /** Failed probes since the last success. */
  failed: z.int(),
  /**
   * True for the last check: the previous check found nothing, and the endpoint no longer shows a recovery.
   */
  last: z.boolean(),
});
export type RecoverMessage = z.output<typeof RecoverMessage>;

export const WebhookMessage = z.discriminatedUnion('kind', [DeliveryMessage, FanOutMessage, EventMessage]);
export type WebhookMessage = z.output<typeof WebhookMessage>;

export const AttemptMessage = z.discriminatedUnion('kind', [WebhookMessage, RecoverMessage]);
export type AttemptMessage = z.output<typeof AttemptMessage>;
