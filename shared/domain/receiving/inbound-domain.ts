import type { Domain } from '../../core/records/domains.ts';
import type { InboundRoute } from '../../core/records/inbound-rules.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Domains, InboundRules } from '../context.ts';

/**
 * Whether a domain receives mail: open with its owner, permanently closed, or closed until its records are
 * right again.
 */
export type InboundDomain =
  | { state: 'open'; id: Id<'dom'>; account: Id<'acc'>; tenant: Id<'ten'> | null; routes: InboundRoute[] }
  | { state: 'closed' }
  | { state: 'failed' };

function stateOf(domain: Domain | null, below: InboundRoute[]): InboundDomain {
  if (domain === null || !domain.inbound_enabled) return { state: 'closed' };
  const { status, id, account, tenant } = domain;
  // Routes left over from an earlier domain with this name don't count (N45).
  const routes = below.filter(({ domain_id }) => domain_id === id);
  if (status === 'verified' || status === 'failing') return { state: 'open', id, account, tenant, routes };
  return { state: status === 'failed' ? 'failed' : 'closed' };
}

/** Milliseconds to cache a domain that receives mail, and one that doesn't. */
const open_ms = 30_000;
const closed_ms = 5_000;
/** Strangers ask for many names, so entries are short-lived and the map is bounded. */
const maxCached = 10_000;

/** Looks up inbound domains (A-label, lower case), cached briefly. Throws if the table doesn't answer. */
export function inboundDomains(ctx: Base & Domains & InboundRules): (name: string) => Promise<InboundDomain> {
  const cached = new Map<string, { found: Promise<InboundDomain>; until: number }>();
  const { now } = ctx.runtime;
  const load = (name: string) => {
    if (cached.size >= maxCached) cached.clear();
    const read = Promise.all([ctx.domains.get(name), ctx.inbound_routes.of(name)]);
    const entry = { found: read.then(([domain, routes]) => stateOf(domain, routes)), until: now() + open_ms };
    cached.set(name, entry);
    entry.found.then(
      ({ state }) => {
        if (state !== 'open') entry.until = now() + closed_ms;
      },
      () => cached.get(name) === entry && cached.delete(name),
    );
    return entry.found;
  };
  return (name) => {
    const entry = cached.get(name);
    return entry && entry.until > now() ? entry.found : load(name);
  };
}
