import type { BlockedSender, InboundRoute } from '../../core/records/inbound-rules.ts';
import type { Id } from '../../core/runtime.ts';
import type { Created, Entries, Existing, OverLimit, Page } from './common.ts';

/** A route with the present owner of its domain (`ten_` id). */
export type OwnedRoute = InboundRoute & { tenant: Id<'ten'> | null };

/** Routes of received mail; those of a domain that is gone are as if they were not there. */
export type InboundRouteStore = {
  /** `exists`: the domain has another route of this `match`; `gone`: the domain is deleted. */
  create: (
    route: InboundRoute,
    limit: number,
  ) => Promise<Created | Existing<InboundRoute> | OverLimit | { result: 'gone' }>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'irt'>) => Promise<OwnedRoute | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<OwnedRoute>>;
  /** Every route below a name, also those of an earlier domain of that name; for mail, some seconds old. */
  of: (name: string) => Promise<InboundRoute[]>;
  /** The route afterwards; null when it is gone or was changed since it was read. */
  update: (
    seen: InboundRoute,
    change: Pick<InboundRoute, 'action' | 'webhook_id' | 'updated_at'>,
  ) => Promise<InboundRoute | null>;
  /** False when it was gone already. */
  remove: (route: InboundRoute) => Promise<boolean>;
};

export type BlockedSenderStore = {
  /** `exists`: the same sender is blocked for the same recipients. */
  create: (block: BlockedSender, limit: number) => Promise<Created | Existing<BlockedSender> | OverLimit>;
  /** Strongly consistent. */
  get: (account: Id<'acc'>, id: Id<'bsn'>) => Promise<BlockedSender | null>;
  list: (account: Id<'acc'>, page: Page) => Promise<Entries<BlockedSender>>;
  /** All of an account; for mail, some seconds old. */
  of: (account: Id<'acc'>) => Promise<BlockedSender[]>;
  /** False when it was gone already. */
  remove: (block: BlockedSender) => Promise<boolean>;
};
