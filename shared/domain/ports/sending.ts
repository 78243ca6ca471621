import * as z from 'zod';
import { isBranded } from '../../core/brand.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { RecoverMessage, WebhookMessage } from './webhooks.ts';

/** An email to be delivered, as its queues carry it. */
export const DeliverMessage = z.object({
  id: idOf('msg'),
  account: idOf('acc'),
  /** Attempts that ended in "try later". */
  tries: z.int().optional(),
  /** Where the content is stored, so it can be read while leasing. If absent, an item next to the email. */
  content: z.enum(['object', 'scheduled']).optional(),
  /** A part of a batch (`partId`). */
  batch: z
    .string()
    .refine((id): id is Id<'bat'> => id.startsWith('bat_'))
    .optional(),
  /** The time this fire is for. Dropped if the email no longer has that time. */
  scheduled_at: z.string().optional(),
  /** The number of recipients, if more than one. */
  recipients: z.int().optional(),
  /** Bulk mail stays in the bulk queue until SES takes it. */
  bulk: z.literal(true).optional(),
  /** When it may ask for an SES slot again (epoch ms), in its account's order. */
  slot: z.number().optional(),
  /** True if the message was requeued without a lease. */
  held: z.literal(true).optional(),
  /** Minute of the email's outbox row if this message moved it. Absent: as in the email's record. */
  row: z.int().optional(),
  /** email.delivery_delayed was published while it was held. */
  delayed: z.literal(true).optional(),
});
export type DeliverMessage = z.output<typeof DeliverMessage>;

/** One-time schedules that queue a message. At most one per email, named by its id. */
export type Scheduler = {
  /**
   * Creates or changes the email's schedule: `message` is queued at `at` (epoch ms, whole seconds) or shortly
   * after. Returns whether there was one.
   */
  put: (message: DeliverMessage, at: number) => Promise<boolean>;
  /** Returns false if it doesn't exist. */
  remove: (id: Id<'msg'>) => Promise<boolean>;
};

export type Queues = {
  /**
   * Queues emails for delivery, with bulk mail in its own queue; `delay_s` up to 900. `returned` means that
   * the messages were delivered before, although their queue counts deliveries from 1 again.
   */
  deliver: (messages: DeliverMessage[], delay_s?: number, options?: { returned: true }) => Promise<void>;
  webhooks: (messages: WebhookMessage[], delay_s?: number) => Promise<void>;
  /** Sent to the worker of `webhooks`. */
  recover: (message: RecoverMessage, delay_s?: number) => Promise<void>;
};

export type DeadLetterQueue =
  | 'deliver'
  | 'bulk'
  | 'feedback'
  | 'webhooks'
  | 'count'
  | 'domains'
  | 'removals'
  | 'runs'
  | 'notices'
  | 'receive';

const brand = Symbol.for('mailwright.UnreadableLetter');

/** A dead letter that this release can't read. It stays in its queue. */
export class UnreadableLetter extends Error {
  readonly [brand] = true;
}

export const isUnreadableLetter = (error: unknown): boolean => isBranded(error, brand);

/** The messages that workers could not handle. */
export type DeadLetters = {
  /**
   * Passes each dead message to `handle` and deletes it unless that throws. Returns both counts. After
   * `UnreadableLetter`, a message returns in an hour. After any other error, with the next call.
   */
  drain: (
    queue: DeadLetterQueue,
    handle: (body: string) => Promise<void>,
  ) => Promise<{ done: number; failed: number }>;
  /** Returns an SES notification to its original queue. */
  returnFeedback: (body: string) => Promise<void>;
};

/** A send attempt's result. Refusals differ by what to do next. */
export type AttemptOutcome =
  /** `without_tenant` is SES's error if it didn't know the tenant. */
  | { outcome: 'accepted'; message_id: string; without_tenant?: string }
  /**
   * Nothing was sent. Try later. `identities` are those that SES calls unverified, as SES writes them.
   * `resource` is the denied one.
   */
  | {
      outcome: 'later';
      reason: string;
      cause?: 'throttled' | 'paused' | 'tenant_paused' | 'denied' | 'unverified';
      identities?: string[];
      resource?: string;
    }
  /** Refused for good. */
  | { outcome: 'refused'; reason: string }
  /** The connection broke, and SES may have accepted the email. */
  | { outcome: 'unknown'; reason: string };

