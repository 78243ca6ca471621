import type { Attention, WebhookItem } from '../../../core/records/imports.ts';
import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import { once, remember } from '../call-provider.ts';
import type { Importing } from '../connection.ts';
import type { Called, HookPlace } from '../providers/provider.ts';
import {
  addItems,
  endStage,
  failed,
  noteNoDomains,
  type Slice,
  type Stage,
  type Stop,
  shownName,
  type Work,
} from '../slice.ts';
import { type DistinctHook, distinctHooks, type HookOutcome } from './distinct-hooks.ts';
import { makeHook } from './make-hook.ts';
import { previewHook } from './preview-hook.ts';
import { urlKey } from './urls.ts';

const resource = 'webhooks' as const;

const note = (slice: Slice, attention: Omit<Attention, 'resource'>): void =>
  void slice.request.attention.push({ resource, ...attention });

const byKey = (one: HookPlace, other: HookPlace) => (one.key < other.key ? -1 : 1);

/** The places of the provider's endpoints, in the order in which they are read. */
const placesOf = (ctx: Importing, { work: { connection } }: Slice): Promise<Called<HookPlace[]>> =>
  remember(connection, 'places of endpoints', async () => {
    const called = await connection.provider.webhooks.places(ctx, connection);
    return called.outcome === 'ok' ? { outcome: 'ok', value: called.value.toSorted(byKey) } : called;
  });

/** Reads the next place; all are read before the first endpoint is made, so that each url is reported once (M39). */
async function gather(ctx: Importing, slice: Slice): Promise<Stop | null> {
  const places = await placesOf(ctx, slice);
  if (places.outcome !== 'ok') {
    const stop = failed(ctx, slice, { resource, name: 'webhooks' }, places);
    if (stop === 'left_out') endStage(slice);
    return stop === 'left_out' ? null : stop;
  }
  const { after } = slice.progress;
  const place = places.value.find(({ key }) => after === null || key > after);
  if (place === undefined) {
    noteNoDomains(slice, resource, places.value.length - 1);
    slice.progress = { ...slice.progress, hooks: { gathered: true, done: 0 } };
    return null;
  }
  const called = await place.read(ctx, slice.work.connection);
  if (called.outcome === 'ok') {
    slice.request.hooks = [...slice.request.hooks, ...called.value.hooks];
    for (const other of called.value.others) note(slice, other);
  } else if (!place.optional || (called.outcome !== 'forbidden' && called.outcome !== 'not_found')) {
    const stop = failed(ctx, slice, { resource, name: shownName(place.name) }, called);
    if (stop !== 'left_out') return stop;
  }
  slice.progress = { ...slice.progress, after: place.key, failing: null };
  return null;
}

/** All endpoints of the provider, each url once. */
function distinctOf({ work, request: { hooks } }: Slice): Promise<DistinctHook[]> {
  const { connection } = work;
  return once(connection, 'distinct endpoints', async () =>
    distinctHooks([...(await work.earlierHooks()), ...hooks], connection.provider.webhooks),
  );
}

/** Endpoints that are here, and how many had ever been made before they were read: one made between the two is noticed (M39). */
function hereOf(ctx: Importing, { connection, caller }: Work) {
  return once(connection, 'endpoints', async () => {
    const made = await ctx.webhooks.made(caller.account.id);
    return { made, endpoints: await ctx.webhooks.all(caller.account.id) };
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

/** What is to be done about an endpoint that came over (M27). */
function noteHook(slice: Slice, { url, status, unmapped_events }: WebhookItem): void {
  if (status !== 'imported' && status !== 'would_import') return;
  if (unmapped_events.length > 0)
    note(slice, {
      name: url,
      reason: 'webhook_events',
      action: `There are no such events here: ${unmapped_events.slice(0, 20).join(', ')}.`,
    });
  note(slice, {
    name: url,
    reason: 'webhook_secret',
    action: 'Set the new secret in your receiver, then enable the endpoint.',
  });
}

/** The writer of endpoints that are not here; null: there is another one since `made` were counted (M39). */
type WriteHook = (
  ctx: Importing,
  slice: Slice,
  hook: DistinctHook,
  made: number,
) => Promise<HookOutcome | null>;

/** Brings the next endpoint, or reads ours again where another one was made meanwhile. */
async function bringNext(ctx: Importing, slice: Slice, write: WriteHook): Promise<null> {
  const { work } = slice;
  const { hooks } = slice.progress;
  const next = (await distinctOf(slice))[hooks.done];
  if (next === undefined) {
    endStage(slice);
    return null;
  }
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
  slice.progress = { ...slice.progress, hooks: { ...hooks, done: hooks.done + 1 }, failing: null };
  return null;
}

/** The event endpoints of a provider: read place by place, then made one by one (M38). */
const webhooksBy =
  (write: WriteHook): Stage<Importing> =>
  (ctx, slice) =>
    slice.progress.hooks.gathered ? bringNext(ctx, slice, write) : gather(ctx, slice);

export const importWebhooks = webhooksBy(makeHook);
export const previewWebhooks = webhooksBy(previewHook);
