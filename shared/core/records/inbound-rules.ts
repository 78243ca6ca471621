import type { Id } from '../runtime.ts';

/** The treatment of mail for some addresses of an inbound domain. */
export type InboundRoute = {
  id: Id<'irt'>;
  account: Id<'acc'>;
  domain: string;
  /** The id of the domain that it was made for: a later domain of the same name has none of its routes. */
  domain_id: Id<'dom'>;
  /** A canonical address, `local+*@domain` or `*@domain`. */
  match: string;
  action: 'deliver' | 'refuse';
  /** The only endpoint that gets the mail; null: all get it, or the mail is refused. */
  webhook_id: Id<'wh'> | null;
  created_at: string;
  updated_at: string;
};

/** A sender whose mail is refused. */
export type BlockedSender = {
  id: Id<'bsn'>;
  account: Id<'acc'>;
  /** A canonical address, or a domain in A-labels, which has its subdomains with it. */
  sender: string;
  /** The recipients that it counts for: those of a tenant's domains, of one domain; null: any. */
  tenant: Id<'ten'> | null;
  domain: string | null;
  domain_id: Id<'dom'> | null;
  created_at: string;
};
