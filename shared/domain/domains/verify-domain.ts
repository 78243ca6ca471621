import { tryAgain } from '../../core/revise.ts';
import type { Id } from '../../core/runtime.ts';
import type { Base, Caller, CheckContext, Rates } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { rateLimited } from '../limits/rate.ts';
import type { DomainWithDns } from '../ports/domains.ts';
import { checkDomain } from './check-domain.ts';
import { getDomain } from './get-domain.ts';
import { readOnlyAtSes } from './identity.ts';
import { queueTask } from './queue-task.ts';

/** Time between two verifies of a domain or claim, after a `burst`. */
const interval_ms = 10_000;

/** Limits only verifies, not scheduled or apply checks. Throws 429 rate_limited. */
export async function limitVerify(
  ctx: Base & Rates,
  { account, id, burst }: { account: Id<'acc'>; id: Id<'dom' | 'clm'>; burst: number },
): Promise<void> {
  const bucket = { account, name: `verify ${id}`, rate: 1000 / interval_ms, burst };
  const { taken, tat } = await ctx.rates.take(bucket);
  if (taken) return;
  const free_at = tat - (burst - 1) * interval_ms;
  throw rateLimited(Math.max(1, Math.ceil((free_at - ctx.runtime.now()) / 1000)), {});
}

/**
 * POST /domains/{id} {action: "verify"}: checks DNS, the signing key, and SES now, and returns the updated
 * domain. Throws 404, 429 within 10 s of the last verify, and 503 on concurrent changes.
 */
export async function verifyDomain(
  ctx: CheckContext & Rates,
  caller: Caller,
  ref: string,
): Promise<DomainWithDns & { verified: boolean }> {
  requireScope(caller, ['domains:write']);
  const withDns = await getDomain(ctx, caller, ref);
  await limitVerify(ctx, { account: caller.account.id, id: withDns.domain.id, burst: 1 });
  const checked = (await check(ctx, withDns)) ?? (await checkAgain(ctx, caller, ref));
  return { ...checked, verified: checked.domain.status === 'verified' };
}

/** Leaves changes of the SES identity to the worker's check right after this one. */
const check = (ctx: CheckContext, withDns: DomainWithDns) =>
  checkDomain(ctx, withDns, {
    read: readOnlyAtSes,
    restart: (domain) => queueTask(ctx, domain, { task: 'check', now: true }),
  });

/** A scheduled check came first. Check again from its result. */
async function checkAgain(ctx: CheckContext, caller: Caller, ref: string): Promise<DomainWithDns> {
  const again = await check(ctx, await getDomain(ctx, caller, ref));
  if (again !== null) return again;
  throw tryAgain();
}
