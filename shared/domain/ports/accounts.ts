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

/** Counts of the resources that an account's plan limits. */
type ResourceCounts = Record<'domains' | 'tenants' | 'webhooks' | 'templates' | 'automations', number>;

type StoredUse = Record<'upload_bytes_day' | 'scheduled_emails' | 'suppressions', number>;

export type AccountStore = {
  get: (id: Id<'acc'>) => Promise<Account | null>;
  /** Strongly consistent. */
  readCounts: (id: Id<'acc'>) => Promise<ResourceCounts>;
  /** The counts for the account's storage limits. `day` is the UTC day, `YYYY-MM-DD`. */
  readStored: (id: Id<'acc'>, day: string) => Promise<StoredUse>;
  create: (account: Account) => Promise<void>;
  /** Reads the whole table once, and adds the accounts that are older than the list. */
  completeList: () => Promise<void>;
  /** Newest first, strongly consistent. A page may be short and still have a next page. */
  list: (page: Page) => Promise<Entries<Account>>;
  /** Suspends the account at `at`, or keeps an earlier suspension. Null if unknown. */
  suspend: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  /** Resumes the account, unless it is being deleted. Null if unknown. */
  resume: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  markDomainVerified: (id: Id<'acc'>, at: string) => Promise<void>;
  /** The account after the change, which removes undefined fields. Null if unknown. */
  update: (id: Id<'acc'>, change: Partial<Account>) => Promise<Account | null>;
  /** Raises the number of shards of its email lists to at least this, and never lowers it. */
  raiseEmailShards: (id: Id<'acc'>, shards: number) => Promise<void>;
  /** Resets its ramp's counts, so it starts at stage 1. */
  restartRamp: (id: Id<'acc'>) => Promise<void>;
};

/**
 * By the secret's SHA-256 (hex). `maker_changed` means that nothing was written, because the creator is gone
 * or the creator's rights changed.
 */
export type CredentialStore<T extends ApiKey | SmtpCredential> = {
  /** At most half a minute old. */
  find: (hash: string) => Promise<T | null>;
  /** The current record, read with strong consistency. */
  findNow: (hash: string) => Promise<T | null>;
  /** Includes its request's idempotency claim; `duplicate_key` if another request holds that claim. */
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
  /** False if already gone. */
  remove: (account: Id<'acc'>, id: T['id'], maker: Maker) => Promise<boolean | 'maker_changed'>;
  /** Records a use at `at`, unless one since `since` is recorded (ISO 8601). */
  touch: (hash: string, at: string, since: string) => Promise<void>;
};

export type TemplateStore = {
  /** Stores a body before any version references it. Returns its location. */
  putBody: (
    account: Id<'acc'>,
    id: Id<'tpl'>,
    revision: string,
    body: TemplateBody,
  ) => Promise<'item' | 'object'>;
  /** Creates the template with its alias, origin, and place in the plan's count, in one transaction. */
  create: (
    template: Template,
    limit: number,
    origin?: TemplateOrigin,
  ) => Promise<Created | { result: 'alias_taken' | 'source_taken' } | OverLimit>;
  /**
   * The templates that were created from these sources, in order. Null if there is none. Strongly consistent.
   */
  bySource: (account: Id<'acc'>, origins: TemplateOrigin[]) => Promise<(Template | null)[]>;
  /** Found by alias or `tpl_` id, strongly consistent. */
  get: (account: Id<'acc'>, name: string) => Promise<Template | null>;
  /** null if a change replaced the body since the template was read. */
  readBody: (template: Template, version: TemplateVersion) => Promise<TemplateBody | null>;
  /** Newest first. A page may be short and still have a next page. */
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Template>>;
  /** Writes `next` unless another write changed the template (its updated_at) meanwhile. */
  save: (seen: Template, next: Template) => Promise<'saved' | 'changed' | 'alias_taken'>;
  /** Active automations that use it, or some of them if there are many. Strongly consistent. */
  users: (template: Pick<Template, 'account' | 'id'>) => Promise<TemplateUser[]>;
  /** False if changed or deleted since it was read. */
  remove: (seen: Template) => Promise<boolean>;
  /** This process's last used template by that name, possibly outdated. */
  remembered: (account: Id<'acc'>, name: string) => { pointer: TemplatePointer; body: TemplateBody } | null;
  /** A pointer's published body, cached by name. Null if there is none, or a change replaced it. */
  open: (name: string, pointer: TemplatePointer) => Promise<TemplateBody | null>;
  /** Strongly consistent. */
  readPointer: (account: Id<'acc'>, name: string) => Promise<TemplatePointer | null>;
};

/** Token buckets shared by all functions. */
export type RateStore = {
  /**
   * Takes one token. `tat` (epoch ms) is when the bucket will be full again, as far as this process knows.
   */
  take: (bucket: {
    account: Id<'acc'>;
    name: string;
    rate: number;
    burst: number;
  }) => Promise<{ taken: boolean; tat: number }>;
  /**
   * When (epoch ms) the next `want` tokens are free. Always takes them, however long the wait, and they can't
   * be returned.
   */
  reserve: (bucket: { account: Id<'acc'>; name: string; rate: number }, want: number) => Promise<number>;
};

/** Deletes everything an account has. Every step is safe to repeat. */
export type AccountRemovalStore = {
  /** Suspends the account and marks it as being deleted, since `at` or earlier. Null if unknown. */
  begin: (id: Id<'acc'>, at: string) => Promise<Account | null>;
  /**
   * Deletes items that a table scan finds and the account's resource list lacks. Returns how many were
   * deleted.
   */
  emptyTable: (id: Id<'acc'>, now: () => number) => Promise<number>;
  /** Returns how many objects were deleted. */
  emptyBucket: (id: Id<'acc'>) => Promise<number>;
  /** Deletes all remaining items, the account last. Returns how many were deleted. */
  end: (id: Id<'acc'>) => Promise<number>;
};
