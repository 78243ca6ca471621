import { isAppError } from '../../../core/errors.ts';
import type { WebhookItem } from '../../../core/records/imports.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { Base, Claims, Identity, Resolving, Tenants, Webhooks } from '../../context.ts';
import { limitsOf } from '../../limits/plans.ts';
import { createEndpoint } from '../../webhooks/endpoints/create-endpoint.ts';
import { faultOfTarget } from '../../webhooks/endpoints/endpoint-rules.ts';
import type { Work } from '../slice.ts';
import type { DistinctHook } from './distinct-hooks.ts';
import { urlKey } from './urls.ts';

/** What endpoints of an import take. */
export type HookPorts = Base & Claims & Identity & Resolving & Tenants & Webhooks;

type Said = Partial<WebhookItem> & Pick<WebhookItem, 'status'>;

const itemOf = ({ url, events, unmapped_events }: DistinctHook, said: Said): WebhookItem => ({
  url,
  reason: null,
  message: null,
  webhook_id: null,
  enabled: false,
  secret: null,
  events,
  unmapped_events,
  ...said,
});

/** What is said of an endpoint that is here; one that this import made lost its secret with the request that did (M17). */
function here({ id, enabled, import: mark }: WebhookEndpoint, import_id: string | null): Said {
  const found = { webhook_id: import_id === null ? null : id, enabled };
  if (import_id !== null && mark === import_id)
    return { ...found, status: 'imported', message: 'its secret was lost: rotate it' };
  return { ...found, status: 'skipped', reason: 'already_here' };
}

/** What is said of an endpoint that POST /webhooks refuses; other errors are none of its own. */
function refusal(error: unknown): Said {
  if (!isAppError(error)) throw error;
  const { code, message, details } = error;
  if (code === 'plan_limit') return { status: 'failed', reason: 'plan_limit', message };
  if (code !== 'validation_error') throw error;
  const [issue] = (details?.issues ?? []) as { message: string }[];
  return { status: 'failed', reason: 'url_refused', message: issue?.message ?? message };
}

/** What an import made now would do with an endpoint that is not here. */
async function foresee(ctx: HookPorts, { caller }: Work, hook: DistinctHook, used: number): Promise<Said> {
  const fault = await faultOfTarget(ctx, hook.url);
  if (fault !== null) return { status: 'failed', reason: 'url_refused', message: fault.message };
  const { webhooks } = limitsOf(caller.account);
  if (used < webhooks) return { status: 'would_import' };
  return {
    status: 'failed',
    reason: 'plan_limit',
    message: `The plan includes ${webhooks} webhook endpoints`,
  };
}

/** What is here: all endpoints, and how many had ever been made before they were read. */
export type Here = { endpoints: WebhookEndpoint[]; made: number };

/**
 * One endpoint of the provider: made here, disabled, with a new secret that is shown once (M39, M41). null when another one
 * was made since `here` was read: then it is to be read again, so that no url gets two.
 */
export async function bringHook(
  ctx: HookPorts,
  work: Work,
  hook: DistinctHook,
  { endpoints, made, used }: Here & { used: number },
): Promise<WebhookItem | null> {
  const { caller, import_id, connection } = work;
  const existing = endpoints.find(({ url }) => urlKey(url) === hook.key);
  if (existing !== undefined) return itemOf(hook, here(existing, import_id));
  if (hook.events.length === 0) {
    const message = 'none of its events is known here; an endpoint without any would get all';
    return itemOf(hook, { status: 'skipped', reason: 'no_mapped_event', message });
  }
  if (import_id === null) return itemOf(hook, await foresee(ctx, work, hook, used));
  try {
    const { url, events } = hook;
    const description = `Imported from ${connection.provider.title}`;
    const imported_by = { id: import_id, made };
    const input = { url, events, description };
    const { webhook, secret } = await createEndpoint(ctx, caller, input, { imported_by });
    return itemOf(hook, { status: 'imported', webhook_id: webhook.id, secret });
  } catch (error) {
    if (isAppError(error) && error.code === 'conflict') return null;
    return itemOf(hook, refusal(error));
  }
}
