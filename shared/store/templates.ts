import { createHash } from 'node:crypto';
import { lruCache } from '../core/cache.ts';
import { packJson, unpackJson } from '../core/compress.ts';
import type { Automation, TemplateUser } from '../core/records/automations.ts';
import type {
  Template,
  TemplateBody,
  TemplateOrigin,
  TemplatePointer,
  TemplateVersion,
} from '../core/records/templates.ts';
import { type Id, isId, type Runtime } from '../core/runtime.ts';
import type { TemplateStore } from '../domain/ports/accounts.ts';
import { conditionHeld, failureOf, retryTransaction } from './conflicts.ts';
import { type Objects, objectKeys } from './objects.ts';
import { entriesOf } from './pages.ts';
import { countOne, countOneLess, usedOf } from './resource-counts.ts';
import { idInSk, keys, partitions } from './schema.ts';
import { absent, type Item, readRecord, recordOf, type Table, type Write } from './table.ts';
import { guarded, readGuard } from './template-guard.ts';

/** Max bytes of a compressed body stored as an item. */
const itemBody = 24 * 1024;

/** Per process: max characters of cached template bodies, and max cached pointers. */
const maxCharacters = 24 * 1024 * 1024;
const maxPointers = 5_000;

const sizeOf = ({ subject, html, text }: TemplateBody) =>
  subject.length + (html?.length ?? 0) + (text?.length ?? 0) + 1_024;

type Place = { id: Id<'tpl'>; account: Id<'acc'>; revision: string; place: 'item' | 'object' };
type StoredVersion = Omit<TemplateVersion, 'defaults'> & { defaults: string };
type StoredTemplate = Omit<Template, 'published' | 'draft' | 'samples'> &
  Record<'published' | 'draft', StoredVersion | null> & { samples?: string };

/** JSON, because a name like `__proto__` would not survive a DynamoDB map. */
const storedVersion = (version: TemplateVersion | null) =>
  version && { ...version, defaults: JSON.stringify(version.defaults) };

const versionOf = (stored: StoredVersion | null): TemplateVersion | null =>
  stored && { ...stored, defaults: JSON.parse(stored.defaults) };

function itemOf(template: Template): Item {
  const { published, draft, samples, ...record } = template;
  const versions = { published: storedVersion(published), draft: storedVersion(draft) };
  const hasSamples = Object.keys(samples).length > 0;
  return {
    ...keys.template(template.account, template.id),
    et: 'tpl',
    ...record,
    ...versions,
    ...(hasSamples && { samples: JSON.stringify(samples) }),
  };
}

function templateOf(item: Item): Template {
  const record = recordOf<StoredTemplate>(item);
  return {
    ...record,
    published: versionOf(record.published),
    draft: versionOf(record.draft),
    samples: JSON.parse(record.samples ?? '{}'),
  };
}

function pointerOf({ id, account, alias, published }: Template): TemplatePointer {
  if (published === null) return { id, account, alias, published };
  const { revision, place, category, unsubscribe_enabled } = published;
  return { id, account, alias, published: { revision, place, category, unsubscribe_enabled } };
}

const pointerItem = (name: string, pointer: TemplatePointer): Item => ({
  ...keys.templatePointer(pointer.account, name),
  et: 'tplp',
  ...pointer,
});

/** The writes that change both pointers from `seen` to `next`. A new alias needs a condition. */
function pointerWrites(seen: Template | null, next: Template): Write[] {
  const pointer = pointerOf(next);
  if (seen !== null && JSON.stringify(pointerOf(seen)) === JSON.stringify(pointer)) return [];
  const taken = seen?.alias !== next.alias;
  return [
    { label: 'alias', put: pointerItem(next.alias, pointer), ...(taken && { condition: absent }) },
    { put: pointerItem(next.id, pointer) },
    ...(seen && taken ? [{ delete: keys.templatePointer(seen.account, seen.alias) }] : []),
  ];
}

const versionsOf = (template: Template) =>
  [template.published, template.draft].filter((version) => version !== null);

/** A source's name in a key. It is hashed, because a provider's template id may have any length. */
const sourceName = ({ provider, source_id }: TemplateOrigin): string =>
  `${provider}/${createHash('sha256').update(source_id).digest('base64url').slice(0, 22)}`;

const sourceWrite = (account: Id<'acc'>, id: Id<'tpl'>, source: string): Write => ({
  label: 'source',
  put: { ...keys.templateSource(account, source), et: 'tpls', id, account },
  condition: absent,
});

const unchanged = ({ updated_at }: Template) => ({
  condition: 'updated_at = :seen',
  values: { ':seen': updated_at },
});

/** The pointer from a BatchGetItem of `keys.templatePointer`. */
export const pointerOfItem = (item: Item | null): TemplatePointer | null =>
  item && recordOf<TemplatePointer>(item);

/**
 * Templates: a record each under their account, a pointer per alias and id for sends, an immutable body per
 * revision, and one count that the plan limits.
 */
