import { claimRoutes } from '../../functions/domains/claim-routes.ts';
import { domainRoutes } from '../../functions/domains/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import type { ClaimRecord } from '../../shared/domain/domains/claims/claim-record.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import { type Answer, freshAccount, inProcess, verifiedDomain } from './api.ts';
import { captured } from './captured.ts';
import { localZone } from './dns.ts';

const groups = [...claimRoutes, ...domainRoutes, ...emailRoutes, ...tenantRoutes];

export const day_ms = 86_400_000;

export const claimOf = ({ body }: Answer) => body.claim as ClaimRecord;

/** An account that may have claims. `plan` limits its domains. */
export async function claimant(
  ctx: ReturnType<typeof captured>['ctx'],
  plan: 'free' | 'dedicated' = 'dedicated',
) {
  const { account, api_key } = await freshAccount(ctx, { plan, domain: false });
  const call = inProcess(ctx, groups, api_key);
  return {
    account,
    api_key,
    call,
    claim: (name: string) => call('POST', '/domains/claims', { body: { name } }),
    verify: (id: string) => call('POST', `/domains/claims/${id}`, { body: { action: 'verify' } }),
  };
}

/**
 * An owner's verified domain with its zone in the local DNS, and an account that claims it. Emails, tasks, and mails
 * are kept here. `ownerSends` sends one email from the domain and completes it.
 */
export async function claimWorld({ owned = true }: { owned?: boolean } = {}) {
  const world = captured();
  const { ctx, queued, deliver } = world;
  const tasks: DomainMessage[] = [];
  ctx.domain_tasks = { enqueue: async (messages) => void tasks.push(...messages) };
  const [owner, other] = [await claimant(ctx), await claimant(ctx)];
  const name = `${owner.account.id.slice(4)}.test`;
  const zone = await localZone(name);
  if (owned) await verifiedDomain(ctx, owner.account.id, name);
  const from = `a@${name}`;
  const email = { from, to: 'ada@success.simulator.example.net', subject: 's', text: 't' };
  const ownerSends = async () => {
    const { status } = await owner.call('POST', '/emails', { body: email });
    for (const { message } of queued.splice(0)) await deliver(message);
    return status;
  };
  const publish = (...claims: ClaimRecord[]) =>
    zone.set(
      `_service-claim.${name}`,
      'TXT',
      claims.map(({ record }) => record.value),
    );
  /** A claim whose record is in DNS. */
  const published = async () => {
    const claim = claimOf(await other.claim(name));
    await publish(claim);
    return claim;
  };
  return { ...world, tasks, owner, other, name, zone, email, ownerSends, publish, published };
}
