import * as z from 'zod';
import type { DnsProvider } from '../../core/dns-host.ts';
import type {
  Domain,
  DomainClaim,
  DomainDns,
  DomainKey,
  DomainTask,
  StoredCredentials,
} from '../../core/records/domains.ts';
import type { Email } from '../../core/records/emails.ts';
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Created, Entries, Existing, OverLimit, Page } from './common.ts';

/** A domain. `dns` is null for an adopted one. `stored` is the DNS host with stored credentials. */
export type DomainWithDns = { domain: Domain; dns: DomainDns | null; stored: DnsProvider | null };

export type NewDomain = Omit<DomainWithDns, 'stored'> & { key: DomainKey | null };

export type DomainStore = {
  /** May be a few seconds old; for workers. */
  get: (name: string) => Promise<Domain | null>;
  /** Strongly consistent. */
  read: (name: string) => Promise<DomainWithDns | null>;
  /** The sealed DKIM key pair. Null for a domain without one. */
  readKey: (name: string) => Promise<DomainKey | null>;
  /** The new key of a rotation in progress, or null. */
  readNextKey: (name: string) => Promise<DomainKey | null>;
  /** The key that signed when a rotation began to switch. Null once deleted. */
  readOldKey: (name: string) => Promise<DomainKey | null>;
  /** Adds a domain's first key, with its selector and records. False if it has one or the domain is gone. */
  addKey: (domain: Domain, key: DomainKey, dns: DomainDns) => Promise<boolean>;
  readCredentials: (name: string) => Promise<StoredCredentials | null>;
  /** False if the domain is gone. */
  writeCredentials: (domain: Domain, credentials: StoredCredentials) => Promise<boolean>;
  removeCredentials: (name: string) => Promise<void>;
  /** The account's domain name for this id, strongly consistent. */
  nameOf: (account: Id<'acc'>, id: Id<'dom'>) => Promise<string | null>;
  /** Creates a domain with one owner per name, its first check, and the plan's count, in one transaction. */
  create: (made: NewDomain, limit: number) => Promise<Created | Existing<Domain> | OverLimit>;
  /**
   * Marks the domain as verified by its operator, without its own key and records. Null if it changed since
   * it was read.
   */
  adopt: (seen: Domain, change: Partial<Domain> & { next_check_at: string | null }) => Promise<Domain | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<DomainWithDns & { id: Id<'dom'> }>>;
  /**
   * verified -> failing since `at`, with the next check's task. Returns the domain. Null if it wasn't
   * verified.
   */
  markFailing: (seen: Domain, change: { at: string; next_check_at: string }) => Promise<Domain | null>;
  /**
   * Stores a check, changed `dns` and `keys`, and the next task. Returns null if the domain is gone, already
   * checked, or changed meanwhile.
   */
  saveCheck: (
    seen: Domain,
    change: Partial<Domain> & { next_check_at: string },
    dns: DomainDns | null,
    keys?: KeyChanges,
  ) => Promise<Domain | null>;
  /** Records that the domain sent on a day (`YYYY-MM-DD`), unless that day or a later one is recorded. */
  noteSent: (domain: Domain, day: string) => Promise<void>;
  /** Stores delivery settings. Returns the updated domain, null if it is gone. */
  saveSettings: (seen: Domain, change: Partial<Domain> & { updated_at: string }) => Promise<Domain | null>;
  /**
   * Changes the owner. `cleared` is the former owner, if the domain was its default_from_domain. Returns null
   * if the domain or one of the owners changed or was deleted.
   */
  move: (
    seen: Domain,
    change: { tenant: Id<'ten'> | null; updated_at: string },
    cleared: Tenant | null,
  ) => Promise<Domain | null>;
  /**
   * Deletes it with all its items. Returns false if the domain, its owner, or `cleared` changed or was
   * deleted. `cancelled_at` also plans the cancel of its scheduled emails. `cleared` is the tenant that had
   * it as default_from_domain.
   */
  remove: (
    domain: Domain,
    end: { identity_until: number; cancelled_at: string | null },
    cleared: Tenant | null,
  ) => Promise<boolean>;
  /** The removal task of the last deleted domain with this name. */
  readRemoval: (name: string) => Promise<DomainTask | null>;
  /** The tasks of a minute (since the epoch). */
  listTasks: (minute: number) => Promise<DomainTask[]>;
  /** Moves tasks to another minute. Null marks them done. */
  moveTasks: (tasks: DomainTask[], from: number, to: number | null) => Promise<void>;
  /** The last minute whose tasks are queued. */
  readMark: () => Promise<number | null>;
  writeMark: (minute: number) => Promise<void>;
};

