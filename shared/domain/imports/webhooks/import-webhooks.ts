import type { WebhookItem } from '../../../core/records/imports.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { mapped, once, remember } from '../call-provider.ts';
import type { Importing } from '../importing.ts';
import type { Ask, HookPlace } from '../providers/provider.ts';
import {
  addItems,
  advance,
  endStage,
  failed,
  note,
  noteNoDomains,
  type Slice,
  type Stage,
  shownName,
  type Work,
} from '../slice.ts';
import { type DistinctHook, distinctHooks } from './distinct-hooks.ts';
import { urlKey } from './urls.ts';
import { type HookOutcome, makeHook, previewHook, type WriteHook } from './write-hook.ts';

const resource = 'webhooks' as const;

const byKey = (one: HookPlace, other: HookPlace) => (one.key < other.key ? -1 : 1);

const placesOf: Ask<HookPlace[]> = (connection) =>
  remember(connection, 'places of endpoints', async () =>
    mapped(await connection.provider.webhooks.places(connection), (places) => places.toSorted(byKey)),
  );

/** Reads the next place; all are read before the first endpoint is made, so that each url is reported once (M39). */
const gather: Stage = async (ctx, slice) => {
  const { connection } = slice.work;
  const places = await placesOf(connection);
  if (places.outcome !== 'ok')
    return failed(ctx, slice, { resource, name: 'webhooks' }, places) ?? endStage(slice);
  const { after } = slice.progress;
  const place = places.value.find(({ key }) => after === null || key > after);
  if (place === undefined) {
    noteNoDomains(slice, resource, places.value.length - 1);
    advance(slice, { hooks: { gathered: true, done: 0 } });
    return null;
  }
  const called = await place.read(connection);
  if (called.outcome === 'ok') {
    for (const found of called.value)
      if ('hook' in found) slice.request.hooks.push(found.hook);
      else note(slice, resource, found.note);
  } else if (!place.optional || (called.outcome !== 'forbidden' && called.outcome !== 'not_found')) {
    const stop = failed(ctx, slice, { resource, name: shownName(place.name) }, called);
    if (stop !== null) return stop;
  }
  advance(slice, { after: place.key, failing: null });
  return null;
};

const distinctOf = ({ work, request }: Slice): Promise<DistinctHook[]> =>
  once(work.connection, 'distinct endpoints', async () => {
    const hooks = [...(await work.earlier((part) => part.hooks)), ...request.hooks];
    return distinctHooks(hooks, work.connection.provider.webhooks);
  });

/** The account's endpoints, and the number ever made before the read: one made between the two is noticed (M39). */
function hereOf(ctx: Importing, { connection, caller }: Work) {
  return once(connection, 'endpoints', async () => {
    const made = await ctx.webhooks.made(caller.account.id);
    return { made, endpoints: await ctx.webhooks.all(caller.account.id, { consistent: true }) };
  });
}

/** One that this import made lost its secret with the request that did (M17). */
const existing = ({ id, enabled, import: mark }: WebhookEndpoint, { import_id }: Work): HookOutcome =>
  mark === import_id
    ? { status: 'imported', webhook_id: id, enabled, message: 'its secret was lost: rotate it' }
    : { status: 'skipped', reason: 'already_here', webhook_id: id, enabled };

const noEvent: HookOutcome = {
  status: 'skipped',
  reason: 'no_mapped_event',
  message: 'none of its events is known here; an endpoint without any would get all',
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

/** Notes what the customer has to do about an imported endpoint (M27). */
function noteHook(slice: Slice, { url, status, unmapped_events }: WebhookItem): void {
  if (status !== 'imported' && status !== 'would_import') return;
  if (unmapped_events.length > 0)
    note(slice, resource, {
      name: url,
      reason: 'webhook_events',
      action: `There are no such events here: ${unmapped_events.slice(0, 20).join(', ')}.`,
    });
  note(slice, resource, {
    name: url,
    reason: 'webhook_secret',
    action: 'Set the new secret in your receiver, then enable the endpoint.',
  });
}

/** Brings the next endpoint, or reads ours again where another one was made meanwhile. */
async function bringNext(ctx: Importing, slice: Slice, write: WriteHook): Promise<null> {
  const { work } = slice;
  const { hooks } = slice.progress;
  const next = (await distinctOf(slice))[hooks.done];
  if (next === undefined) return endStage(slice);
  const here = await hereOf(ctx, work);
  const known = here.endpoints.find(({ url }) => urlKey(url) === next.key);
  const outcome =
    (known && existing(known, work)) ??
    (next.events.length === 0 ? noEvent : await write(ctx, slice, next, here.made));
  if (outcome === null) {
    work.connection.remembered.delete('endpoints');
    return null;
  }
  const item = itemOf(next, outcome);
  if (item.secret !== null) here.made += 1;
  addItems(slice, resource, [item]);
  noteHook(slice, item);
  advance(slice, { hooks: { ...hooks, done: hooks.done + 1 }, failing: null });
  return null;
}

/** The event endpoints of a provider: read place by place, then made one by one (M38). */
const webhooksBy =
  (write: WriteHook): Stage =>
  (ctx, slice) =>
    slice.progress.hooks.gathered ? bringNext(ctx, slice, write) : gather(ctx, slice);

export const importWebhooks = webhooksBy(makeHook);
export const previewWebhooks = webhooksBy(previewHook);
