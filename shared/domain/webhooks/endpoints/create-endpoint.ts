import { AppError, notFound } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/records/emails.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { revise } from '../../../core/revise.ts';
import { type Id, timestamp } from '../../../core/runtime.ts';
import type { Base, Caller, Claims, Resolving, Tenants, Webhooks } from '../../context.ts';
import { concurrentClaim, type OneTime, oneTimeClaim } from '../../keys/one-time.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { limitsOf, logShards, planLimit } from '../../limits/plans.ts';
import { idsOf, namedTenants } from '../../tenants/named-tenant.ts';
import { enabledRoom } from './enabled-room.ts';
import type { CreateEndpoint } from './endpoint-request.ts';
import { checkTarget } from './endpoint-rules.ts';
import { newSecret } from './rotate-secret.ts';

/**
 * An imported endpoint sends nothing until its owner has set the new secret. It is created only if the
 * account created no other since the import counted: `made` is how many endpoints were ever created by then.
 */
type ByImport = { imported_by?: { id: Id<'mig'>; made: number } };

/** The usual events per email, sent and delivered, for which the log needs enough keys. */
const events_per_email = 2;

/**
 * A tenant may be deleted in the meantime. If so, the endpoint is deleted, so that no filter keeps the
 * tenant. Its claim is deleted, too, because a 404 doesn't use up an Idempotency-Key. The transaction has no
 * room for conditions on up to 100 tenants.
 */
async function checkStillThere(
  ctx: Webhooks & Tenants,
  { account, id, tenants }: WebhookEndpoint,
  claim: IdempotencyClaim | null,
): Promise<void> {
  const found = await Promise.all((tenants ?? []).map((tenant) => ctx.tenants.get(account, tenant)));
  if (!found.includes(null)) return;
  await ctx.webhooks.remove(account, id, claim);
  throw notFound('Tenant');
}

/**
 * POST /webhooks: creates an endpoint and returns its secret, which is never shown again. Throws 403
 * plan_limit at the plan's limit, or the limits of enabled endpoints or of their host, exact under
 * concurrency. URLs may repeat. Throws 409 for a repeated Idempotency-Key, and in an import if another
 * endpoint was created meanwhile.
 */
export async function createEndpoint(
  ctx: Base & Webhooks & Tenants & Resolving & Claims,
  caller: Caller,
  input: CreateEndpoint,
  { idempotency = null, imported_by }: OneTime & ByImport = {},
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  requireScope(caller, ['webhooks:write']);
  const tenants = await namedTenants(ctx, caller, input.tenants);
  await checkTarget(ctx, input.url);
  const claimOf = await oneTimeClaim(ctx, caller, idempotency);
  const limits = limitsOf(caller.account);
  const { headers = {} } = input;
  const now = timestamp(ctx.runtime.now());
  const webhook: WebhookEndpoint = {
    id: ctx.runtime.id('wh'),
    account: caller.account.id,
    url: input.url,
    events: input.events ?? null,
    enabled: (input.enabled ?? true) && imported_by === undefined,
    disabled_reason: null,
    tenants: tenants && idsOf(tenants),
    secret: newSecret(ctx),
    previous_secret: null,
    previous_secret_until: null,
    description: input.description ?? null,
    ...(Object.keys(headers).length > 0 && { headers }),
    auto_replay: input.auto_replay ?? true,
    log_shards: logShards(limits.send_rate, events_per_email),
    ...(imported_by !== undefined && { import: imported_by.id }),
    created_at: now,
    updated_at: now,
  };
  const claim = claimOf(webhook.id);
  const made = await revise(ctx.runtime, async () => {
    const room = webhook.enabled ? await enabledRoom(ctx, caller.account, webhook, null) : null;
    const options = { made: imported_by?.made ?? null, room };
    const created = await ctx.webhooks.create(webhook, limits.webhooks, claim, options);
    return created.result === 'crowded' ? undefined : created;
  });
  if (made.result === 'duplicate_key') return concurrentClaim(ctx, caller, idempotency);
  if (made.result === 'changed')
    throw new AppError('conflict', 'Another endpoint was created at the same time');
  if (made.result === 'limit')
    throw planLimit(ctx, 'webhook endpoints', { limit: limits.webhooks, used: made.used });
  await checkStillThere(ctx, webhook, claim);
  ctx.log.info('webhook_created', { account: webhook.account, webhook_id: webhook.id });
  return { webhook, secret: webhook.secret };
}
