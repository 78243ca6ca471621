import * as z from 'zod';
import type { RemovedTenant, Tenant, TenantMetadata } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';

/** An account's tenants. Reads are strongly consistent unless they say otherwise. */
export type TenantStore = {
  /** By `ten_` id first, then by external_id. */
  find: (account: Id<'acc'>, name: string) => Promise<Tenant | null>;
  get: (account: Id<'acc'>, id: Id<'ten'>) => Promise<Tenant | null>;
  /** One BatchGetItem for any number of ids, in order. Null for a deleted tenant. */
  read: (account: Id<'acc'>, ids: Id<'ten'>[]) => Promise<(Tenant | null)[]>;
  /** Like `read`, up to half a minute old. */
  known: (account: Id<'acc'>, ids: Id<'ten'>[]) => Promise<(Tenant | null)[]>;
  /** The id for a name. Up to half a minute old. */
  idOf: (account: Id<'acc'>, name: string) => Promise<Id<'ten'> | null>;
  /** The `ten_` id of the tenant that this process last saw owning the domain. Null if none. */
  ownerOf: (domain: string) => Id<'ten'> | null;
  rememberOwner: (domain: string, tenant: Id<'ten'> | null) => void;
  readMetadata: (ids: Id<'ten'>[]) => Promise<(TenantMetadata | null)[]>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Tenant>>;
  count: (account: Id<'acc'>) => Promise<number>;
  /** Creates the tenant with its name and its place in the plan's count, in one transaction. */
  create: (
    tenant: Tenant,
    metadata: TenantMetadata | null,
    limit: number,
  ) => Promise<'created' | { taken: Tenant } | { used: number }>;
  /** Writes the change. Null if another write changed the tenant (its updated_at) meanwhile. */
  update: (
    seen: Tenant,
    change: Partial<Tenant> & { updated_at: string },
    metadata: TenantMetadata | null | undefined,
  ) => Promise<Tenant | null>;
  /**
   * Deletes the tenant, its name, and its metadata, and lowers the plan's count. The same transaction writes
   * the cleanup's outbox row at minute `outbox` (since the epoch). Returns false if already gone.
   */
  remove: (tenant: Tenant, outbox: number) => Promise<boolean>;
  /** Pauses an active tenant automatically. Returns the time to the one caller that paused it, otherwise null. */
  pause: (seen: Tenant, reason: string) => Promise<string | null>;
};

/** The steps of a removal, in order. Steps on keys that the whole account shares come last. */
export const removalSteps = ['domains', 'blocked_senders', 'lists', 'keys', 'smtp_credentials'] as const;

export const RemovalMessage = z.object({
  id: idOf('ten'),
  account: idOf('acc'),
  /** Its outbox row's minute (since the epoch). */
  outbox: z.int(),
  /** The last pass deletes what requests that were still running wrote after the first pass. */
  pass: z.enum(['first', 'last']),
  /** Where the previous message ran out of time. Absent at the start of a pass. */
  from: z.object({ step: z.enum(removalSteps), before: z.string().nullable() }).optional(),
});
export type RemovalMessage = z.output<typeof RemovalMessage>;

export type TenantRemovalStore = {
  get: (id: Id<'ten'>, minute: number) => Promise<RemovedTenant | null>;
  move: (removed: RemovedTenant, from: number, to: number) => Promise<void>;
  /** Deletes the outbox row, because nothing is left. */
  end: (removed: RemovedTenant, minute: number) => Promise<void>;
  /** Empties lists, counters, and limits. False if `isOver` stopped it. */
  empty: (id: Id<'ten'>, isOver: () => boolean) => Promise<boolean>;
};

/** `delay_s` up to 900. */
export type TenantRemovalQueue = { enqueue: (message: RemovalMessage, delay_s?: number) => Promise<void> };
