import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, Mail, Tenants } from '../context.ts';
import { hasAccountRamp } from '../limits/plans.ts';
import { planLimits } from '../limits/send-limits.ts';
import type { FactsInput, SendFacts } from '../ports/emails.ts';
import { fromDomain } from './rules.ts';
import type { Sender } from './sender.ts';
import type { OwnSubmission } from './submission.ts';
import { templateName } from './use-template.ts';

type Asked = Pick<
  OwnSubmission,
  'from' | 'canonical' | 'scheduled_at' | 'template' | 'idempotency' | 'tenant'
>;

/** A send whose facts are read. */
export type Asking = { needs: FactsInput; sender: Sender };

/** What has to be read to decide over a send: claim, from-domain, tenant, limits, template, each recipient's list entries. */
export function neededFacts(ctx: Base, caller: Caller, send: Asked): FactsInput {
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
    limits: counted ? planLimits(account, { sandbox, recipients: send.canonical.length }) : [],
    ramps: counted && hasAccountRamp(account, ctx.settings) ? [ramp] : [],
    template: templateName(send.template),
    addresses: send.canonical,
  };
  return ofTenant(needs, send.tenant);
}

/** The same for another tenant; its ramp comes before the account's (A13). */
function ofTenant(needs: FactsInput, tenant: Id<'ten'> | null): FactsInput {
  const rest = needs.ramps.filter(({ kind }) => kind !== 'tenant');
  const own = tenant !== null && needs.counted ? [{ owner: tenant, kind: 'tenant' as const }] : [];
  return { ...needs, tenant, ramps: [...own, ...rest] };
}

/**
 * Whose email a send really is: of the tenant that owns the domain now, where that decides, and of the account where
 * that tenant is deleted (A7). `gone`: tenants that were found deleted.
 */
async function tenantOf(
  ctx: Tenants,
  { needs, sender }: Asking,
  facts: SendFacts,
  gone: ReadonlySet<string>,
): Promise<Id<'ten'> | null> {
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
 * The facts of sends, in one round trip; in two where a domain belongs to another tenant than this process has seen.
 * `facts.tenant` is whose email it is.
 */
export async function readFacts(ctx: Mail & Tenants, sends: Asking[]): Promise<SendFacts[]> {
  const asking = [...sends];
  const facts = await ctx.emails.readFacts(asking.map(({ needs }) => needs));
  const gone = new Set<string>();
  for (let round = 0; round < 2; round++) {
    for (const [i, { needs }] of asking.entries())
      if (needs.tenant !== null && facts[i]?.tenant === null) gone.add(needs.tenant);
    const tenants = await Promise.all(
      asking.map((one, i) => tenantOf(ctx, one, facts[i] as SendFacts, gone)),
    );
    const wrong = [...asking.keys()].filter((i) => tenants[i] !== asking[i]?.needs.tenant);
    if (wrong.length === 0) break;
    for (const i of wrong) {
      const { needs, sender } = asking[i] as Asking;
      asking[i] = { needs: ofTenant(needs, tenants[i] ?? null), sender };
    }
    const again = await ctx.emails.readFacts(wrong.map((i) => (asking[i] as Asking).needs));
    for (const [at, i] of wrong.entries()) facts[i] = again[at] as SendFacts;
  }
  return facts;
}
