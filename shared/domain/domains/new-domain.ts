import type { Domain } from '../../core/records/domains.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, DomainSecrets } from '../context.ts';
import type { NewDomain } from '../ports/domains.ts';
import { newKey, newlyKeyed } from './dkim-key.ts';
import type { DeliverySettings } from './domain-request.ts';
import { needsIdentity } from './inbound-records.ts';
import { receivingRecords, type ServiceHosts, sendingRecords } from './records.ts';

type Made = Pick<Domain, 'account' | 'name' | 'tenant'> & DeliverySettings & { import?: Id<'mig'> };

export function blankDomain(ctx: Base, { open_tracking, click_tracking, tls_mode, ...made }: Made): Domain {
  const now = timestamp(ctx.runtime.now());
  return {
    id: ctx.runtime.id('dom'),
    status: 'pending',
    sending_enabled: true,
    inbound_enabled: false,
    open_tracking: open_tracking ?? false,
    click_tracking: click_tracking ?? false,
    tls_mode: tls_mode ?? 'opportunistic',
    dkim_selector: '',
    identity: 'none',
    record_status: {},
    verified_at: null,
    last_checked_at: null,
    // If the queue message was never sent, the first check's task takes its place.
    next_check_at: timestamp(ctx.runtime.now() + 60_000),
    wrong_since: null,
    failing_since: null,
    waiting_since: null,
    created_at: now,
    updated_at: now,
    ...made,
  };
}

/** A sending domain. Its own selector and DKIM key avoid conflicts with other deployments and claims. */
export async function sendingDomain(
  ctx: Base & DomainSecrets,
  hosts: ServiceHosts,
  made: Made,
): Promise<NewDomain> {
  const { account, name } = made;
  const [proof, { selector, key }] = await Promise.all([
    ctx.proofs.of('ownership', account, name),
    newKey(ctx, made),
  ]);
  const domain: Domain = { ...blankDomain(ctx, made), dkim_selector: selector, identity: 'preparing' };
  const records = sendingRecords(name, proof, hosts, { selector, public_key: key.public_key });
  return { domain, dns: { records }, key };
}

/** A receive-only domain has no key or SES identity, unless SES receives its mail. */
export async function receivingDomain(
  ctx: Base & DomainSecrets,
  hosts: ServiceHosts,
  made: Made,
): Promise<NewDomain> {
  const { account, name } = made;
  const proof = await ctx.proofs.of('ownership', account, name);
  const domain: Domain = { ...blankDomain(ctx, made), sending_enabled: false, inbound_enabled: true };
  const dns = { records: receivingRecords(name, proof, hosts) };
  return needsIdentity(ctx, domain) ? newlyKeyed(ctx, domain, dns) : { domain, dns, key: null };
}
