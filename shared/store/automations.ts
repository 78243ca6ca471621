import { cached, lruCache } from '../core/cache.ts';
import { compress, decompress } from '../core/compress.ts';
import type { Automation, Definition } from '../core/records/automations.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import type { AutomationStore } from '../domain/ports/automations.ts';
import { conditionHeld, failureOf, retryTransaction } from './conflicts.ts';
import { type Objects, objectKeys } from './objects.ts';
import { entriesOf } from './pages.ts';
import { countOne, countOneLess, usedOf } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, readRecord, recordOf, type Table, type Write } from './table.ts';
import { guarded, readGuard } from './template-guard.ts';
import { pointerOfItem } from './templates.ts';

/** Max bytes of a compressed definition stored as an item. */
const itemBody = 24 * 1024;

/** The maximum age of the automation record that a step checks before its effect. */
const known_ms = 5_000;

/** Max weight of the immutable definitions cached per process. One unit takes 2 to 7 bytes of memory. */
const maxWeight = 20_000_000;

/** Weighs a definition by its JSON length. An empty object takes 3 characters but 64 bytes of memory. */
const weightOf = (json: string): number => json.length + 32 * (json.match(/[[{]/g)?.length ?? 0);

const itemOf = (automation: Automation): Item => ({
  ...keys.automation(automation.account, automation.id),
  et: 'automation',
  ...automation,
});

/**
 * The condition that the automation is unchanged. Cancelling the runs of a paused one doesn't change its
 * updated_at.
 */
function unchanged({ updated_at, cancelled_until: until }: Automation) {
  const cancelled =
    until === undefined ? 'attribute_not_exists(cancelled_until)' : 'cancelled_until = :cancelled';
  const values = { ':seen': updated_at, ...(until !== undefined && { ':cancelled': until }) };
  return { condition: `updated_at = :seen AND ${cancelled}`, values };
}

const headWrite = ({ seen, next }: { seen: Automation; next: Automation }): Write => ({
  label: 'automation',
  put: itemOf(next),
  ...unchanged(seen),
});

/** The data that an event reads of each automation it starts, enough to begin a run. */
const triggerOf = ({ event, ...automation }: Automation): Item => {
  const { id, account, version, revision, place } = automation;
  return { ...keys.trigger(account, event, id), et: 'trigger', id, account, version, revision, place };
};

/**
 * Automations: a small item each, an immutable definition per revision, and items by which events find active
 * ones.
 */
export function automationStore(table: Table, objects: Objects, runtime: Runtime): AutomationStore {
  const definitions = lruCache<{ definition: Definition; weight: number }>({
    max: maxWeight,
    weigh: ({ weight }) => weight,
  });

  /** Removes a definition that was never activated, so no run uses it. One left behind costs only storage. */
  async function dropDefinition({ id, account, revision, place, activated }: Automation): Promise<void> {
    if (activated?.revision === revision) return;
    const dropped =
      place === 'object'
        ? objects.remove(objectKeys.definition(account, id, revision))
        : table.delete(keys.definition(id, revision));
    await dropped.catch(() => {});
  }

  /** The writes that hide an active automation from events. Empty if it isn't active. */
  async function withdrawal({ account, id, event, status }: Automation): Promise<Write[]> {
    if (status !== 'active') return [];
    const uses = await readRecord<{ templates: Id<'tpl'>[] }>(table, keys.templatesInUse(id));
    return [
      { delete: keys.trigger(account, event, id) },
      { update: keys.triggerCount(account, event), expression: 'ADD active :less', values: { ':less': -1 } },
      { delete: keys.templatesInUse(id) },
      ...(uses?.templates ?? []).map((template) => ({ delete: keys.templateUse(template, id) })),
    ];
  }

  /** Whether all these templates are still published, as the activation found them. */
  async function arePublished(account: Id<'acc'>, templates: Id<'tpl'>[]): Promise<boolean> {
    const pointers = templates.map((id) => keys.templatePointer(account, id));
    const found = await table.batchGet(pointers, { consistent: true });
    return found.every((pointer) => pointer !== null && pointerOfItem(pointer)?.published !== null);
  }

  const write = async (writes: Write[]): Promise<'saved' | 'changed'> =>
    (await conditionHeld(retryTransaction(table, runtime, writes))) ? 'saved' : 'changed';

  const read = (account: Id<'acc'>, id: Id<'aut'>) =>
    readRecord<Automation>(table, keys.automation(account, id));

  const readKnown = cached(runtime.now, known_ms, (name) => {
    const [account, id] = name.split(' ') as [Id<'acc'>, Id<'aut'>];
    return read(account, id);
  });

  return {
    putDefinition: async (account, id, revision, definition) => {
      const json = JSON.stringify(definition);
      const content = compress(Buffer.from(json));
      definitions.set(revision, { definition, weight: weightOf(json) });
      if (content.length > itemBody) {
        await objects.put(objectKeys.definition(account, id, revision), content);
        return 'object';
      }
      await table.put({ ...keys.definition(id, revision), et: 'definition', account, content });
      return 'item';
    },

    readDefinition: async ({ id, account, revision, place }) => {
      const known = definitions.get(revision);
      if (known) return known.definition;
      const content =
        place === 'object'
          ? await objects.get(objectKeys.definition(account, id, revision))
          : (await readRecord<{ content: Uint8Array }>(table, keys.definition(id, revision)))?.content;
      if (!content) return null;
      const json = decompress(content).toString();
      const definition = JSON.parse(json) as Definition;
      definitions.set(revision, { definition, weight: weightOf(json) });
      return definition;
    },

    create: async (automation, limit) => {
      const writes: Write[] = [
        countOne(automation.account, 'automations', limit),
        { label: 'automation', put: itemOf(automation), condition: absent },
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      // The id is new, so an existing item means the SDK repeated a write whose response was lost.
      if (failure === null || failure.failed.has('automation')) return 'created';
      await dropDefinition(automation);
      return { used: usedOf(failure, 'automations', limit) };
    },

    get: read,
    known: (account, id) => readKnown(`${account} ${id}`),
    list: (account, page) => entriesOf<Automation>(table, partitions.automations(account), page),
    triggers: async (account, event) => {
      const { items } = await table.query({ ...partitions.triggers(account, event), consistent: true });
      return items.map(recordOf<Pick<Automation, 'id' | 'account' | 'version' | 'revision' | 'place'>>);
    },

    save: async (change) => {
      const saved = await write([headWrite(change)]);
      const { seen, next } = change;
      if (saved === 'saved' && seen.revision !== next.revision) await dropDefinition(seen);
      return saved;
    },

    activate: async (change, { templates, limit }) => {
      const { account, id, event } = change.next;
      const used = [...new Set(templates)];
      const guard = used.length > 0 ? [guarded(account, 'activations', await readGuard(table, account))] : [];
      if (!(await arePublished(account, used))) return 'changed';
      const writes: Write[] = [
        headWrite(change),
        ...guard,
        { put: triggerOf(change.next) },
        {
          label: 'count',
          update: keys.triggerCount(account, event),
          expression: 'ADD active :one',
          condition: 'attribute_not_exists(active) OR active < :limit',
          values: { ':one': 1, ':limit': limit },
        },
        { put: { ...keys.templatesInUse(id), et: 'uses', account, templates: used } },
        ...used.map((template) => ({
          put: { ...keys.templateUse(template, id), et: 'use', account, automation: id },
        })),
      ];
      const failure = await failureOf(retryTransaction(table, runtime, writes));
      if (failure === null) return 'saved';
      const isOver = failure.failed.has('count') && !failure.failed.has('automation');
      return isOver ? 'trigger_limit' : 'changed';
    },

    pause: async (change) => write([headWrite(change), ...(await withdrawal(change.seen))]),

    remove: async (seen) => {
      const writes: Write[] = [
        { delete: keys.automation(seen.account, seen.id), ...unchanged(seen) },
        countOneLess(seen.account, 'automations'),
        ...(await withdrawal(seen)),
      ];
      const removed = await conditionHeld(retryTransaction(table, runtime, writes));
      if (removed) await dropDefinition(seen);
      return removed;
    },
  };
}