/** DKIM keys to write. Null deletes a key, and an absent key stays unchanged. */
export type KeyChanges = Partial<Record<'current' | 'next' | 'old', DomainKey | null>>;

export type CheckedFields = Pick<
  Domain,
  | 'status'
  | 'identity'
  | 'ses_tenant'
  | 'record_status'
  | 'verified_at'
  | 'wrong_since'
  | 'failing_since'
  | 'waiting_since'
  | 'return_path_seen_at'
> & { last_checked_at: string; next_check_at: string };

export const DomainMessage = z.object({
  /** `notice` emails the owner that the domain is failing or failed. `claimed` emails the former owner. */
  task: z.enum(['check', 'remove', 'notice', 'claimed', 'cancel']),
  id: idOf('dom'),
  name: z.string().min(1),
  account: idOf('acc'),
  /** Checks even if no check is due, because records were just written. */
  now: z.literal(true).optional(),
  /** `cancel` cancels emails accepted before this time. */
  before: z.string().optional(),
  /** How often SES was busy. */
  tries: z.int().optional(),
});
export type DomainMessage = z.output<typeof DomainMessage>;

/** Why a move failed: no room in the plan, or domain, claim, or tenant changed since they were read. */
type NotMoved = OverLimit | { result: 'changed' };

export type ClaimChange = Pick<DomainClaim, 'state' | 'note'> & Partial<Pick<DomainClaim, 'domain_id'>>;

/** Claims to other accounts' domains. All reads are strongly consistent. */
export type DomainClaimStore = {
  get: (account: Id<'acc'>, id: Id<'clm'>) => Promise<DomainClaim | null>;
  /** The account's latest claim to a name. */
  find: (account: Id<'acc'>, name: string) => Promise<DomainClaim | null>;
  /** Replaces `latest`, the account's last claim to this name. False if another was made meanwhile. */
  create: (claim: DomainClaim, latest: DomainClaim | null) => Promise<boolean>;
  /** Stores a verify's result and returns the updated claim, null if gone. A completed claim stays. */
  save: (claim: DomainClaim, change: ClaimChange) => Promise<DomainClaim | null>;
  /**
   * Completes a claim in one write: the name gets its new owner, keys, records, and first check. `from` is
   * the name's current domain, null if free. It is deleted with its credentials and plan count, and its
   * owner's notice is planned. Requires that nothing was sent from it on or after `since` (`YYYY-MM-DD`).
   * `cleared` is the tenant that loses it as its default_from_domain.
   */
  complete: (
    claim: DomainClaim,
    made: NewDomain,
    from: { domain: Domain; cleared: Tenant | null } | null,
    when: { since: string; now: string; limit: number },
  ) => Promise<{ result: 'completed' } | NotMoved>;
};

export type ScheduleRow = { id: Id<'msg'>; outbox: { pk: string; sk: string } };

export type FromDomain = { account: Id<'acc'>; domain: string };

/** An account's scheduled emails by from-domain, a second late, spread over `shards`. */
export type OpenScheduleStore = {
  shards: number;
  /** Exact up to 1,000. Above 16,000, some emails are left out. */
  count: (from: FromDomain) => Promise<number>;
  list: (
    from: FromDomain,
    at: { shard: number; after: string | null; limit: number },
  ) => Promise<{ rows: ScheduleRow[]; next: string | null }>;
  /** The account's emails that are due first. Null if it has too many to sort. */
  first: (account: Id<'acc'>, limit: number) => Promise<Email[] | null>;
  /** False if the email is no longer scheduled. */
  cancel: (row: ScheduleRow, cancelled_at: string) => Promise<boolean>;
};

/** Texts that only this deployment can derive for an account and a name. They never change. */
export type Proofs = {
  /** 32 lower-case base32 characters. */
  of: (purpose: 'ownership' | 'claim', account: Id<'acc'>, name: string) => Promise<string>;
};

/** Secrets as the table stores them, bound to their context. The only place that knows their encryption. */
export type Sealing = {
  seal: (context: SealingContext, text: string) => Promise<string>;
  /** Throws if sealed for another context, or altered. */
  open: (context: SealingContext, sealed: string) => Promise<string>;
};

export type SealingContext = { account: Id<'acc'>; domain: string };

/** `delay_s` up to 900. */
export type DomainTaskQueue = { enqueue: (messages: DomainMessage[], delay_s?: number) => Promise<void> };
