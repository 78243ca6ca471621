import { fromDomain } from '../../core/addresses.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Mail, Tenants } from '../context.ts';
import { hasAccountRamp } from '../limits/plans.ts';
import { planLimits, scheduleLimits } from '../limits/send-limits.ts';
import type { FactsInput, SendFacts } from '../ports/emails.ts';
import type { Sender } from './sender.ts';
import type { OwnSubmission } from './submission.ts';
import { templateName } from './use-template.ts';

type Send = Pick<
  OwnSubmission,
  'from' | 'canonical' | 'scheduled_at' | 'template' | 'idempotency' | 'tenant'
>;

export type Asking = { needs: FactsInput; sender: Sender };

type Read = Asking & { facts: SendFacts };

/**
 * The facts that decide a send: claim, from-domain, tenant, limits, template, and each recipient's list
 * entries.
 */
export function neededFacts(ctx: Base, caller: Caller, send: Send): FactsInput {
  const { account } = caller;
  const domain = fromDomain(send.from);
  const sandbox = domain === ctx.settings.sandbox_domain;
  const counted = send.scheduled_at === null;
  const ramp = { owner: account.id, kind: 'ramp' } as const;
  const needs: FactsInput = {
    account: account.id,
    idempotency_key: send.idempotency?.key ?? null,
    domain: sandbox ? null : domain,
    tenant: null,
    counted,
    limits: counted
      ? planLimits(account, { sandbox, recipients: send.canonical.length })
      : scheduleLimits(account, ctx.settings),
    ramps: counted && hasAccountRamp(account, ctx.settings) ? [ramp] : [],
    template: templateName(send.template),
    addresses: send.canonical,
  };
  return ofTenant(needs, send.tenant);
}

/** The same facts for another tenant. The tenant's ramp comes before the account's. */
function ofTenant(needs: FactsInput, tenant: Id<'ten'> | null): FactsInput {
  const rest = needs.ramps.filter(({ kind }) => kind !== 'tenant');
  const own = tenant !== null && needs.counted ? [{ owner: tenant, kind: 'tenant' as const }] : [];
  return { ...needs, tenant, ramps: [...own, ...rest] };
}

/**
 * A send's tenant, which is the from-domain's current tenant if the domain has one. Null if that tenant is
 * deleted, as in `gone`.
 */
async function tenantOf(ctx: Tenants, read: Read, gone: ReadonlySet<Id<'ten'>>): Promise<Id<'ten'> | null> {
  const { needs, sender, facts } = read;
  const { account, tenant } = needs;
  if (sender.fixed) {
    if (tenant === null || facts.tenant !== null || sender.name === null) return tenant;
    return (await ctx.tenants.find(account, sender.name))?.id ?? tenant;
  }
  const owner = facts.domain?.account === account ? facts.domain.tenant : null;
  if (needs.domain !== null) ctx.tenants.rememberOwner(needs.domain, owner);
  return owner === null || gone.has(owner) ? null : owner;
}

/**
 * The facts. A deleted tenant's domain already counts as the account's, even if a worker hasn't returned it
 * yet. Takes an extra read only if the send would be refused otherwise.
 */
async function withReturned(
  { needs: { account }, facts }: Read,
  isGone: (tenant: Id<'ten'>) => Promise<boolean>,
): Promise<SendFacts> {
  const { domain, tenant } = facts;
  const owner = domain?.account === account ? domain.tenant : null;
  if (domain === null || owner === null || owner === tenant?.id || !(await isGone(owner))) return facts;
  return { ...facts, domain: { ...domain, tenant: null } };
}

async function ask(ctx: Mail, sends: Asking[]): Promise<Read[]> {
  const facts = await ctx.emails.readFacts(sends.map(({ needs }) => needs));
  return sends.map((send, i) => ({ ...send, facts: facts[i] as SendFacts }));
}

/**
 * The facts of sends in one round trip, or two if a domain changed tenants. `tenant` is the email's tenant.
 */
export async function readFacts(ctx: Mail & Tenants, sends: Asking[]): Promise<SendFacts[]> {
  let reads = await ask(ctx, sends);
  const gone = new Set<Id<'ten'>>();
  for (let round = 0; round < 2; round++) {
    for (const { needs, facts } of reads)
      if (needs.tenant !== null && facts.tenant === null) gone.add(needs.tenant);
    const tenants = await Promise.all(reads.map((read) => tenantOf(ctx, read, gone)));
    const wrong = reads.flatMap((read, i) => {
      const tenant = tenants[i] ?? null;
      return tenant === read.needs.tenant ? [] : [{ ...read, needs: ofTenant(read.needs, tenant), read }];
    });
    if (wrong.length === 0) break;
    const again = await ask(ctx, wrong);
    const corrected = new Map(wrong.map(({ read }, i) => [read, again[i]]));
    reads = reads.map((read) => corrected.get(read) ?? read);
  }
  const account = reads[0]?.needs.account;
  const isGone = oncePer(
    async (tenant: Id<'ten'>) =>
      gone.has(tenant) || (account !== undefined && (await ctx.tenants.get(account, tenant)) === null),
  );
  return Promise.all(reads.map((read) => withReturned(read, isGone)));
}

export async function readFactsOf(ctx: Mail & Tenants, send: Asking): Promise<SendFacts> {
  const [facts] = await readFacts(ctx, [send]);
  return facts as SendFacts;
}
