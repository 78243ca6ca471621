import * as z from 'zod';
import { isBranded } from '../../core/brand.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { RecoverMessage, WebhookMessage } from './webhooks.ts';

/** An email to be delivered; what its queues carry. */
export const DeliverMessage = z.object({
  id: idOf('msg'),
  account: idOf('acc'),
  /** The number of attempts after which it was to be tried later. */
  tries: z.int().optional(),
  /** The place of the content, which is read while the lease is taken; absent: an item next to the email. */
  content: z.enum(['object', 'scheduled']).optional(),
  /** A part of a batch (`partId`). */
  batch: z
    .string()
    .refine((id): id is Id<'bat'> => id.startsWith('bat_'))
    .optional(),
  /** The time that a fire was made for; one that the email no longer has is dropped. */
  scheduled_at: z.string().optional(),
  /** The number of recipients, where they are several. */
  recipients: z.int().optional(),
  /** One of a bulk: it stays in the bulk queue until SES has taken it. */
  bulk: z.literal(true).optional(),
  /** The time at which it may ask for a slot at SES again (epoch ms), among those of its account. */
  slot: z.number().optional(),
  /** True if it was put back without a lease. */
  held: z.literal(true).optional(),
  /** Minute of the email's outbox row if this message moved it; absent: as in the email's record. */
  row: z.int().optional(),
  /** Queued by a release before 0.2, before the email was accepted. */
  ahead: z.int().optional(),
  /** email.delivery_delayed was published while it was held. */
  delayed: z.literal(true).optional(),
});
export type DeliverMessage = z.output<typeof DeliverMessage>;

/** Also reads the last release's messages, which may call the email `draft`. */
export const fromWire = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value && 'draft' in value ? { ...value, id: value.draft } : value,
    schema,
  );

/** One-time schedules that send a message to its queue; at most one per email, named by its id. */
export type Scheduler = {
  /**
   * Makes the email's schedule or changes it: `message` is queued at `at` (epoch ms, whole seconds) or shortly after.
   * Returns whether there was one.
   */
  put: (message: DeliverMessage, at: number) => Promise<boolean>;
  /** False when there is none. */
  remove: (id: Id<'msg'>) => Promise<boolean>;
};

export type Queues = {
  /**
   * Queues emails for delivery, bulk mail in a queue of its own; `delay_s` up to 900. `returned`: the messages were
   * delivered before, though their queue counts from 1 again.
   */
  deliver: (messages: DeliverMessage[], delay_s?: number, options?: { returned: true }) => Promise<void>;
  webhooks: (messages: WebhookMessage[], delay_s?: number) => Promise<void>;
  /** Goes to the worker of `webhooks`. */
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
   * Passes each dead message to `handle` and deletes it unless that throws; returns both counts. After `UnreadableLetter` a
   * message returns in an hour, after any other error with the next call.
   */
  drain: (
    queue: DeadLetterQueue,
    handle: (body: string) => Promise<void>,
  ) => Promise<{ done: number; failed: number }>;
  /** Puts a notification of SES back into the queue that it came from. */
  returnFeedback: (body: string) => Promise<void>;
};

/** The result of a send attempt: refusals differ by what to do next. */
export type AttemptOutcome =
  /** `without_tenant`: the error by which SES said that it does not know the tenant. */
  | { outcome: 'accepted'; message_id: string; without_tenant?: string }
  /** Nothing was sent, try later. `identities`: those that SES calls unverified, as it writes them; `resource`: the denied one. */
  | {
      outcome: 'later';
      reason: string;
      cause?: 'throttled' | 'paused' | 'tenant_paused' | 'denied' | 'unverified';
      identities?: string[];
      resource?: string;
    }
  /** Refused for good. */
  | { outcome: 'refused'; reason: string }
  /** The connection broke: SES may have taken it. */
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
  /** Recipients a second. */
  rate: number;
  /** Recipients in 24 hours; null: no limit. */
  quota: number | null;
  /** Recipients of the last 24 hours. */
  sent: number;
  /** SES's pricing plan for the account; null: SES names none. */
  plan: string | null;
};

export type SendingState = SesQuota & {
  /** SES paused this deployment: no email is leased until then (epoch ms). */
  paused_until: number;
  /** SES paused the tenants of these accounts: none of their emails is leased until then (epoch ms). */
  accounts_paused_until: Record<string, number>;
  /** The time at which SES last said that this deployment may not send (epoch ms); 0: never. */
  denied_at: number;
  /** The ARN of what it may not use, or null where SES did not say. */
  denied_resource: string | null;
};

export type SendingStateStore = {
  /** May be 10 s old. Where SES was never asked: one recipient a second. */
  read: () => Promise<SendingState>;
  writeQuota: (quota: SesQuota) => Promise<void>;
  /** Counts an answer of SES that says that it paused us; true when sending stops with this one. */
  countPause: (now: number) => Promise<boolean>;
  /** The same for the tenant of an account: true when its sending stops with this one. */
  countAccountPause: (account: Id<'acc'>, now: number) => Promise<boolean>;
  /** SES said that this deployment may not send: true once in ten seconds for each process. */
  noteDenied: (now: number, resource: string | null) => Promise<boolean>;
};

/** The slots at which all workers together call SES, at its rate. */
export type SlotStore = {
  /** Takes the next slot (epoch ms) for `want` recipients; the time to ask again where `ahead_ms` has none. */
  take: (request: {
    /** Recipients a second. */
    rate: number;
    want: number;
    /** The larger, the sooner a class gets a slot. */
    ahead_ms: number;
  }) => Promise<{ slot: number } | { again_at: number }>;
};

export type SesIdentity = {
  verified: boolean;
  dkim_selector: string | null;
  /** SES signs with the domain's own key: DKIM is aligned with From. */
  signed: boolean;
  /** The deployment that it is tagged with; null: none. */
  stage: string | null;
  /** The domain that it was made for by this service; null: it made none. */
  domain: string | null;
  /** SES looked 72 hours for the key in DNS and looks no more, until it is put again. */
  dkim_failed: boolean;
  /** `pending`: SES has not seen what it needs in DNS so far; `failed`: and looks no more. */
  mail_from: { domain: string; verified: boolean; pending: boolean; failed: boolean } | null;
  /** SES mails bounces and complaints to the address in From. */
  forwards_feedback: boolean;
};

/** The settings of an identity of ours; the key is base64 of PKCS #8. */
export type IdentityInput = {
  name: string;
  selector: string;
  private_key: string;
  /** null: the identity sends nothing. */
  mail_from: string | null;
  stage: string;
};

export type SesSearch = 'dkim' | 'mail_from';

export type Identities = {
  /** null when SES has no such identity. */
  get: (name: string) => Promise<SesIdentity | null>;
  /**
   * Makes the identity, or brings an existing one of ours to this: BYODKIM with our key, MAIL FROM below the domain,
   * configuration set, tags, without forwarding. Returns whether it called SES.
   */
  make: (input: IdentityInput, existing: SesIdentity | null) => Promise<boolean>;
  /** Puts the same settings again, so that SES looks for their records again. */
  restart: (input: IdentityInput, searches: SesSearch[]) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Tags an identity that this service did not make and ends its forwarding. Safe to repeat. */
  adopt: (identity: { name: string; stage: string }) => Promise<void>;
  /** Makes a tenant of SES that may use the identity and our configuration sets. Safe to repeat; throws what SES throws. */
  join: (identity: { name: string; tenant: string; stage: string }) => Promise<void>;
  /** Deletes a tenant of SES, which may then use nothing; nothing when there is none. */
  deleteTenant: (name: string) => Promise<void>;
};
