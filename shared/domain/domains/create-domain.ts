import { AppError, invalid } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Dns, DomainSecrets, Domains, DomainTasks, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { limitsOf, planLimit } from '../limits/plans.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { ownedByTenant } from '../tenants/guard.ts';
import { claimExpiry, claimRecord } from './claims/claim-record.ts';
import type { CreateDomain } from './domain-request.ts';
import { checkName, checkOtherMx, checkReceiveName } from './name-rules.ts';
import { receivingDomain, sendingDomain } from './new-domain.ts';
import { queueTask } from './queue-task.ts';
import { type ServiceHosts, serviceHosts } from './records.ts';

type Ctx = Base & Domains & DomainSecrets & Dns & DomainTasks & Tenants;

/** The 409 domain_claimed error. It tells the real owner how to prove ownership, and creates no claim. */
async function claimed(ctx: Ctx, caller: Caller, name: string): Promise<AppError> {
  const claim = {
    record: await claimRecord(ctx, caller.account.id, name),
    endpoint: 'POST /domains/claims',
    expires_at: claimExpiry(ctx.runtime.now()),
  };
  return new AppError('domain_claimed', `${name} is attached to another account`, {
    details: { claim },
    hint: 'Publish the record, then send {"name"} to POST /domains/claims',
  });
}

/** The response for an existing name: the unchanged domain for its owner, 409 for other accounts. */
async function answerExisting(ctx: Ctx, caller: Caller, current: Domain, tenant: string | null) {
  const { name } = current;
  if (current.account !== caller.account.id) throw await claimed(ctx, caller, name);
  const owner = current.tenant === null ? null : await ctx.tenants.get(current.account, current.tenant);
  if ((owner?.id ?? null) === tenant) {
    const withDns = await ctx.domains.read(name);
    return { ...(withDns ?? { domain: current, dns: null, stored: null }), created: false };
  }
  if (owner === null) {
    throw new AppError('conflict', `${name} belongs to the whole account`, {
      details: { reason: 'account_wide' },
      ...(caller.tenant === null && { hint: 'Give it to the tenant with POST /tenants/{tenant}/domains' }),
    });
  }
  throw ownedByTenant(caller, name, owner);
}

/** Milliseconds for the lookup before a receive-only domain is created. */
const mx_ms = 3_000;

/** The MX records at a name. Null if DNS doesn't answer in time. */
const mxOf = (ctx: Ctx, name: string): Promise<string[] | null> =>
  Promise.race([ctx.dns.ask('MX', name), ctx.runtime.sleep(mx_ms, { ref: false }).then(() => null)]);

type Owner = { tenant: Id<'ten'> | null; import?: Id<'mig'> };

async function makeDomain(ctx: Ctx, hosts: ServiceHosts, caller: Caller, input: CreateDomain, owner: Owner) {
  const { name, open_tracking, click_tracking, tls_mode } = input;
  const made = { ...owner, account: caller.account.id, name, open_tracking, click_tracking, tls_mode };
  if (input.inbound_enabled !== true) return sendingDomain(ctx, hosts, made);
  const off = 'Receiving email is off in this deployment: deploy it with -c inbound=smtp or -c inbound=ses';
  if (ctx.settings.inbound === 'off') throw new AppError('not_configured', off);
  await checkReceiveName(name);
  checkOtherMx(name, hosts.inbound, await mxOf(ctx, name));
  return receivingDomain(ctx, hosts, made);
}

/**
 * POST /domains: the domain with the records to publish. `created` is false if the owner already has it.
 * `tenant` is the new owner's `ten_` id, or null for the whole account. Throws 400 for a disallowed name, 409
 * if another account or tenant has it, 403 plan_limit, and 503 not_configured (also for an inbound domain
 * where mail can't be received: R59).
 */
export async function createDomain(
  ctx: Ctx,
  caller: Caller,
  input: CreateDomain,
  owner: Owner,
): Promise<DomainWithDns & { created: boolean }> {
  requireScope(caller, ['domains:write']);
  const { tenant } = owner;
  const hosts = serviceHosts(ctx);
  await checkName(ctx.settings, input.name);
  checkRegion(ctx, input.region);
  const found = await ctx.domains.read(input.name);
  if (found !== null) return answerExisting(ctx, caller, found.domain, tenant);
  const made = await makeDomain(ctx, hosts, caller, input, owner);
  const limit = limitsOf(caller.account).domains;
  const written = await ctx.domains.create(made, limit);
  if (written.result === 'exists') return answerExisting(ctx, caller, written.current, tenant);
  if (written.result === 'limit') throw overLimit(ctx, limit, written.used);
  const { account, id } = made.domain;
  await queueTask(ctx, made.domain, { task: 'check' });
  ctx.log.info('domain_created', { account, domain_id: id, by: caller.actor.id });
  return { domain: made.domain, dns: made.dns, stored: null, created: true };
}

/**
 * The outcome of POST /domains, without writing. Throws like `createDomain`. `used` is the number of domains
 * that exist by then.
 */
export async function previewDomain(
  ctx: Ctx,
  caller: Caller,
  { name }: CreateDomain,
  used: number,
): Promise<'created' | 'existing'> {
  await checkName(ctx.settings, name);
  const found = await ctx.domains.read(name);
  if (found !== null) {
    await answerExisting(ctx, caller, found.domain, null);
    return 'existing';
  }
  const limit = limitsOf(caller.account).domains;
  if (used >= limit) throw overLimit(ctx, limit, used);
  return 'created';
}

function checkRegion({ settings }: Base, region: string | undefined): void {
  if (region === undefined || region === settings.region) return;
  throw invalid([
    { path: 'region', rule: 'enum', message: `region: this deployment supports only ${settings.region}` },
  ]);
}

export const overLimit = (ctx: Base, limit: number, used: number): AppError =>
  planLimit(ctx, limit === 1 ? 'domain' : 'domains', { limit, used, domain_limit: limit });
