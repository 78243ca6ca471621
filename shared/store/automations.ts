import { cached, lruCache } from '../core/cache.ts';
import { packJson, unpackJson } from '../core/compress.ts';
import type { Automation, Definition } from '../core/records/automations.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AutomationStore } from '../domain/ports/automations.ts';
import { conditionHeld, retryTransaction, unlessFailed } from './conflicts.ts';
import { objectKeys } from './object-keys.ts';
import type { Objects } from './objects.ts';
import { countOne, countOneLess } from './resource-counts.ts';
import { keys, partitions } from './schema.ts';
import { absent, type Item, recordOf, type Table, type Write } from './table.ts';

/** Compressed definitions up to here are items (U67). */
const itemBody = 24 * 1024;

/** How old an automation may be that a step looks at before its effect (U15). */
const known_ms = 5_000;

/** Definitions that one process keeps; they are immutable. */
const max_remembered = 500;

type Change = { seen: Automation; next: Automation };
type Place = Pick<Automation, 'id' | 'account' | 'revision' | 'place'>;

const itemOf = (automation: Automation): Item => ({
  ...keys.automation(automation.account, automation.id),
  et: 'automation',
  ...automation,
});

/** A cancel of the runs of one that is paused leaves its updated_at. */
const unchanged = ({ updated_at, cancelled_until }: Automation) =>
  cancelled_until === undefined
    ? {
        condition: 'updated_at = :seen AND attribute_not_exists(cancelled_until)',
        values: { ':seen': updated_at },
      }
    : {
        condition: 'updated_at = :seen AND cancelled_until = :cancelled',
        values: { ':seen': updated_at, ':cancelled': cancelled_until },
      };

const headWrite = ({ seen, next }: Change): Write => ({
  label: 'automation',
  put: itemOf(next),
  ...unchanged(seen),
});

/** What an event reads of each automation that it starts: enough to begin a run (U9). */
const triggerOf = ({ id, account, event, version, revision, place }: Automation): Item => ({
  ...keys.trigger(account, event, id),
  et: 'trigger',
  id,
  account,
  version,
  revision,
  place,
});

/** Automations: a small item each, an immutable definition per revision, and what an active one is found by. */
export function automationStore(table: Table, objects: Objects, runtime: Runtime): AutomationStore {
  const remembered = lruCache<Definition>({ max: max_remembered });

  /** The definition that no run can have: it was never activated. One that remains costs storage, no more. */
  async function dropDefinition({ id, account, revision, place, activated }: Automation): Promise<void> {
    if (activated?.revision === revision) return;
    const dropped =
      place === 'object'
        ? objects.remove(objectKeys.definition(account, id, revision))
        : table.delete(keys.definition(id, revision));
    await dropped.catch(() => {});
  }

  /** The writes that take an active automation out of the way of events; none where it is not active. */
  async function withdrawal({ account, id, event, status }: Automation): Promise<Write[]> {
    if (status !== 'active') return [];
    const uses = await table.get(keys.templatesInUse(id), { consistent: true });
    const templates = (uses?.templates as string[] | undefined) ?? [];
    return [
      { delete: keys.trigger(account, event, id) },
      { update: keys.triggerCount(account, event), expression: 'ADD active :less', values: { ':less': -1 } },
      { delete: keys.templatesInUse(id) },
      ...templates.map((template) => ({ delete: keys.templateUse(template, id) })),
    ];
  }

  const write = (writes: Write[]): Promise<'saved' | 'changed'> =>
    unlessFailed(
      retryTransaction(table, runtime, writes).then(() => 'saved' as const),
      () => 'changed' as const,
    );

  async function read(account: string, id: string): Promise<Automation | null> {
    const item = await table.get(keys.automation(account, id), { consistent: true });
    return item && recordOf<Automation>(item);
  }

  const readKnown = cached(runtime.now, known_ms, (name) => {
    const [account = '', id = ''] = name.split(' ');
    return read(account, id);
  });

  return {
    putDefinition: async (account, id, revision, definition) => {
      const content = packJson(definition);
      remembered.set(revision, definition);
      if (content.length > itemBody) {
        await objects.put(objectKeys.definition(account, id, revision), content);
        return 'object' as const;
      }
      await table.put({ ...keys.definition(id, revision), et: 'definition', account, content });
      return 'item' as const;
    },

    readDefinition: async ({ id, account, revision, place }) => {
      const known = remembered.get(revision);
      if (known) return known;
      const content =
        place === 'object'
          ? await objects.get(objectKeys.definition(account, id, revision))
          : (await table.get(keys.definition(id, revision), { consistent: true }))?.content;
      if (!content) return null;
      const definition = unpackJson<Definition>(content as Uint8Array);
      remembered.set(revision, definition);
      return definition;
    },

    create: (automation, limit) => {
      const writes: Write[] = [
        { label: 'count', ...countOne(automation.account, 'automations', limit) },
        { label: 'automation', put: itemOf(automation), condition: absent },
      ];
      return unlessFailed<'created', 'created' | { used: number }>(
        retryTransaction(table, runtime, writes).then(() => 'created'),
        async ({ failed }) => {
          // The id is new: where it exists, the SDK repeated a write whose answer was lost.
          if (failed.has('automation')) return 'created';
          await dropDefinition(automation);
          return { used: (failed.get('count')?.automations as number | undefined) ?? limit };
        },
      );
    },

    get: read,

    known: (account, id) => readKnown(`${account} ${id}`),

    list: async (account, { limit, before }) => {
      const { items, more } = await table.query({
        ...partitions.automations(account),
        descending: true,
        limit,
        consistent: true,
        ...(before !== null && { after: keys.automation(account, before).sk }),
      });
      const entries = items.map((item) => recordOf<Automation>(item));
      return { entries, next: more ? (entries.at(-1)?.id ?? null) : null };
    },

    triggers: async (account, event) => {
      const { items } = await table.query({ ...partitions.triggers(account, event), consistent: true });
      return items.map((item) => recordOf<Place & Pick<Automation, 'version'>>(item));
    },

    save: async (change) => {
      const saved = await write([headWrite(change)]);
      const { seen, next } = change;
      if (saved === 'saved' && seen.revision !== next.revision) await dropDefinition(seen);
      return saved;
    },

    activate: (change, { templates, limit }) => {
      const { account, id, event } = change.next;
      const used = [...new Set(templates)];
      const writes: Write[] = [
        headWrite(change),
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
      return unlessFailed<'saved', 'saved' | 'changed' | 'trigger_limit'>(
        retryTransaction(table, runtime, writes).then(() => 'saved'),
        ({ failed }) => (failed.has('automation') ? 'changed' : 'trigger_limit'),
      );
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
