import type { BlockedSender, InboundRoute } from '../../core/records/inbound-rules.ts';
import type { Id } from '../../core/runtime.ts';
import type { Created, Entries, Existing, OverLimit, Page } from './common.ts';

/** A route with its domain's current owner (`ten_` id). */
export type OwnedRoute = InboundRoute & { tenant: Id<'ten'> | null };

/** Routes of received mail. A deleted domain's routes count as missing. */
export type InboundRouteStore = {
  /**
   * `exists` means that the domain has another route with this `match`, and `gone` that the domain is
   * deleted.
   */
  create: (
    route: InboundRoute,
    limit: number,
  ) => Promise<Created | Existing<InboundRoute> | OverLimit | { result: 'gone' }>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'irt'>) => Promise<OwnedRoute | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<OwnedRoute>>;
  /** Every route for a name, including those of an earlier domain. For mail, it may be a few seconds old. */
  of: (name: string) => Promise<InboundRoute[]>;
  /** The updated route. Null if gone, or changed since it was read. */
  update: (
    seen: InboundRoute,
    change: Pick<InboundRoute, 'action' | 'webhook_id' | 'updated_at'>,
  ) => Promise<InboundRoute | null>;
  /** False if already gone. */
  remove: (route: InboundRoute) => Promise<boolean>;
};

export type BlockedSenderStore = {
  /** `exists` means that the same sender is already blocked for the same recipients. */
  create: (block: BlockedSender, limit: number) => Promise<Created | Existing<BlockedSender> | OverLimit>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'bsn'>) => Promise<BlockedSender | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<BlockedSender>>;
  /** All of an account's blocked senders. For mail, the list may be a few seconds old. */
  of: (account: Id<'acc'>) => Promise<BlockedSender[]>;
  /** False if already gone. */
  remove: (block: BlockedSender) => Promise<boolean>;
};
