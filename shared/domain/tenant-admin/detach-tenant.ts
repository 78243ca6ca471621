import { inParallel } from '../../core/in-parallel.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { RemovedTenant } from '../../core/records/tenants.ts';
import { laterThan, revise } from '../../core/revise.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Domains, Identity, InboundRules, SmtpCredentials, Webhooks } from '../context.ts';
import type { Entries, Page } from '../ports/common.ts';

/** A place in a list, newest first. Null at the start. */
export type Place = { before: string | null };

/** Where to start in a list, and a check whether time is up. */
type From = Place & { isOver: () => boolean };

const perPage = 100;

/**
 * Few in parallel, because each deleted block writes the account's counts, and more would keep conflicting.
 */
const atOnce = 4;

/** Every entry of a list, page by page. Returns the next page's place if time ran out, otherwise null. */
async function eachOf<T>(
  read: (page: Page) => Promise<Entries<T>>,
  run: (entry: T) => Promise<unknown>,
  from: From,
): Promise<Place | null> {
  for (let { before } = from; ; ) {
    if (from.isOver()) return { before };
    const { entries, next }: Entries<T> = await read({ limit: perPage, before });
    await inParallel(entries, atOnce, run);
    if (next === null) return null;
    before = next;
  }
}

/** Returns the domain to the account, unless its owner changed meanwhile. */
const returnDomain = (ctx: Base & Domains, domain: Domain) =>
  ctx.domains.move(domain, { tenant: null, updated_at: timestamp(ctx.runtime.now()) }, null);

/**
 * An emptied filter stays, because otherwise the endpoint would get every tenant's events. The endpoint is
 * disabled until it has another filter.
 */
async function cleanFilter(ctx: Base & Webhooks, { account, id }: RemovedTenant, webhook: Id<'wh'>) {
  await revise(ctx.runtime, async () => {
    const seen = await ctx.webhooks.get(account, webhook);
    if (!seen?.tenants?.includes(id)) return true;
    const tenants = seen.tenants.filter((tenant) => tenant !== id);
    const off = { enabled: false, disabled_reason: 'tenant_deleted' } as const;
    const updated_at = laterThan(ctx.runtime, seen.updated_at);
    const change = { tenants, ...(tenants.length === 0 && off), updated_at };
    return (await ctx.webhooks.update(seen, change)) ?? undefined;
  });
}

/**
 * Removes references to a deleted tenant: its domains return to the account, and webhook filters drop it. If
 * time runs out, returns the position among the domains. Returns null when done. Safe to repeat.
 */
export async function detachTenant(
  ctx: Base & Domains & Webhooks,
  removed: RemovedTenant,
  from: From,
): Promise<Place | null> {
  const { account, id } = removed;
  const endpoints = await ctx.webhooks.all(account, { consistent: true });
  const filtered = endpoints.filter(({ tenants }) => tenants?.includes(id));
  await Promise.all(filtered.map((endpoint) => cleanFilter(ctx, removed, endpoint.id)));
  return eachOf(
    (page) => ctx.domains.list(account, page),
    async ({ domain }) => domain.tenant === id && returnDomain(ctx, domain),
    from,
  );
}

/** Deletes the keys limited to the tenant. None was accepted since its deletion. */
export const removeKeys = (ctx: Identity, { account, id }: RemovedTenant, from: From) =>
  eachOf(
    (page) => ctx.keys.list(account, page),
    async (key) => key.tenant === id && ctx.keys.remove(account, key.id, 'service'),
    from,
  );

export const removeSmtpCredentials = (ctx: SmtpCredentials, { account, id }: RemovedTenant, from: From) =>
  eachOf(
    (page) => ctx.smtp_credentials.list(account, page),
    async (credential) =>
      credential.tenant === id && ctx.smtp_credentials.remove(account, credential.id, 'service'),
    from,
  );

/**
 * Deletes the tenant's blocked senders. Its domains are now the account's, and the blocks never applied to
 * them there.
 */
export const removeBlocks = (ctx: InboundRules, { account, id }: RemovedTenant, from: From) =>
  eachOf(
    (page) => ctx.blocked_senders.list(account, page),
    async (block) => block.tenant === id && ctx.blocked_senders.remove(block),
    from,
  );
