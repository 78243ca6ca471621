import type { Attention, WebhookItem } from '../../../core/records/imports.ts';
import type { Providers } from '../../ports/imports.ts';
import { once, remember } from '../call-provider.ts';
import type { Called, HookPlace } from '../providers/provider.ts';
import {
  addItems,
  countsOf,
  endStage,
  failed,
  noteNoDomains,
  type Slice,
  type Stop,
  shownName,
  type Work,
} from '../slice.ts';
import { bringHook, type Here, type HookPorts } from './bring-hook.ts';
import { type DistinctHook, distinctHooks } from './distinct-hooks.ts';

type Ports = HookPorts & Providers;

const resource = 'webhooks' as const;

const note = (slice: Slice, attention: Omit<Attention, 'resource'>): void =>
  void slice.request.attention.push({ resource, ...attention });

const byKey = (one: HookPlace, other: HookPlace) => (one.key < other.key ? -1 : 1);

/** The places of the provider's endpoints, in the order in which they are read. */
const placesOf = (ctx: Ports, { work: { connection } }: Slice): Promise<Called<HookPlace[]>> =>
  remember(connection, 'places of endpoints', async () => {
    const called = await connection.provider.webhooks.places(ctx, connection);
    return called.outcome === 'ok' ? { outcome: 'ok', value: called.value.toSorted(byKey) } : called;
  });

/** Reads the next place; all are read before the first endpoint is made, so that each url is reported once (M39). */
async function gather(ctx: Ports, slice: Slice): Promise<Stop | null> {
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

/** Our endpoints, behind how many there ever were: one that is made between the two reads is noticed (M39). */
function hereOf(ctx: Ports, { connection, caller }: Work): Promise<Here> {
  return once(connection, 'endpoints', async () => {
    const made = await ctx.webhooks.made(caller.account.id);
    return { made, endpoints: await ctx.webhooks.all(caller.account.id) };
  });
}

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

async function usedOf(ctx: Ports, { work, progress }: Slice): Promise<number> {
  if (work.import_id !== null) return 0;
  return (await countsOf(ctx, work)).webhooks + progress.totals.webhooks.imported;
}

async function bringNext(ctx: Ports, slice: Slice): Promise<null> {
  const { work } = slice;
  const { hooks } = slice.progress;
  const next = (await distinctOf(slice))[hooks.done];
  if (next === undefined) {
    endStage(slice);
    return null;
  }
  const here = await hereOf(ctx, work);
  const item = await bringHook(ctx, work, next, { ...here, used: await usedOf(ctx, slice) });
  if (item === null) {
    work.connection.remembered.delete('endpoints');
    return null;
  }
  if (item.secret !== null) here.made += 1;
  addItems(slice, resource, [item]);
  noteHook(slice, item);
  slice.progress = { ...slice.progress, hooks: { ...hooks, done: hooks.done + 1 }, failing: null };
  return null;
}

/** The event endpoints of a provider: read place by place, then made one by one (M38). */
export async function importWebhooks(ctx: Ports, slice: Slice): Promise<Stop | null> {
  if (!slice.progress.hooks.gathered) return gather(ctx, slice);
  return bringNext(ctx, slice);
}
