import type { Domain } from '../../core/records/domains.ts';
import { withDkimSignature } from '../../mail/dkim-signature.ts';
import type { Delivering } from '../context.ts';
import { ownSelector } from '../domains/rotation/rotation-after.ts';

/**
 * A message with a signature of ours while SES changes the DKIM key of its domain: SES signs with neither key until it
 * has looked at DNS (N27). Otherwise, and where the key is gone because the change is over, the message as it is.
 */
export async function signWhileSwitching(ctx: Delivering, domain: Domain, raw: Buffer): Promise<Buffer> {
  const selector = ownSelector(domain, ctx.runtime.now());
  if (selector === null) return raw;
  const { account, name } = domain;
  const key = await ctx.domains.readOldKey(name);
  if (key === null) return raw;
  const private_key = await ctx.sealing.open({ account, domain: name }, key.sealed_private_key);
  return withDkimSignature(raw, { domain: name, selector, private_key });
}
