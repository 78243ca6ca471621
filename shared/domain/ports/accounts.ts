import type { Account, ApiKey, Maker, SmtpCredential } from '../../core/records/accounts.ts';
import type { TemplateUser } from '../../core/records/automations.ts';
import type { IdempotencyClaim } from '../../core/records/emails.ts';
import type {
  Template,
  TemplateBody,
  TemplateOrigin,
  TemplatePointer,
  TemplateVersion,
} from '../../core/records/templates.ts';
import type { Id } from '../../core/runtime.ts';
import type { Created, Entries, OverLimit, Page } from './common.ts';

/** The resources of an account that its plan limits, by number. */
type ResourceCounts = Record<'domains' | 'tenants' | 'webhooks' | 'templates' | 'automations', number>;

type StoredUse = Record<'upload_bytes_day' | 'scheduled_emails' | 'suppressions', number>;

export type AccountStore = {
  get: (id: Id<'acc'>) => Promise<Account | null>;
  /** Strongly consistent. */
  readCounts: (id: Id<'acc'>) => Promise<ResourceCounts>;
  /** The counts behind the account's storage limits; `day`: the UTC day, `YYYY-MM-DD`. */
  readStored: (id: Id<'acc'>, day: string) => Promise<StoredUse>;
  create: (account: Account) => Promise<void>;
  /** Puts the accounts that were made before there was a list into it, once; reads the whole table for that. */
  completeList: () => Promise<void>;
  /** Newest first, strongly consistent. A page may be short and have a next one. */
  list: (page: Page) => Promise<Entries<Account>>;
  /** Suspended since `at`, or since earlier; null when there is none. */
  suspend: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  /** No longer suspended, unless it is being deleted; null when there is none. */
  resume: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  markDomainVerified: (id: Id<'acc'>, at: string) => Promise<void>;
  /** The account after the change, whose undefined fields are removed; null when there is none. */
  update: (id: Id<'acc'>, change: Partial<Account>) => Promise<Account | null>;
  /** At least so many shards of the lists of its emails: never lowered. */
  raiseEmailShards: (id: Id<'acc'>, shards: number) => Promise<void>;
  /** Forgets what its ramp has counted: it begins at stage 1. */
  restartRamp: (id: Id<'acc'>) => Promise<void>;
};

/** By the secret's SHA-256 (hex). `maker_changed`: not written, as its maker is gone or has other rights now. */
export type CredentialStore<T extends ApiKey | SmtpCredential> = {
  /** As it was at most half a minute ago. */
  find: (hash: string) => Promise<T | null>;
  /** As it is stored now: strongly consistent. */
  findNow: (hash: string) => Promise<T | null>;
  /** With the idempotency claim of its request; `duplicate_key` when another request holds that claim. */
  create: (
    credential: T,
    hash: string,
    maker: Maker,
    claim?: IdempotencyClaim | null,
  ) => Promise<'created' | 'duplicate_key' | 'maker_changed'>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: T['id']) => Promise<T | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<T>>;
  update: (
    account: Id<'acc'>,
    id: T['id'],
    change: Partial<T>,
    maker: Maker,
  ) => Promise<T | null | 'maker_changed'>;
  /** False when it is gone already. */
  remove: (account: Id<'acc'>, id: T['id'], maker: Maker) => Promise<boolean | 'maker_changed'>;
  /** Records a use at `at`, unless one since `since` is recorded (ISO 8601). */
  touch: (hash: string, at: string, since: string) => Promise<void>;
};

export type TemplateStore = {
  /** Stores a body before any version names it; returns where it is. */
  putBody: (
    account: Id<'acc'>,
    id: Id<'tpl'>,
    revision: string,
    body: TemplateBody,
  ) => Promise<'item' | 'object'>;
  /** The template with its alias, its origin and its place in the plan's count, in one transaction. */
  create: (
    template: Template,
    limit: number,
    origin?: TemplateOrigin,
  ) => Promise<Created | { result: 'alias_taken' | 'source_taken' } | OverLimit>;
  /** The templates that were made of these, in their order; null where none was. Strongly consistent. */
  bySource: (account: Id<'acc'>, origins: TemplateOrigin[]) => Promise<(Template | null)[]>;
  /** By alias or `tpl_` id, strongly consistent. */
  get: (account: Id<'acc'>, name: string) => Promise<Template | null>;
  /** null when a change took the body away since the template was read. */
  readBody: (template: Template, version: TemplateVersion) => Promise<TemplateBody | null>;
  /** Newest first. A page may be short and have a next one. */
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Template>>;
  /** Writes `next` when no other write changed the template (its updated_at) meanwhile. */
  save: (seen: Template, next: Template) => Promise<'saved' | 'changed' | 'alias_taken'>;
  /** Active automations that use it, some of them where they are many; strongly consistent. */
  users: (template: Template) => Promise<TemplateUser[]>;
  /** False when it was changed or deleted since it was seen. */
  remove: (seen: Template) => Promise<boolean>;
  /** The template that this process used last by that name; it may be out of date. */
  remembered: (account: Id<'acc'>, name: string) => { pointer: TemplatePointer; body: TemplateBody } | null;
  /** The published body of a pointer, remembered by name; null when there is none, or a change took it away. */
  open: (name: string, pointer: TemplatePointer) => Promise<TemplateBody | null>;
  /** Strongly consistent. */
  readPointer: (account: Id<'acc'>, name: string) => Promise<TemplatePointer | null>;
};

/** Token buckets that all functions share. */
export type RateStore = {
  /** Takes one token. `tat` (epoch ms) is when the bucket is full again, as far as known. */
  take: (bucket: {
    account: Id<'acc'>;
    name: string;
    rate: number;
    burst: number;
  }) => Promise<{ taken: boolean; tat: number }>;
  /** The time (epoch ms) at which the next `want` tokens are free, however long the wait: never refused, nothing given back. */
  reserve: (bucket: { account: Id<'acc'>; name: string; rate: number }, want: number) => Promise<number>;
};

/** Removes all that an account has. Every step is safe to repeat. */
export type AccountRemovalStore = {
  /** Suspended and being deleted since `at`, or since earlier; null when there is none. */
  begin: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  /** Deletes the items that a scan of the table finds and the account's resource list lacks; returns their number. */
  emptyTable: (id: Id<'acc'>, now: () => number) => Promise<number>;
  /** Returns the number of deleted objects. */
  emptyBucket: (id: Id<'acc'>) => Promise<number>;
  /** Deletes the rest, the account itself last; returns the number of items. */
  end: (id: Id<'acc'>) => Promise<number>;
};