export type Mailer = {
  send: (input: {
    raw: Uint8Array;
    source: string;
    destinations: string[];
    configuration_set: string;
    tenant?: string | null;
    tags: Record<string, string>;
  }) => Promise<AttemptOutcome>;
};

export type SesQuota = {
  /** Recipients per second. */
  rate: number;
  /** Recipients per 24 hours. Null for no limit. */
  quota: number | null;
  /** Recipients in the last 24 hours. */
  sent: number;
  /** The account's SES pricing plan. Null if SES names none. */
  plan: string | null;
};

export type SendingState = SesQuota & {
  /** Set if SES paused this deployment. No email is leased before this time (epoch ms). */
  paused_until: number;
  /**
   * The accounts whose SES tenants are paused. None of their emails is leased before this time (epoch ms).
   */
  accounts_paused_until: Record<string, number>;
  /** When SES last said that this deployment may not send (epoch ms). 0 if never. */
  denied_at: number;
  /** ARN of the denied resource, or null if SES didn't say. */
  denied_resource: string | null;
};

export type SendingStateStore = {
  /** Up to 10 s old. If SES was never asked, one recipient per second. */
  read: () => Promise<SendingState>;
  writeQuota: (quota: SesQuota) => Promise<void>;
  /** Records an SES response that paused us. Returns true if this call stops sending. */
  countPause: (now: number) => Promise<boolean>;
  /** The same for an account's tenant. Returns true if this call stops its sending. */
  countAccountPause: (account: Id<'acc'>, now: number) => Promise<boolean>;
  /**
   * Records that SES said that this deployment may not send. Returns true at most once per ten seconds and
   * process.
   */
  noteDenied: (now: number, resource: string | null) => Promise<boolean>;
};

/** Slots for all workers' SES calls together, at SES's rate. */
export type SlotStore = {
  /**
   * Takes the next slot for `want` recipients and returns its time (epoch ms). If no slot is free within
   * `ahead_ms`, returns when to retry.
   */
  take: (request: {
    /** Recipients per second. */
    rate: number;
    want: number;
    /** Larger values get slots sooner. */
    ahead_ms: number;
  }) => Promise<{ slot: number } | { again_at: number }>;
};

export type SesIdentity = {
  verified: boolean;
  dkim_selector: string | null;
  /** SES signs with the domain's own key, so DKIM aligns with From. */
  signed: boolean;
  /** The deployment named in its tags. Null if none. */
  stage: string | null;
  /** The domain this service created it for. Null if it didn't. */
  domain: string | null;
  /** SES looked for the key in DNS for 72 hours and stopped until it is set again. */
  dkim_failed: boolean;
  /** `pending`: SES hasn't found the required records in DNS. `failed`: SES also stopped looking. */
  mail_from: { domain: string; verified: boolean; pending: boolean; failed: boolean } | null;
  /** SES emails bounces and complaints to the From address. */
  forwards_feedback: boolean;
};

/** Settings for our identities. The key is base64 of PKCS #8. */
export type IdentityInput = {
  name: string;
  selector: string;
  private_key: string;
  /** null if the identity sends nothing. */
  mail_from: string | null;
  stage: string;
};

export type SesSearch = 'dkim' | 'mail_from';

export type Identities = {
  /** null if SES has no such identity. */
  get: (name: string) => Promise<SesIdentity | null>;
  /**
   * Creates the identity, or updates ours: BYODKIM with our key, MAIL FROM below the domain, configuration
   * set, tags, no forwarding. Returns whether it called SES.
   */
  make: (input: IdentityInput, existing: SesIdentity | null) => Promise<boolean>;
  /** Sets the same settings again, so that SES looks for the records again. */
  restart: (input: IdentityInput, searches: SesSearch[]) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Tags an identity that this service did not create, and stops its forwarding. Safe to repeat. */
  adopt: (identity: { name: string; stage: string }) => Promise<void>;
  /**
   * Creates an SES tenant that may use the identity and our configuration sets. Safe to repeat. Rethrows SES
   * errors.
   */
  join: (identity: { name: string; tenant: string; stage: string }) => Promise<void>;
  /** Deletes an SES tenant and its permissions, if it exists. */
  deleteTenant: (name: string) => Promise<void>;
};
