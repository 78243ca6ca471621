import { AppError } from '../../../core/errors.ts';
import type { DkimRotation } from '../../../core/records/domains.ts';
import { laterThan, revise } from '../../../core/revise.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { Base, Caller, Domains } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import type { DomainWithDns } from '../../ports/domains.ts';
import { getDomain } from '../get-domain.ts';
import { applyRotation } from './apply-rotation.ts';
import { soonAfter } from './rotate-dkim.ts';
import type { Moved } from './rotation-after.ts';

/** An abandoned rotation. SES may already have its key, so SES first gets the current key back. */
function abandoned(rotation: DkimRotation, since: string): Moved {
  const note = 'The rotation was canceled.';
  const state = rotation.state === 'pending' ? 'ended' : 'reverting';
  return { ...rotation, state, since, note };
}

/**
 * DELETE /domains/{id}/rotate-dkim: abandons an open rotation, whose record may then be removed from DNS.
 * Safe to repeat. Throws 404, 409 if SES already signs with the new key, and 503.
 */
export async function cancelRotation(
  ctx: Base & Domains,
  caller: Caller,
  ref: string,
): Promise<DomainWithDns> {
  requireScope(caller, ['domains:write']);
  return revise(ctx.runtime, async () => {
    const withDns = await getDomain(ctx, caller, ref);
    const { domain, dns } = withDns;
    const rotation = domain.dkim_rotation;
    if (rotation?.state === 'retired')
      throw new AppError('conflict', `Email from ${domain.name} is already signed with the new key`, {
        details: { reason: 'key_retired', selector: rotation.selector },
      });
    if (rotation?.state !== 'pending' && rotation?.state !== 'switching') return withDns;
    const { record_status } = domain;
    const after = abandoned(rotation, timestamp(ctx.runtime.now()));
    const keys = { current: null, next: null };
    const rotated = applyRotation(domain, after, { dns, record_status, keys });
    const updated_at = laterThan(ctx.runtime, domain.updated_at);
    const change = { ...rotated.change, updated_at, next_check_at: soonAfter(ctx, domain) };
    const saved = await ctx.domains.saveCheck(domain, change, rotated.dns, rotated.keys);
    if (saved === null) return undefined;
    const { account, id: domain_id } = domain;
    ctx.log.info('dkim_rotation_given_up', { account, domain_id, by: caller.actor.id });
    return { ...withDns, domain: saved, dns: rotated.dns };
  });
}
