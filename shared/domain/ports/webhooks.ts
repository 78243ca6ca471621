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

/** An endpoint with the url that was posted to. */
type Posted = Pick<WebhookEndpoint, 'account' | 'id' | 'url'>;

/** How many endpoints can still be switched on, and `before`, the value of `switchedOn` at that time. */
export type EnabledRoom = { before: number; free: number };

export type WebhookStore = {
  /**
   * Stores it with its place in the plan and claim, at once. `changed`: another one was created since `made`;
   * `crowded`: others took the room meanwhile.
   */
  create: (
    endpoint: WebhookEndpoint,
    limit: number,
    claim?: IdempotencyClaim | null,
    options?: { made?: number | null; room?: EnabledRoom | null },
  ) => Promise<Created | { result: 'duplicate_key' | 'changed' | 'crowded' } | OverLimit>;
  /** How often an endpoint was switched on, or moved to another host while enabled. */
  switchedOn: (account: Id<'acc'>) => Promise<number>;
  /** The number of endpoints that the account has ever made, deleted ones included. */
  made: (account: Id<'acc'>) => Promise<number>;
  /** `max_age_ms`: the highest age of an answer from memory; fresh and strongly consistent without it. */
  get: (account: Id<'acc'>, id: Id<'wh'>, max_age_ms?: number) => Promise<WebhookEndpoint | null>;
  /** All endpoints of an account, from no memory; `consistent`: strongly consistent, else as a replica shows them. */
  all: (account: Id<'acc'>, options?: { consistent: boolean }) => Promise<WebhookEndpoint[]>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<WebhookEndpoint>>;
  /** Writes the change. Null if another write changed the endpoint (its updated_at) or took its room. */
  update: (
    seen: WebhookEndpoint,
    change: Partial<WebhookEndpoint> & { updated_at: string },
    room?: EnabledRoom | null,
  ) => Promise<WebhookEndpoint | null>;
  /** The same, once for its claim. */
  updateOnce: (
    seen: WebhookEndpoint,
    change: Partial<WebhookEndpoint> & { updated_at: string },
    claim: IdempotencyClaim,
  ) => Promise<WebhookEndpoint | 'duplicate_key' | null>;
  /**
   * The service's own switch-off, while the url is the one that was posted to and, for `failing`, no success has ended the
   * failing time that was seen: true for the one caller that found it enabled.
   */
  disable: (
    seen: Posted & Pick<WebhookEndpoint, 'failing_since'>,
    reason: 'failing' | 'gone',
    at: string,
  ) => Promise<boolean>;
  /** Adds final failures and begins the failing time where none runs; null when the endpoint or its url is gone. */
  countFailures: (posted: Posted, failures: number, at_ms: number) => Promise<WebhookEndpoint | null>;
  /** Ends the failing time: true for the one call that found it. `recover_at`: a recovery message is due then, not later. */
  clearFailures: (account: Id<'acc'>, id: Id<'wh'>, recover_at?: number) => Promise<boolean>;
  /** A recovery message is due at `at`, unless a later one is. */
  setRecovery: (account: Id<'acc'>, id: Id<'wh'>, at: number) => Promise<void>;
  /** No recovery message is due after `at`; false where a later one is. */
  endRecovery: (account: Id<'acc'>, id: Id<'wh'>, at: number) => Promise<boolean>;
  /** One more time-out in a row, ended at `at_ms`; null when the endpoint or its url is gone. */
  countTimeout: (posted: Posted, at_ms: number) => Promise<WebhookEndpoint | null>;
  /** An attempt at the endpoint's url whose answer is late may be open until then. */
  setSlow: (posted: Posted, until: number) => Promise<void>;
  /** Posts nothing before `until`, since `at_ms` where that begins; true for the one caller whose `seen` is stored. */
  setShort: (seen: WebhookEndpoint, until: number, at_ms: number) => Promise<boolean>;
  /** Ends all of the above: the endpoint answers. */
  clearTimeouts: (account: Id<'acc'>, id: Id<'wh'>) => Promise<void>;
  /** With the claim of the request that made it, where that is refused after all. */
  remove: (account: Id<'acc'>, id: Id<'wh'>, claim?: IdempotencyClaim | null) => Promise<boolean>;
};

/** The delivery log and the payloads that it shows. `shards` is the endpoint's log_shards. */
export type DeliveryStore = {
  /** Strongly consistent. */
  get: (webhook: Id<'wh'>, shards: number, id: Id<'whd'>) => Promise<Delivery | null>;
  /** Writes the row after `attempt`, a large answer, a failed row. False: a copy of the message recorded it before. */
  record: (delivery: Delivery, options: { attempt: number; shards: number }) => Promise<boolean>;
  /** The items that `status=failed` and replay_failed read; written again after a crash, together with `record`. */
  putFailed: (delivery: Delivery, shards: number) => Promise<void>;
  /** The bytes of an event, written once and kept as long as the log. */
  putPayload: (
    account: Id<'acc'>,
    event: { id: Id<'evt'>; created_at: string },
    payload: string,
  ) => Promise<void>;
  readPayload: (account: Id<'acc'>, event_id: Id<'evt'>) => Promise<string | null>;
};

