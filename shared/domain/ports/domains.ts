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
import type { Tenant } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Created, Entries, Existing, OverLimit, Page } from './common.ts';

/** A domain; `dns` is null for an adopted one, `stored` is the DNS host whose credentials are stored. */
export type WholeDomain = { domain: Domain; dns: DomainDns | null; stored: DnsProvider | null };

export type NewDomain = Omit<WholeDomain, 'stored'> & { key: DomainKey | null };

export type DomainStore = {
  /** May be some seconds old: for workers. */
  get: (name: string) => Promise<Domain | null>;
  /** Strongly consistent. */
  read: (name: string) => Promise<WholeDomain | null>;
  /** The DKIM key pair, sealed; null for a domain without one. */
  readKey: (name: string) => Promise<DomainKey | null>;
  /** The key to which a rotation leads; null without one. */
  readNextKey: (name: string) => Promise<DomainKey | null>;
  /** The key that signed when a rotation began to switch; null when it is deleted. */
  readOldKey: (name: string) => Promise<DomainKey | null>;
  /** The first key of a domain that had none, with its selector and records; false when the domain has one or is gone. */
  addKey: (domain: Domain, key: DomainKey, dns: DomainDns) => Promise<boolean>;
  readCredentials: (name: string) => Promise<StoredCredentials | null>;
  /** False when the domain is gone. */
  writeCredentials: (domain: Domain, credentials: StoredCredentials) => Promise<boolean>;
  removeCredentials: (name: string) => Promise<void>;
  /** The name of the account's domain with this id, strongly consistent. */
  nameOf: (account: Id<'acc'>, id: Id<'dom'>) => Promise<string | null>;
  /** One owner per name, its first check and the plan's count, in one transaction. */
  create: (made: NewDomain, limit: number) => Promise<Created | Existing<Domain> | OverLimit>;
  /** Makes it verified by its operator, without key and records of its own; null when it changed since it was read. */
  adopt: (seen: Domain, change: Partial<Domain> & { next_check_at: string | null }) => Promise<Domain | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<WholeDomain & { id: Id<'dom'> }>>;
  /** verified -> failing since `at`, with the next check's task; the domain afterwards, null when it was not verified. */
  markFailing: (seen: Domain, change: { at: string; next_check_at: string }) => Promise<Domain | null>;
  /** Stores a check, `dns` and `keys` that changed, and the next task. null: gone, or checked or changed meanwhile. */
  saveCheck: (
    seen: Domain,
    change: Partial<Domain> & { next_check_at: string },
    dns: DomainDns | null,
    keys?: KeyChanges,
  ) => Promise<Domain | null>;
  /** Records that the domain sent on a day (`YYYY-MM-DD`); nothing where that day or a later one is recorded. */
  noteSent: (domain: Domain, day: string) => Promise<void>;
  /** Stores delivery settings; the domain as it is then, null when it is gone. */
  saveSettings: (seen: Domain, change: Partial<Domain> & { updated_at: string }) => Promise<Domain | null>;
  /** Another owner; `cleared`: the former, whose default_from_domain it was. null when one of them changed or ended. */
  move: (
    seen: Domain,
    change: { tenant: Id<'ten'> | null; updated_at: string },
    cleared: Tenant | null,
  ) => Promise<Domain | null>;
  /**
   * Removes it with all its items; false when it, its owner or `cleared` changed or ended. `cancelled_at`: also plans the
   * cancel of its scheduled emails. `cleared`: the tenant whose default_from_domain it was.
   */
  remove: (
    domain: Domain,
    end: { identity_until: number; cancelled_at: string | null },
    cleared: Tenant | null,
  ) => Promise<boolean>;
  /** The task that removes the identity of the domain of this name that was deleted last. */
  readRemoval: (name: string) => Promise<DomainTask | null>;
  /** The tasks of a minute (since the epoch). */
  listTasks: (minute: number) => Promise<DomainTask[]>;
  /** Moves tasks to another minute; null: they are done. */
  moveTasks: (tasks: DomainTask[], from: number, to: number | null) => Promise<void>;
  /** The last minute whose tasks are queued. */
  readMark: () => Promise<number | null>;
  writeMark: (minute: number) => Promise<void>;
};

/** DKIM keys to write; null: deleted; absent: unchanged. */
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
  /** `notice`: mails the owner that the domain is failing or has failed; `claimed`: mails the former owner. */
  task: z.enum(['check', 'remove', 'notice', 'claimed', 'cancel']),
  id: idOf('dom'),
  name: z.string().min(1),
  account: idOf('acc'),
  /** A check that is made although none is planned yet: after records were written. */
  now: z.literal(true).optional(),
  /** The moment before which the emails were accepted that `cancel` cancels. */
  before: z.string().optional(),
  /** The number of times that SES was busy. */
  tries: z.int().optional(),
});
export type DomainMessage = z.output<typeof DomainMessage>;

/** The reason why a move was not made: no room in the plan, or domain, claim or tenant changed since they were read. */
type NotMoved = OverLimit | { result: 'changed' };

export type ClaimChange = Pick<DomainClaim, 'state' | 'note'> & Partial<Pick<DomainClaim, 'domain_id'>>;

/** Claims of domains that other accounts have. Every read is strongly consistent. */
export type DomainClaimStore = {
  get: (account: Id<'acc'>, id: Id<'clm'>) => Promise<DomainClaim | null>;
  /** The account's latest claim of a name. */
  find: (account: Id<'acc'>, name: string) => Promise<DomainClaim | null>;
  /** Replaces `latest`, the account's last claim of this name; false when another one was made meanwhile. */
  create: (claim: DomainClaim, latest: DomainClaim | null) => Promise<boolean>;
  /** Stores the result of a verify; returns the claim as it is then, null when it is gone; a completed one stays. */
  save: (claim: DomainClaim, change: ClaimChange) => Promise<DomainClaim | null>;
  /**
   * The one write of a claim: the name gets a new owner, with its keys, records and first check, and the claim is
   * completed. `from` is the domain that the name had, null for a free name: it goes with its credentials and its place
   * in its account's plan, and its owner's notice is planned. Only while nothing was sent from it on `since`
   * (`YYYY-MM-DD`) or later. `cleared`: the tenant that loses it as its default_from_domain.
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

/** The scheduled emails of an account by from-domain, a second late; spread over `shards`. */
export type OpenScheduleStore = {
  shards: number;
  /** Exact up to 1,000; of more than 16,000 some are left out. */
  count: (from: FromDomain) => Promise<number>;
  list: (
    from: FromDomain,
    at: { shard: number; after: string | null; limit: number },
  ) => Promise<{ rows: ScheduleRow[]; next: string | null }>;
  /** False when the email is no longer scheduled. */
  cancel: (row: ScheduleRow, cancelled_at: string) => Promise<boolean>;
};

/** Texts that only this deployment can make for an account and a name, the same every time. */
export type Proofs = {
  /** 32 characters of base32, lower case. */
  of: (purpose: 'ownership' | 'claim', account: Id<'acc'>, name: string) => Promise<string>;
};

/** Secrets as the table holds them, bound to what they belong to; the one place that knows how they are encrypted. */
export type Sealing = {
  seal: (context: SealingContext, text: string) => Promise<string>;
  /** Throws when it was sealed for another context, or altered. */
  open: (context: SealingContext, sealed: string) => Promise<string>;
};

export type SealingContext = { account: Id<'acc'>; domain: string };

/** `delay_s` up to 900. */
export type DomainTaskQueue = { enqueue: (messages: DomainMessage[], delay_s?: number) => Promise<void> };
