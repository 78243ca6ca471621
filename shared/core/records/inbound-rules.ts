import type { Id } from '../runtime.ts';

/** How mail to some addresses of an inbound domain is handled. */
export type InboundRoute = {
  id: Id<'irt'>;
  account: Id<'acc'>;
  domain: string;
  /** The id of its domain. If a domain with the same name is added later, it gets none of these routes. */
  domain_id: Id<'dom'>;
  /** A canonical address, `local+*@domain`, or `*@domain`. */
  match: string;
  action: 'deliver' | 'refuse';
  /** The only endpoint that gets the mail. Null for all endpoints, or if mail is refused. */
  webhook_id: Id<'wh'> | null;
  created_at: string;
  updated_at: string;
};

/** A sender whose mail is refused. */
export type BlockedSender = {
  id: Id<'bsn'>;
  account: Id<'acc'>;
  /** A canonical address, or a domain in A-labels including its subdomains. */
  sender: string;
  /**
   * Limits the block to recipients of a tenant's domains or of one domain. Null blocks for all recipients.
   */
  tenant: Id<'ten'> | null;
  domain: string | null;
  domain_id: Id<'dom'> | null;
  created_at: string;
};
