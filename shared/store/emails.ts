import type { Email, EmailMeta } from '../core/records/emails.ts';
import type { AddressState } from '../core/records/lists.ts';
import type { Tenant } from '../core/records/tenants.ts';
import type { Retention } from '../core/retention.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { EmailStore, FactsInput } from '../domain/ports/emails.ts';
import { claimOf, claimStore } from './claims.ts';
import type { LeaseStore } from './delivery-leases.ts';
import { domainOf } from './domain-writes.ts';
import {
  draftItems,
  emailOf,
  hasOwnEnvelope,
  itemBody,
  itemsOf,
  joinedBody,
  readWritten,
} from './email-items.ts';
import { withItem } from './limit-counts.ts';
import { inBucket, type Objects, objectKeys } from './objects.ts';
import type { OutboxStore } from './outbox.ts';
import { neighborIds, newestPage } from './pages.ts';
import { rampCountsOf } from './ramp-counts.ts';
import { separateReasons, withReasons } from './reasons.ts';
import type { ScheduleStore } from './schedules.ts';
import { emailIdOf, indexes, type Key, keys } from './schema.ts';
import { addressState } from './suppressions.ts';
import { currentOf, type Item, isExpired, recordOf, type Table } from './table.ts';
import { pointerOfItem } from './templates.ts';
import { writeAccept } from './write-accept.ts';

/** The keys of a send's facts, in the order `factsOf` takes them. */
const factKeys = (input: FactsInput): (Key | null)[] => [
  input.idempotency_key === null ? null : keys.claim(input.account, input.idempotency_key),
  input.template === null ? null : keys.templatePointer(input.account, input.template),
  ...input.limits.map(({ owner, kind }) => keys.limit(owner, kind)),
  ...input.ramps.map(({ owner, kind }) => keys.limit(owner, kind)),
  ...listsOf(input).flatMap((list) => input.addresses.map((address) => keys.address(list, address))),
];

/** Facts for which changes apply immediately: a tenant's pause, a domain's settings. */
const currentKeys = ({ account, tenant, domain }: FactsInput): (Key | null)[] => [
  tenant ? keys.tenant(account, tenant) : null,
  domain === null ? null : keys.domain(domain),
];

/**
 * The lists that an address must not be on: the tenant's and the account's. If both have the address, the
 * tenant's list is reported.
 */
const listsOf = ({ account, tenant }: FactsInput) => (tenant === null ? [account] : [tenant, account]);

function statesOf({ addresses }: FactsInput, items: (Item | null)[], now: number): AddressState[] {
  return addresses.map((_, i) => {
    const own = items.filter((_item, at) => at % addresses.length === i);
    const states = own.map((item) => addressState(item, now));
    return {
      suppression: states.find(({ suppression }) => suppression !== null)?.suppression ?? null,
      opt_outs: states.flatMap(({ opt_outs }) => opt_outs),
    };
  });
}

function factsOf(input: FactsInput, items: (Item | null)[], current: (Item | null)[], now: number) {
  const [claim = null, template = null, ...rest] = items;
  const [tenant = null, domain = null] = current;
  const limits = rest.splice(0, input.limits.length);
  const ramps = rest.splice(0, input.ramps.length);
  const states = statesOf(input, rest, now);
  return {
    claim: input.idempotency_key === null ? null : claimOf(claim, input.idempotency_key, now),
    domain: domainOf(domain),
    tenant: tenant && recordOf<Tenant>(tenant),
    limits: input.limits.map((limit, i) => withItem(limit, limits[i] ?? null)),
    ramps: input.ramps.map((ramp, i) => ({ ...ramp, counts: ramps[i] ? rampCountsOf(ramps[i]) : null })),
    template: pointerOfItem(template),
    suppressions: states.map(({ suppression }) => suppression),
    opt_outs: states.map(({ opt_outs }) => opt_outs),
  };
}

const listIndex = ({ account, tenant }: { account: Id<'acc'>; tenant: Id<'ten'> | null }, shard: number) =>
  tenant === null ? indexes.emails(account, shard) : indexes.emailsOfTenant(account, tenant, shard);