/** The delivery log as users see it: newest first, strongly consistent, without what has expired. */
export type DeliveryLog = {
  list: (webhook: Id<'wh'>, page: ShardedPage) => Promise<Entries<Delivery>>;
  /** Only failed ones, by rows of their own. */
  listFailed: (webhook: Id<'wh'>, page: ShardedPage) => Promise<Entries<FailedDelivery>>;
  /** Those that exist, in the order of `ids`. */
  find: (webhook: Id<'wh'>, shards: number, ids: Id<'whd'>[]) => Promise<Delivery[]>;
  /** Answers of up to 4 KB by attempt, where the row has no room for them. */
  answers: (id: Id<'whd'>) => Promise<Map<number, string>>;
  /** The id of the delivery that replays this one; null: none does. */
  replayOf: (webhook: Id<'wh'>, shards: number, id: Id<'whd'>) => Promise<Id<'whd'> | null>;
  /** Failed deliveries that no replay followed, by their event's time, oldest first, ids `since` to below `until`. */
  openFailures: (
    webhook: Id<'wh'>,
    page: { shards: number; limit: number; since: string; until: string },
  ) => Promise<{ failures: FailedDelivery[]; more: boolean }>;
  /** Binds ended deliveries to the ids of their replays, each once. null: it is pending or gone. */
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
}) satisfies z.ZodType<DeliveryAttemptRecord>;

const messageBase = {
  account: idOf('acc'),
  event_id: idOf('evt'),
  event_type: z.enum(eventTypes),
  /** `ten_` id of the tenant that it is about, for a later replay. */
  tenant: idOf('ten').nullable().optional(),
  /** The email that we sent, of an event about one, for the log. */
  email_id: idOf('msg').optional(),
  created_at: z.string(),
  /** The body, byte for byte equal over all attempts and endpoints; null: read it from its item. */
  payload: z.string().nullable(),
  /** May have been sent before: look at the log first. */
  repeat: z.boolean(),
  /** Made by POST /emails/test: never touches the failing count. */
  test: z.boolean(),
  /** A test sent to one endpoint, even if it is disabled. */
  named: z.boolean().optional(),
  /** The worker of this message writes the event's payload item. */
  first: z.boolean(),
};

export const DeliveryMessage = z.object({
  ...messageBase,
  kind: z.literal('delivery'),
  webhook_id: idOf('wh'),
  delivery_id: idOf('whd'),
  /** The event's first delivery to the endpoint, where this is a replay. */
  first_id: idOf('whd').optional(),
  /** The endpoint's log_shards when the delivery was made: its row stays where it began. */
  shards: z.int().min(1),
  attempt: z.int().min(1),
  /** The attempts so far, so that the row is written whole and never read. */
  attempt_log: z.array(DeliveryAttempt),
  /** Epoch ms: when the wait after the attempt before it ends. */
  due_at: z.number().optional(),
  /** Epoch ms, once it was passed over because its endpoint hangs: the time until which that may be repeated. */
  patience_until: z.number().optional(),
});
export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** An event for more endpoints than one call queues: expanded by the attempt worker. */
export const FanOutMessage = z.object({
  ...messageBase,
  kind: z.literal('fan_out'),
  /** Subscribed when the event happened; those still to do. */
  webhook_ids: z.array(idOf('wh')),
});
export type FanOutMessage = z.output<typeof FanOutMessage>;

/** An event whose endpoints the attempt worker looks up: what emitted it knows none. */
const EventMessage = z.object({
  ...messageBase,
  kind: z.literal('event'),
  payload: z.string(),
  /** `ten_` id of the tenant that it is about. */
  tenant: idOf('ten').nullable(),
});

/** The next look at an endpoint whose failed deliveries are replayed by themselves: one is due at a time. */
const RecoverMessage = z.object({
  kind: z.literal('recover'),
  account: idOf('acc'),
  webhook_id: idOf('wh'),
  /** Epoch ms: when it is due. */
  at: z.number(),
  /** The place at which this pass over the failures goes on; null at its beginning. */
  after: z.string().nullable(),
  /** Epoch ms: the earliest time of a failure that this pass found too early to replay; null for none. */
  next_due: z.number().nullable(),
  /** Probes that failed since one succeeded. */
  failed: z.int(),
  /** The last look: nothing was found before, and the endpoint shows no recovery any more. */
  last: z.boolean(),
});
export type RecoverMessage = z.output<typeof RecoverMessage>;

export const WebhookMessage = z.discriminatedUnion('kind', [DeliveryMessage, FanOutMessage, EventMessage]);
export type WebhookMessage = z.output<typeof WebhookMessage>;

export const AttemptMessage = z.discriminatedUnion('kind', [WebhookMessage, RecoverMessage]);
export type AttemptMessage = z.output<typeof AttemptMessage>;
