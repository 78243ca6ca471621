import { inParallel } from '../../../core/in-parallel.ts';
import type { DomainItem } from '../../../core/records/imports.ts';
import type { Providers } from '../../ports/imports.ts';
import { remember } from '../call-provider.ts';
import type { Called, ForeignDomain, OldRecord } from '../providers/provider.ts';
import {
  addError,
  addItems,
  countsOf,
  endStage,
  failed,
  isOver,
  noteNoDomains,
  type Slice,
  type Stop,
  shownName,
} from '../slice.ts';
import { bringDomain, type DomainPorts, questions_ms, reportImported } from './bring-domain.ts';

/** Domains of one step, whose DNS is read together. */
const concurrency = 4;

type Ports = DomainPorts & Providers;

const resource = 'domains' as const;

/** Each name once, in lower case, sorted; several entries of one name have the records of all. */
function distinct(found: ForeignDomain[]): ForeignDomain[] {
  const byName = new Map<string, ForeignDomain>();
  for (const one of found) {
    const name = shownName(one.name.trim().toLowerCase());
    const known = byName.get(name);
    const records = known?.records && one.records ? [...known.records, ...one.records] : one.records;
    byName.set(name, { ...one, name, records });
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const listed = (ctx: Ports, { work: { connection } }: Slice): Promise<Called<ForeignDomain[]>> =>
  remember(connection, 'sending domains', async () => {
    const called = await connection.provider.domains.list(ctx, connection);
    return called.outcome === 'ok' ? { outcome: 'ok', value: distinct(called.value) } : called;
  });

/** What the whole resource lacks; undefined: nothing. */
function missing(ctx: Ports, { work: { connection } }: Slice) {
  const { provider, keys } = connection;
  if (ctx.settings.service_domain === null)
    return { code: 'not_configured', what: 'this deployment has no service domain' } as const;
  if (keys[provider.domains.field] === null)
    return {
      code: 'account_api_key_missing',
      what: `${provider.title} shows them to the account token alone: give account_api_key`,
    } as const;
  return undefined;
}

/** The old records of a domain; null where its provider does not give them, which fails nothing (M36). */
async function recordsOf(
  ctx: Ports,
  slice: Slice,
  domain: ForeignDomain,
): Promise<{ records: OldRecord[] | null } | Stop> {
  const { connection, import_id } = slice.work;
  const { records: read, field } = connection.provider.domains;
  if (read === undefined || domain.records !== null || import_id === null) return { records: domain.records };
  const called = await read(ctx, connection, domain);
  if (called.outcome === 'ok') return { records: called.value };
  // Where listing the domains took all of a request, the next one would come no further.
  const late = called.outcome === 'wait' && called.seconds === 0 && !isOver(ctx, slice);
  if (late || (called.outcome !== 'wait' && called.outcome !== 'unauthorized')) return { records: null };
  return failed(ctx, slice, { resource, name: 'domains', field }, called) as Stop;
}

/** Domains that the account has by now, for the plan's number in a preview. */
async function usedOf(ctx: Ports, { work, progress }: Slice): Promise<number> {
  if (work.import_id !== null) return 0;
  const { domains } = await countsOf(ctx, work);
  return domains + progress.totals.domains.imported;
}

/** Whether DNS would be cut short by the clock of a request that has made progress: what begins now belongs to the next one (M35). */
const isLate = (ctx: Ports, { work, progress }: Slice): boolean =>
  work.import_id !== null &&
  progress !== work.progress &&
  ctx.runtime.now() + questions_ms > work.connection.until;

/** The next few domains: read at the provider, made one after the other, their DNS looked up together. */
async function bringNext(ctx: Ports, slice: Slice, next: ForeignDomain[]): Promise<Stop | null> {
  if (isLate(ctx, slice)) return { wait_s: 0 };
  const olds: (OldRecord[] | null)[] = [];
  for (const domain of next) {
    const read = await recordsOf(ctx, slice, domain);
    if (!('records' in read)) return read;
    olds.push(read.records);
  }
  // What begins now would have no time for its DNS.
  if (isOver(ctx, slice)) return null;
  let used = await usedOf(ctx, slice);
  const items: DomainItem[] = [];
  const shown: (() => Promise<void>)[] = [];
  for (const [i, { name }] of next.entries()) {
    const { item, whole } = await bringDomain(ctx, slice, name, used);
    if (item.status === 'would_import') used++;
    items.push(item);
    if (whole !== null)
      shown.push(async () => {
        items[i] = await reportImported(ctx, slice, whole, { records: olds[i] ?? null, item });
      });
  }
  await inParallel(shown, concurrency, (show) => show());
  addItems(slice, resource, items);
  slice.progress = { ...slice.progress, after: next.at(-1)?.name ?? null, failing: null };
  for (const { name, disabled } of next)
    if (disabled)
      slice.request.attention.push({
        resource,
        name,
        reason: 'domain_disabled',
        action: `${slice.work.connection.provider.title} has disabled this domain: find out why before you send from it here.`,
      });
  return null;
}

/** What is said when all domains are done (M27). */
async function endDomains(ctx: Ports, slice: Slice, all: ForeignDomain[]): Promise<Stop | null> {
  const { connection } = slice.work;
  const { addresses } = connection.provider.domains;
  noteNoDomains(slice, resource, all.length);
  if (addresses !== undefined) {
    const called = await addresses(ctx, connection);
    if (called.outcome === 'wait') {
      const stop = failed(ctx, slice, { resource, name: 'addresses' }, called);
      if (stop !== 'left_out') return stop;
    }
    const names = new Set(all.map(({ name }) => name));
    for (const address of called.outcome === 'ok' ? called.value : [])
      if (!names.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase()))
        slice.request.attention.push({
          resource,
          name: shownName(address),
          reason: 'sender_signature',
          action: 'A single address cannot send here: add its domain with POST /domains.',
        });
  }
  endStage(slice);
  return null;
}

/** The sending domains of a provider, a few in each step, sorted by name (M33). */
export async function importDomains(ctx: Ports, slice: Slice): Promise<Stop | null> {
  const lacks = missing(ctx, slice);
  if (lacks !== undefined) {
    addError(slice, { resource, name: 'domains', retryable: false, ...lacks });
    endStage(slice);
    return null;
  }
  const { field } = slice.work.connection.provider.domains;
  const called = await listed(ctx, slice);
  if (called.outcome !== 'ok') {
    const stop = failed(ctx, slice, { resource, name: 'domains', field }, called);
    if (stop !== 'left_out') return stop;
    endStage(slice);
    return null;
  }
  const { after } = slice.progress;
  const next = called.value.filter(({ name }) => after === null || name > after).slice(0, concurrency);
  return next.length === 0 ? endDomains(ctx, slice, called.value) : bringNext(ctx, slice, next);
}
