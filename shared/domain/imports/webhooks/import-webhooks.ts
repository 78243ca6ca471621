import { isAppError } from '../../../core/errors.ts';
import type { WebhookItem } from '../../../core/records/imports.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { limitsOf } from '../../limits/plans.ts';
import { createEndpoint } from '../../webhooks/endpoints/create-endpoint.ts';
import { faultOfTarget } from '../../webhooks/endpoints/endpoint-rules.ts';
import { mapped, once, remember } from '../call-provider.ts';
import type { Ask, HookPlace } from '../providers/provider.ts';
import {
  addItems,
  advance,
  countsOf,
  displayName,
  endStage,
  failed,
  type Importing,
  note,
  noteNoDomains,
  type Slice,
  type Stage,
  type Work,
} from '../slice.ts';
import { type DistinctHook, distinctHooks } from './distinct-hooks.ts';
import { madeEarlier, secretLost } from './notes.ts';
import { urlKey } from './urls.ts';

/** The part of an endpoint's item that doesn't come from the provider. */
type HookOutcome = Partial<WebhookItem> & Pick<WebhookItem, 'status'>;

/** Creates an endpoint that is missing. Null if another endpoint was created since `made` was counted. */
type WriteHook = (
  ctx: Importing,
  slice: Slice,
  hook: DistinctHook,
  made: number,
) => Promise<HookOutcome | null>;

function failedHook(reason: 'plan_limit' | 'url_refused', message: string): HookOutcome {
  return { status: 'failed', reason, message };
}

/** The outcome when POST /webhooks refuses an endpoint (T3). Null if another was made meanwhile. */
function refused(error: unknown): HookOutcome | null {
  if (!isAppError(error)) throw error;
  const { code, message, details } = error;
  if (code === 'conflict') return null;
  if (code === 'plan_limit') return failedHook('plan_limit', message);
  if (code !== 'validation_error') throw error;
  const [issue] = (details?.issues ?? []) as { message: string }[];
  return failedHook('url_refused', issue?.message ?? message);
}

/** Creates a disabled endpoint with a new secret, shown once. */
const makeHook: WriteHook = async (ctx, { work }, { url, events }, made) => {
  const input = { url, events, description: `Imported from ${work.connection.provider.title}` };
  const imported_by = { id: work.import_id, made };
  try {
    const { webhook, secret } = await createEndpoint(ctx, work.caller, input, { imported_by });
    return { status: 'imported', webhook_id: webhook.id, secret };
  } catch (error) {
    return refused(error);
  }
};

const previewHook: WriteHook = async (ctx, { work, progress }, { url }) => {
  const used = (await countsOf(ctx, work)).webhooks + progress.totals.webhooks.imported;
  const fault = await faultOfTarget(ctx, url);
  if (fault !== null) return failedHook('url_refused', fault.message);
  const { webhooks } = limitsOf(work.caller.account);
  if (used < webhooks) return { status: 'would_import' };
  return failedHook('plan_limit', `Your plan allows at most ${webhooks} webhook endpoints`);
};

const byKey = (one: HookPlace, other: HookPlace) => (one.key < other.key ? -1 : 1);

const placesOf: Ask<HookPlace[]> = (connection) =>
  remember(connection, 'places of endpoints', async () =>
    mapped(await connection.provider.webhooks.places(connection), (places) => places.toSorted(byKey)),
  );

/** Reads the next place. All are read before the first endpoint is made, so each URL is reported once. */
const gather: Stage = async (ctx, slice) => {
  const { connection } = slice.work;
  const places = await placesOf(connection);
  if (places.outcome !== 'ok') return failed(ctx, slice, { name: 'webhooks' }, places) ?? endStage(slice);
  const { after } = slice.progress;
  const place = places.value.find(({ key }) => after === null || key > after);
  if (place === undefined) {
    noteNoDomains(ctx, slice, places.value.length - 1);
    return advance(slice, { hooks: { gathered: true, done: 0 } });
  }
  const called = await place.read(connection);
  if (called.outcome === 'ok') {
    for (const found of called.value)
      if ('hook' in found) slice.request.hooks.push(found.hook);
      else note(slice, found.note);
  } else if (!place.optional || (called.outcome !== 'forbidden' && called.outcome !== 'not_found')) {
    const stop = failed(ctx, slice, { name: displayName(place.name) }, called);
    if (stop !== null) return stop;
  }
  return advance(slice, { after: place.key, failing: null });
};

