import * as z from 'zod';
import type { RemovedTenant, Tenant, TenantMetadata } from '../../core/records/tenants.ts';
import type { Id } from '../../core/runtime.ts';
import { idOf } from '../../core/schemas.ts';
import type { Entries, Page } from './common.ts';

/** Tenants of an account. Every read is strongly consistent where it does not say otherwise. */
export type TenantStore = {
  /** By external_id, or by `ten_` id, which comes first. */
  find: (account: Id<'acc'>, name: string) => Promise<Tenant | null>;
  get: (account: Id<'acc'>, id: Id<'ten'>) => Promise<Tenant | null>;
  /** One BatchGetItem for any number of ids, in their order; deleted ones are null. */
  read: (account: Id<'acc'>, ids: Id<'ten'>[]) => Promise<(Tenant | null)[]>;
  /** The same, up to half a minute old. */
  known: (account: Id<'acc'>, ids: Id<'ten'>[]) => Promise<(Tenant | null)[]>;
  /** The id behind a name; up to half a minute old. */
  idOf: (account: Id<'acc'>, name: string) => Promise<Id<'ten'> | null>;
  /** `ten_` id of the tenant that this process last saw own a domain; null where it saw none. */
  ownerOf: (domain: string) => Id<'ten'> | null;
  rememberOwner: (domain: string, tenant: Id<'ten'> | null) => void;
  readMetadata: (ids: Id<'ten'>[]) => Promise<(TenantMetadata | null)[]>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<Tenant>>;
  count: (account: Id<'acc'>) => Promise<number>;
  /** The tenant with its name and its place in the plan's count, in one transaction. */
  create: (
    tenant: Tenant,
    metadata: TenantMetadata | null,
    limit: number,
  ) => Promise<'created' | { taken: Tenant } | { used: number }>;
  /** Writes the change unless another write changed the tenant (its updated_at) meanwhile: then null. */
  update: (
    seen: Tenant,
    change: Partial<Tenant> & { updated_at: string },
    metadata: TenantMetadata | null | undefined,
  ) => Promise<Tenant | null>;
  /**
   * Removes the tenant with its name, metadata and place in the plan's count, in one transaction with the outbox row of
   * what it leaves behind, for that minute (since the epoch). False when it was gone already.
   */
  remove: (tenant: Tenant, outbox: number) => Promise<boolean>;
  /** The service's own pause of an active tenant: its time, for the one caller that paused it; else null. */
  pause: (seen: Tenant, reason: string) => Promise<string | null>;
};

/** The parts of a removal in their order: those with keys of the whole account come last. */
export const removalSteps = ['domains', 'blocked_senders', 'lists', 'keys', 'smtp_credentials'] as const;

export const RemovalMessage = z.object({
  id: idOf('ten'),
  account: idOf('acc'),
  /** The minute (since the epoch) of its outbox row. */
  outbox: z.int(),
  /** The last pass removes what requests under way wrote behind the first. */
  pass: z.enum(['first', 'last']),
  /** The place where the message before it ran out of time; absent: the pass begins. */
  from: z.object({ step: z.enum(removalSteps), before: z.string().nullable() }).optional(),
});
export type RemovalMessage = z.output<typeof RemovalMessage>;

export type TenantRemovalStore = {
  get: (id: Id<'ten'>, minute: number) => Promise<RemovedTenant | null>;
  move: (removed: RemovedTenant, from: number, to: number) => Promise<void>;
  /** Deletes the outbox row: nothing is left. */
  end: (removed: RemovedTenant, minute: number) => Promise<void>;
  /** Empties lists, counters and limits; false when `isOver` said so before the end. */
  empty: (id: Id<'ten'>, isOver: () => boolean) => Promise<boolean>;
};

/** `delay_s` up to 900. */
export type TenantRemovalQueue = { enqueue: (message: RemovalMessage, delay_s?: number) => Promise<void> };
