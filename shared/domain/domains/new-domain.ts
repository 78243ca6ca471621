import { makeDkimKey } from '../../core/dkim-key.ts';
import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, DomainSecrets } from '../context.ts';
import type { NewDomain } from '../ports/domains.ts';
import { newlyKeyed, newSelector } from './dkim-key.ts';
import { needsIdentity } from './inbound-records.ts';
import { receivingRecords, type ServiceHosts, sendingRecords } from './records.ts';

type Made = Pick<Domain, 'account' | 'name' | 'tenant'> &
  Partial<Pick<Domain, 'open_tracking' | 'click_tracking' | 'tls_mode' | 'import'>>;

/** A domain that nothing is known of yet, with the settings given. */
export function blankDomain(ctx: Base, made: Made): Domain {
  const now = timestamp(ctx.runtime.now());
  return {
    id: ctx.runtime.id('dom'),
    status: 'pending',
    sending_enabled: true,
    inbound_enabled: false,
    open_tracking: false,
    click_tracking: false,
    tls_mode: 'opportunistic',
    dkim_selector: '',
    identity: 'none',
    record_status: {},
    verified_at: null,
    last_checked_at: null,
    // The task of the first check repairs a queue message that was never sent.
    next_check_at: timestamp(ctx.runtime.now() + 60_000),
    wrong_since: null,
    failing_since: null,
    waiting_since: null,
    created_at: now,
    updated_at: now,
    ...made,
  };
}

/** A domain that sends: with a selector and a DKIM key of its own, so that no other deployment or claim shares them. */
export async function sendingDomain(
  ctx: Base & DomainSecrets,
  hosts: ServiceHosts,
  made: Made,
): Promise<NewDomain> {
  const { account, name } = made;
  const selector = newSelector(ctx);
  const [proof, { public_key, private_key }] = await Promise.all([
    ctx.proofs.of('ownership', account, name),
    makeDkimKey(),
  ]);
  const sealed_private_key = await ctx.sealing.seal({ account, domain: name }, private_key);
  const domain: Domain = { ...blankDomain(ctx, made), dkim_selector: selector, identity: 'preparing' };
  return {
    domain,
    dns: { records: sendingRecords({ name, proof, selector, public_key, hosts }) },
    key: { public_key, sealed_private_key },
  };
}

/** A domain that only receives has neither key nor identity at SES (A30), unless SES is the door of its mail (R58). */
export async function receivingDomain(
  ctx: Base & DomainSecrets,
  hosts: ServiceHosts,
  made: Made,
): Promise<NewDomain> {
  const { account, name } = made;
  const proof = await ctx.proofs.of('ownership', account, name);
  const domain: Domain = { ...blankDomain(ctx, made), sending_enabled: false, inbound_enabled: true };
  const dns = { records: receivingRecords({ name, proof, hosts }) };
  return needsIdentity(ctx, domain) ? newlyKeyed(ctx, { domain, dns }) : { domain, dns, key: null };
}