const distinctOf = ({ work, request }: Slice): Promise<DistinctHook[]> =>
  once(work.connection, 'distinct endpoints', async () => {
    const hooks = [...(await work.earlier((part) => part.hooks)), ...request.hooks];
    return distinctHooks(hooks, work.connection.provider.webhooks);
  });

/** The account's endpoints, and how many were ever made before the read, to notice one made in between. */
function hereOf(ctx: Importing, { connection, caller }: Work) {
  return once(connection, 'endpoints', async () => {
    const made = await ctx.webhooks.made(caller.account.id);
    return { made, endpoints: await ctx.webhooks.all(caller.account.id, { consistent: true }) };
  });
}

/**
 * The outcome for an endpoint that already exists. If this import created it, the secret was lost with an
 * interrupted request. The same may apply to another import's endpoint.
 */
function existingOutcome({ id, enabled, import: mark }: WebhookEndpoint, { import_id }: Work): HookOutcome {
  const here = { webhook_id: id, enabled };
  if (mark === import_id) return { ...here, status: 'imported', message: secretLost };
  const message = mark === undefined || enabled ? null : madeEarlier;
  return { ...here, status: 'skipped', reason: 'already_here', message };
}

const noEvent: HookOutcome = {
  status: 'skipped',
  reason: 'no_mapped_event',
  message: 'none of its events are supported; an endpoint that lists no events would get every event',
};

const itemOf = ({ url, events, unmapped_events }: DistinctHook, outcome: HookOutcome): WebhookItem => ({
  url,
  reason: null,
  message: null,
  webhook_id: null,
  enabled: false,
  secret: null,
  events,
  unmapped_events,
  ...outcome,
});

/** Notes what the customer must do about an imported endpoint. */
function noteHook(slice: Slice, { url, status, unmapped_events }: WebhookItem): void {
  if (status !== 'imported' && status !== 'would_import') return;
  const unknown = `These events are not supported: ${unmapped_events.slice(0, 20).join(', ')}.`;
  if (unmapped_events.length > 0) note(slice, { name: url, reason: 'webhook_events', action: unknown });
  const action = 'Set the new secret in your receiver, then enable the endpoint.';
  note(slice, { name: url, reason: 'webhook_secret', action });
}

/** Imports the next endpoint, or rereads ours if another was made meanwhile. */
async function bringNext(ctx: Importing, slice: Slice): Promise<null> {
  const { work } = slice;
  const write = work.preview ? previewHook : makeHook;
  const { hooks } = slice.progress;
  const next = (await distinctOf(slice))[hooks.done];
  if (next === undefined) return endStage(slice);
  const here = await hereOf(ctx, work);
  const known = here.endpoints.find(({ url }) => urlKey(url) === next.key);
  const outcome =
    (known && existingOutcome(known, work)) ??
    (next.events.length === 0 ? noEvent : await write(ctx, slice, next, here.made));
  if (outcome === null) {
    work.connection.remembered.delete('endpoints');
    return null;
  }
  const item = itemOf(next, outcome);
  if (item.secret !== null) here.made += 1;
  addItems(slice, 'webhooks', [item]);
  noteHook(slice, item);
  return advance(slice, { hooks: { ...hooks, done: hooks.done + 1 }, failing: null });
}

/** A provider's event endpoints: read place by place, then created one by one. */
export const importWebhooks: Stage = (ctx, slice) =>
  slice.progress.hooks.gathered ? bringNext(ctx, slice) : gather(ctx, slice);
