import { asciiAddress, bareAddress, canonicalAddress } from '../../core/addresses.ts';
import type { Base, Mail, SesRemovals } from '../context.ts';
import type { SesList, SesRemoval } from '../ports/lists.ts';

/** Calls of one run: SES takes about one a second, and the sweep has other work. */
const most = 16;
const pace_ms = 1_000;

/** Our form, and as SES was handed the address: its API finds it in no other case (H26). */
async function spellings(ctx: Mail, { account, address, email_id }: SesRemoval): Promise<string[]> {
  const email = email_id === null ? null : await ctx.emails.get(account, email_id);
  const handed = email ? [...email.to, ...email.cc, ...email.bcc].map(bareAddress) : [];
  const same = handed.filter((one) => canonicalAddress(one) === address).map(asciiAddress);
  return [...new Set([...same, address])];
}

/**
 * Where SES may hold it: the list of the account's tenant, and the SES account's own, for what was sent without a tenant
 * (P18).
 */
const listsOf = ({ account }: SesRemoval) => [account, null];

/**
 * Takes addresses that left a list of ours off SES's lists, at most one call a second (P18). An address that SES does not
 * have is done; when SES has no time, the rest waits for the next run.
 */
export async function sweepSesList(
  ctx: Base & Mail & SesRemovals,
  ses: SesList,
  pause: (ms: number) => Promise<unknown> = ctx.runtime.sleep,
): Promise<number> {
  let done = 0;
  let calls = 0;
  for (const removal of await ctx.ses_removals.list(most)) {
    if (calls >= most) return done;
    const spelt = await spellings(ctx, removal);
    for (const [spelling, tenant] of spelt.flatMap((one) =>
      listsOf(removal).map((list) => [one, list] as const),
    )) {
      const outcome = await ses.remove(spelling, tenant);
      if (outcome === 'later') return done;
      if (outcome === 'refused') ctx.log.warn('ses_removal_refused', { removal_id: removal.id, tenant });
      calls++;
      await pause(pace_ms);
    }
    await ctx.ses_removals.delete(removal.id);
    done++;
  }
  return done;
}