export function templateStore(table: Table, objects: Objects, runtime: Runtime): TemplateStore {
  /** Bodies cached by this process, by revision. They never change. */
  const bodies = lruCache<TemplateBody>({ max: maxCharacters, weigh: sizeOf });
  /** Pointers that may be outdated. Each is a guess that a send compares with the stored pointer. */
  const pointers = lruCache<TemplatePointer>({ max: maxPointers });

  const readPointer = (account: Id<'acc'>, name: string) =>
    readRecord<TemplatePointer>(table, keys.templatePointer(account, name));

  async function readBody(at: Place): Promise<TemplateBody | null> {
    const known = bodies.get(at.revision);
    if (known) return known;
    const packed =
      at.place === 'object'
        ? await objects.get(objectKeys.template(at.account, at.id, at.revision))
        : (await readRecord<{ content: Uint8Array }>(table, keys.templateBody(at.id, at.revision)))?.content;
    if (!packed) return null;
    const body = unpackJson<TemplateBody>(packed);
    bodies.set(at.revision, body);
    return body;
  }

  async function users({ account, id }: Pick<Template, 'account' | 'id'>): Promise<TemplateUser[]> {
    const { items } = await table.query({ ...partitions.templateUses(id), limit: 25, consistent: true });
    const named = items.map((use) => keys.automation(account, idInSk(use)));
    const heads = (await table.batchGet(named, { consistent: true })).filter((head) => head !== null);
    return heads.map(recordOf<Automation>).map(({ id, name }) => ({ id, name }));
  }

  /** The guard for a write that ends all sends with the template. Null if an active automation uses it. */
  async function withdrawal(template: Template): Promise<Write | null> {
    const { account } = template;
    const guard = await readGuard(table, account);
    return (await users(template)).length > 0 ? null : guarded(account, 'withdrawals', guard);
  }

  /** Deletes bodies that only `template` refers to. A body left by a crash costs only storage. */
  async function dropUnnamed(template: Template, kept: TemplateVersion[]): Promise<void> {
    const { id, account } = template;
    const named = new Set(kept.map((version) => version.revision));
    const dropped = versionsOf(template)
      .filter((version) => !named.has(version.revision))
      .map(({ place, revision }) =>
        place === 'object'
          ? objects.remove(objectKeys.template(account, id, revision))
          : table.delete(keys.templateBody(id, revision)),
      );
    await Promise.allSettled(dropped);
  }

  return {
    putBody: async (account, id, revision, body) => {
      const content = packJson(body);
      bodies.set(revision, body);
      if (content.length > itemBody) {
        await objects.put(objectKeys.template(account, id, revision), content);
        return 'object';
      }
      await table.put({ ...keys.templateBody(id, revision), et: 'tplb', account, content });
      return 'item';
    },

    create: async (made, limit, origin) => {
      const source = origin && sourceName(origin);
      const template = source === undefined ? made : { ...made, sources: [source] };
      const writes: Write[] = [
        countOne(template.account, 'templates', limit),
        { label: 'template', put: itemOf(template), condition: absent },
        ...pointerWrites(null, template),
        ...(source === undefined ? [] : [sourceWrite(template.account, template.id, source)]),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The id is new, so an existing item means the SDK repeated a write whose response was lost.
      if (failure === null || failure.failed.has('template')) return { result: 'created' };
      await dropUnnamed(template, []);
      if (failure.failed.has('source')) return { result: 'source_taken' };
      if (failure.failed.has('alias')) return { result: 'alias_taken' };
      return { result: 'limit', used: usedOf(failure, 'templates', limit) };
    },

    get: async (account, name) => {
      const id = isId('tpl', name) ? name : (await readPointer(account, name))?.id;
      if (id === undefined) return null;
      const item = await table.get(keys.template(account, id), { consistent: true });
      return item && templateOf(item);
    },

    bySource: async (account, origins) => {
      const sources = origins.map((origin) => keys.templateSource(account, sourceName(origin)));
      const pointers = await table.batchGet(sources, { consistent: true });
      const found = pointers.filter((pointer) => pointer !== null);
      const wanted = found.map((pointer) => keys.template(account, recordOf<TemplatePointer>(pointer).id));
      const items = await table.batchGet(wanted, { consistent: true });
      return pointers.map((pointer) => {
        const item = pointer && items[found.indexOf(pointer)];
        return item ? templateOf(item) : null;
      });
    },

    readBody: (template, version) => readBody({ ...version, id: template.id, account: template.account }),
    list: (account, page) => entriesOf(table, partitions.templates(account), page, templateOf),

    save: async (seen, next) => {
      const guard = seen.published && next.published === null ? await withdrawal(seen) : undefined;
      if (guard === null) return 'changed';
      const writes: Write[] = [
        { label: 'template', put: itemOf(next), ...unchanged(seen) },
        ...pointerWrites(seen, next),
        ...(guard ? [guard] : []),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) {
        await dropUnnamed(seen, versionsOf(next));
        return 'saved';
      }
      // The stored template may be this one, if the SDK repeated the write. Its bodies are kept.
      const current = failure.failed.get('template');
      const stored = current ? versionsOf(templateOf(current)) : [];
      await dropUnnamed(next, [...versionsOf(seen), ...stored]);
      return failure.failed.has('alias') && current === undefined ? 'alias_taken' : 'changed';
    },

    users,
    remove: async (seen) => {
      const guard = await withdrawal(seen);
      if (guard === null) return false;
      const writes: Write[] = [
        guard,
        { delete: keys.template(seen.account, seen.id), ...unchanged(seen) },
        ...(seen.sources ?? []).map((source) => ({ delete: keys.templateSource(seen.account, source) })),
        { delete: keys.templatePointer(seen.account, seen.alias) },
        { delete: keys.templatePointer(seen.account, seen.id) },
        countOneLess(seen.account, 'templates'),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      if (removed) await dropUnnamed(seen, []);
      return removed;
    },

    remembered: (account, name) => {
      const pointer = pointers.get(`${account} ${name}`);
      const body = pointer?.published && bodies.get(pointer.published.revision);
      return pointer && body ? { pointer, body } : null;
    },

    open: async (name, pointer) => {
      if (pointer.published === null) return null;
      const body = await readBody({ ...pointer.published, id: pointer.id, account: pointer.account });
      if (body !== null) pointers.set(`${pointer.account} ${name}`, pointer);
      return body;
    },

    readPointer,
  };
}
