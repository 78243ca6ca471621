import { AppError } from '../../../core/errors.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { laterThan, revise } from '../../../core/revise.ts';
import type { Id } from '../../../core/runtime.ts';
import type { Base, Caller, Publishing, Resolving } from '../../context.ts';
import { requireScope } from '../../keys/require-scope.ts';
import { idsOf, namedTenants } from '../../tenants/named-tenant.ts';
import { recoverMessage } from '../deliveries/recovery.ts';
import { enabledRoom, takesRoom } from './enabled-room.ts';
import type { ChangeEndpoint } from './endpoint-request.ts';
import { checkTarget } from './endpoint-rules.ts';
import { getEndpoint } from './get-endpoint.ts';

const notFailing = { failing_since: undefined, failing_count: undefined };

const notHanging = {
  timeouts: undefined,
  timed_out_at: undefined,
  short_until: undefined,
  short_since: undefined,
  slow_until: undefined,
};

/**
 * The effect of `enabled`. Enabling clears the service's reason and the failing count. But if a deletion
 * emptied the filter, a new one must be set first, or the endpoint would get every tenant's events. Disabling
 * leaves an endpoint that the service disabled unchanged, with its reason.
 */
function switched(seen: WebhookEndpoint, change: Change): Partial<WebhookEndpoint> {
  if (change.enabled === undefined) return {};
  if (!change.enabled) return seen.enabled ? { enabled: false, disabled_reason: null } : {};
  if (seen.disabled_reason === 'tenant_deleted' && change.tenants === undefined) {
    throw new AppError('conflict', "The tenants in this webhook's filter have been deleted", {
      details: { reason: 'tenant_deleted' },
      hint: 'Send tenants together with enabled: a new list, or null for no filter',
    });
  }
  return { enabled: true, disabled_reason: null, ...notFailing, disabled_at: undefined };
}

/** Failures of the former URL neither delay nor disable the new one. */
function moved(seen: WebhookEndpoint, { url }: Change): Partial<WebhookEndpoint> {
  if (url === undefined) return {};
  return url === seen.url ? { url } : { url, ...notFailing, ...notHanging };
}

const orNone = (headers: Record<string, string> | null) =>
  headers === null || Object.keys(headers).length === 0 ? undefined : headers;

const orNull = <T>(list: T[] | null) => (list === null || list.length === 0 ? null : list);

type Change = Omit<ChangeEndpoint, 'tenants'> & { tenants: Id<'ten'>[] | null | undefined };

/** Whether the change may fix a failing endpoint, so a recovery check is worthwhile now. */
const mayAnswerNow = ({ url, enabled, auto_replay }: Change): boolean =>
  url !== undefined || enabled === true || auto_replay === true;

function changeOf(seen: WebhookEndpoint, change: Change): Partial<WebhookEndpoint> {
  const { events, tenants, description, headers, auto_replay } = change;
  return {
    ...moved(seen, change),
    ...(events !== undefined && { events: orNull(events) }),
    ...(tenants !== undefined && { tenants: orNull(tenants) }),
    ...(description !== undefined && { description }),
    ...(headers !== undefined && { headers: orNone(headers) }),
    ...(auto_replay !== undefined && { auto_replay }),
    ...switched(seen, change),
    // Otherwise the endpoint would wait for a check scheduled later.
    ...(mayAnswerNow(change) && { recover_at: undefined }),
  };
}

/** PATCH /webhooks/{id}: takes effect with the response. Concurrent changes apply in turn. 403 plan_limit. */
export async function updateEndpoint(
  ctx: Base & Publishing & Resolving,
  caller: Caller,
  id: string,
  change: ChangeEndpoint,
): Promise<WebhookEndpoint> {
  requireScope(caller, ['webhooks:write']);
  if (change.url !== undefined) await checkTarget(ctx, change.url);
  // After the URL's lookup, which may take seconds, so a tenant deleted meanwhile causes a 404.
  const named = (await namedTenants(ctx, caller, change.tenants)) ?? [];
  const tenants = change.tenants && idsOf(named);
  const changed = { ...change, tenants };
  const webhook = await revise(ctx.runtime, async () => {
    const seen = await getEndpoint(ctx, caller, id);
    const fields = changeOf(seen, changed);
    if (Object.keys(fields).length === 0) return seen;
    const next = { ...seen, ...fields, updated_at: laterThan(ctx.runtime, seen.updated_at) };
    const room = takesRoom(seen, next) ? await enabledRoom(ctx, caller.account, next, seen) : null;
    const change = { ...fields, updated_at: next.updated_at };
    return (await ctx.webhooks.update(seen, change, room)) ?? undefined;
  });
  if (webhook.enabled && webhook.auto_replay && mayAnswerNow(changed))
    await ctx.queues.recover(recoverMessage(webhook, ctx.runtime.now()));
  return webhook;
}
