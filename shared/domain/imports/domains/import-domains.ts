import { mapped, ok, remember } from '../call-provider.ts';
import type { Ask, Connection, ForeignDomain } from '../providers/provider.ts';
import {
  addError,
  addItems,
  advance,
  displayName,
  endStage,
  failed,
  type Importing,
  note,
  noteNoDomains,
  type Slice,
  type Stage,
  type Stop,
} from '../slice.ts';
import { makeDomains, previewDomains } from './write-domains.ts';

/** Domains per step, whose DNS is read together. */
const concurrency = 4;

/** Unique lower-case names, sorted. Entries with the same name merge their records. */
function distinct(found: ForeignDomain[]): ForeignDomain[] {
  const byName = new Map<string, ForeignDomain>();
  for (const one of found) {
    const name = displayName(one.name.trim().toLowerCase());
    const known = byName.get(name);
    const records = known?.records && one.records ? [...known.records, ...one.records] : one.records;
    byName.set(name, { ...one, name, records });
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const listed: Ask<ForeignDomain[]> = (connection) =>
  remember(connection, 'sending domains', async () =>
    mapped(await connection.provider.domains.list(connection), distinct),
  );

/** The setting or key that the whole resource lacks, or undefined. */
function missing(ctx: Importing, { provider, keys }: Connection) {
  if (ctx.settings.service_domain === null)
    return { code: 'not_configured', what: 'this deployment has no service domain' } as const;
  if (keys[provider.domains.field] !== null) return undefined;
  const what = `${provider.title} lists domains only with the account token: send account_api_key`;
  return { code: 'account_api_key_missing', what } as const;
}

async function bringNext(ctx: Importing, slice: Slice, next: ForeignDomain[]): Promise<Stop | null> {
  const write = slice.work.preview ? previewDomains : makeDomains;
  const items = await write(ctx, slice, next);
  if (!Array.isArray(items)) return items;
  addItems(slice, 'domains', items);
  const { title } = slice.work.connection.provider;
  const action = `${title} has disabled this domain. Find out why before you send from the domain with Mailwright.`;
  for (const { name, disabled } of next)
    if (disabled) note(slice, { name, reason: 'domain_disabled', action });
  return advance(slice, { after: next.at(-1)?.name ?? null, failing: null });
}

async function endDomains(ctx: Importing, slice: Slice, all: ForeignDomain[]): Promise<Stop | null> {
  const { connection } = slice.work;
  noteNoDomains(ctx, slice, all.length);
  const { addresses, field } = connection.provider.domains;
  const called = (await addresses?.(connection)) ?? ok([]);
  if (called.outcome !== 'ok')
    return failed(ctx, slice, { name: 'sender signatures', field }, called) ?? endStage(slice);
  const names = new Set(all.map(({ name }) => name));
  const action = "Mailwright cannot verify single addresses. Add the address's domain with POST /domains.";
  for (const address of called.value)
    if (!names.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase()))
      note(slice, { name: displayName(address), reason: 'sender_signature', action });
  return endStage(slice);
}

/** A provider's sending domains, a few per step, sorted by name. */
export const importDomains: Stage = async (ctx, slice) => {
  const { connection } = slice.work;
  const lacks = missing(ctx, connection);
  if (lacks !== undefined) {
    addError(slice, { name: 'domains', retryable: false, ...lacks });
    return endStage(slice);
  }
  const { field } = connection.provider.domains;
  const called = await listed(connection);
  if (called.outcome !== 'ok')
    return failed(ctx, slice, { name: 'domains', field }, called) ?? endStage(slice);
  const { after } = slice.progress;
  const next = called.value.filter(({ name }) => after === null || name > after).slice(0, concurrency);
  return next.length === 0 ? endDomains(ctx, slice, called.value) : bringNext(ctx, slice, next);
};
