import type { Caller, Domains } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { WholeDomain } from '../ports/domains.ts';
import { getDomain } from './get-domain.ts';

/** POST /domains/{id} {action: "forget_credentials"} (A48): safe to repeat. 404. */
export async function forgetCredentials(ctx: Domains, caller: Caller, ref: string): Promise<WholeDomain> {
  requireScope(caller, ['domains:write']);
  const whole = await getDomain(ctx, caller, ref);
  await ctx.domains.removeCredentials(whole.domain.name);
  return { ...whole, stored: null };
}