export function emailStore(
  table: Table,
  objects: Objects,
  runtime: Runtime,
  retention: Retention,
): Omit<EmailStore, keyof (LeaseStore & OutboxStore & ScheduleStore)> {
  const { now } = runtime;
  /** The emails of meta items, with their separate items: large envelopes, long reasons. */
  const wholeEmails = async (metas: Item[]): Promise<Email[]> => {
    const separate = metas.flatMap((meta) => [
      ...(hasOwnEnvelope(meta) ? [keys.envelope(emailIdOf(meta))] : []),
      ...separateReasons(meta).map(({ key }) => key),
    ]);
    const found = await readWritten(table, separate);
    const items = new Map(found.map((item) => [`${item?.pk} ${item?.sk}`, item]));
    const itemAt = ({ pk, sk }: Key) => items.get(`${pk} ${sk}`) ?? null;
    return metas.map((meta) => {
      const envelope = hasOwnEnvelope(meta) ? itemAt(keys.envelope(emailIdOf(meta))) : null;
      return withReasons(emailOf(meta, envelope), meta, itemAt);
    });
  };

  return {
    readFacts: async (inputs) => {
      const wanted = inputs.map(factKeys);
      const current = inputs.map(currentKeys);
      const isKey = (key: Key | null) => key !== null;
      const [items, newest] = await Promise.all([
        table.batchGet(wanted.flat().filter(isKey)),
        table.batchGet(current.flat().filter(isKey), { consistent: true }),
      ]);
      const taken = (asked: (Key | null)[] = [], from: (Item | null)[]) =>
        asked.map((key) => key && (from.shift() ?? null));
      return inputs.map((input, i) =>
        factsOf(input, taken(wanted[i], items), taken(current[i], newest), now()),
      );
    },

    place: (content, { scheduled }) => {
      if (content.length <= itemBody) return 'item';
      return scheduled ? 'scheduled' : 'object';
    },

    putDraft: async (meta, envelope, content, shards) => {
      const puts = draftItems(meta, envelope, content, { shards, retention });
      await Promise.all([
        table.batchWrite({ puts }),
        inBucket(meta.content) && objects.put(objectKeys.body(meta.content, meta), content),
      ]);
    },

    discardDraft: async (meta, envelope, shards) => {
      const items = itemsOf(meta, envelope, { shards, retention });
      const deletes = meta.outbox === null ? [] : [keys.outbox(meta.outbox, meta.id)];
      if (items.envelope) deletes.push(keys.envelope(meta.id));
      if (meta.content === 'item') deletes.push(keys.body(meta.id));
      await Promise.all([
        table.batchWrite({ deletes }),
        inBucket(meta.content) && objects.remove(objectKeys.body(meta.content, meta)),
      ]);
    },

    writeAccept: async (input) => {
      const { content, envelope, shards } = input;
      const fits = content !== null && content.length <= joinedBody;
      const placed: EmailMeta = fits ? { ...input.meta, content: 'item' } : input.meta;
      const { meta: email } = itemsOf(placed, envelope, { shards, retention });
      const draft = content === null ? [] : draftItems(placed, envelope, content, { shards, retention });
      if (content !== null && inBucket(placed.content))
        await objects.put(objectKeys.body(placed.content, placed), content);
      const { claim, limits, joined } = input;
      return writeAccept({ table, runtime }, { email, draft, claim, limits, joined });
    },

    readClaim: claimStore(table, now).read,
    putRefused: async (meta, envelope, shards) => {
      const items = itemsOf(meta, envelope, { shards, retention });
      await table.batchWrite({ puts: [items.meta, ...(items.envelope ? [items.envelope] : [])] });
    },

    get: async (account, id) => {
      const meta = await table.get(keys.email(id), { consistent: true });
      if (meta === null || meta.account !== account || isExpired(meta, now())) return null;
      return (await wholeEmails([meta]))[0] ?? null;
    },

    peek: async (id) => {
      const meta = await table.get(keys.email(id));
      return meta && emailOf(meta, null);
    },
    getMeta: async (id) => {
      const meta = await table.get(keys.email(id), { consistent: true });
      return meta && ((await wholeEmails([meta]))[0] ?? null);
    },

    list: async (input) => {
      const { items, next } = await newestPage(table, input, (shard) => listIndex(input, shard), emailIdOf);
      const metas = await table.batchGet(items.map((item) => keys.email(emailIdOf(item))));
      return { entries: await wholeEmails(currentOf(metas, now())), next };
    },

    neighbors: async (input) => {
      const ids = await neighborIds(table, input, (shard) => listIndex(input, shard), emailIdOf);
      const found = [ids.newer, ids.older].flatMap((id) => (id === null ? [] : [keys.email(id)]));
      const current = new Set(currentOf(await table.batchGet(found), now()).map(emailIdOf));
      const kept = (id: Id<'msg'> | null) => (id !== null && current.has(id) ? id : null);
      return { newer: kept(ids.newer), older: kept(ids.older) };
    },

    readContent: async (meta, options = { probe: false }) => {
      const id = meta.batch?.id ?? meta.id;
      const { account, content } = meta;
      if (inBucket(content)) return objects.get(objectKeys.body(content, { account, id }));
      const item = await table.get(keys.body(id), { consistent: !options.probe });
      return item && recordOf<{ content: Uint8Array }>(item).content;
    },
  };
}
