import { chunksOf } from '../core/in-parallel.ts';
import type { Run } from '../core/records/runs.ts';
import type { Retention } from '../core/retention.ts';
import type { Runtime } from '../core/runtime.ts';
import type { RunChange, RunRowStore, RunStart, RunStore } from '../domain/ports/runs.ts';
import { conditionHeld, failureOf, retryTransaction } from './conflicts.ts';
import { join } from './joined.ts';
import { newestPage, queryAll } from './pages.ts';
import { endedText, fieldsOf, nothing, recordOfStep, runItem, runOf, stepItem } from './run-items.ts';
import { indexes, keys, partitions, personKeys, runIdOf, ttlAfter } from './schema.ts';
import { absent, currentOf, type Item, isExpired, type Table, type Write } from './table.ts';
import { setFields } from './updates.ts';

/** Runs per transaction. Few enough that a concurrent move rarely breaks it. */
const runsPerWrite = 20;

/** All fields that a move writes. Undefined removes a field. */
function changeOf({ seen, next, ended }: RunChange): Record<string, unknown> {
  const fields = fieldsOf(next);
  const names = [...Object.keys(nothing), 'match'].filter((name) => name !== 'email' && name !== 'user_id');
  const removed = Object.fromEntries(names.map((name) => [name, undefined]));
  const moves = seen.moves + 1;
  return { ...removed, ...fields, moves, ended: endedText(moves, ended) };
}

export function runStore(
  table: Table,
  runtime: Runtime,
  retention: Retention,
): Omit<RunStore, keyof RunRowStore> {
  const currentRun = (item: Item | null): Run | null =>
    item === null || isExpired(item, runtime.now()) ? null : runOf(item);

  /** The writes for a run's move, on the condition that no other move came first. */
  const changeWrites = (change: RunChange): Write[] => {
    const { seen, ended } = change;
    const { completed_at } = change.next;
    const ttl = completed_at === null ? undefined : ttlAfter(completed_at, retention.run);
    const when = { condition: 'moves = :seen', values: { ':seen': seen.moves } };
    return [
      { label: 'run', ...setFields(keys.run(seen.id), { ...changeOf(change), ttl }, when) },
      ...ended.map((record) => ({ put: stepItem(seen, record, retention.run) })),
    ];
  };

  const entryWrites = (run: Run, entry: RunStart['entry']): Write[] => {
    if (entry === 'free') return [];
    const { id, automation_id, account, email, user_id } = run;
    // Run ids are in the order of their events.
    const again = entry.before === null ? '' : ' OR run < :before';
    return personKeys({ email, user_id }).map((person) => ({
      label: 'entry',
      put: { ...keys.entry(automation_id, person), et: 'entry', account, run: id },
      condition: `${absent} OR run = :run${again}`,
      values: { ':run': id, ...(entry.before !== null && { ':before': entry.before }) },
    }));
  };

  const startWrites = ({ run, ended, entry, shards }: RunStart): Write[] => [
    {
      label: 'run',
      put: { ...runItem(run, shards, retention.run), ended: endedText(run.moves, ended) },
      condition: absent,
    },
    ...entryWrites(run, entry),
    ...ended.map((record) => ({ put: stepItem(run, record, retention.run) })),
  ];

  const save = (change: RunChange): Promise<boolean> =>
    conditionHeld(retryTransaction(table, runtime, changeWrites(change)));

  /** Saves all changes in one transaction. If a condition fails, saves each change separately. */
  const savePack = async (pack: RunChange[]): Promise<boolean[]> => {
    const saved = await conditionHeld(retryTransaction(table, runtime, pack.flatMap(changeWrites)));
    return saved ? pack.map(() => true) : Promise.all(pack.map(save));
  };

  return {
    get: async (id) => currentRun(await table.get(keys.run(id), { consistent: true })),
    find: async (ids) => (await table.batchGet(ids.map(keys.run), { consistent: true })).map(currentRun),

    open: async (id) => {
      const items = await queryAll(table, { ...partitions.run(id), consistent: true });
      const item = items.find(({ sk }) => sk === keys.run(id).sk) ?? null;
      const run = currentRun(item);
      return run && { run, records: items.filter((one) => one !== item).map(recordOfStep) };
    },

    start: async (start) => {
      const failure = await failureOf(retryTransaction(table, runtime, startWrites(start)));
      if (failure === null) return 'started';
      return failure.failed.has('entry') && !failure.failed.has('run') ? 'entered' : 'exists';
    },

    save,
    saveAll: async (changes) => (await Promise.all(chunksOf(changes, runsPerWrite).map(savePack))).flat(),

    joined: (change) => join(changeWrites(change)),

    list: async (automation, { email, shards, limit, before }) => {
      const index = (shard: number) =>
        email === null ? indexes.runs(automation, shard) : indexes.runsOfPerson(automation, email);
      const page = { shards: email === null ? shards : 1, limit, before };
      const { items, next } = await newestPage(table, page, index, runIdOf);
      const found = await table.batchGet(items.map((item) => keys.run(runIdOf(item))));
      return { entries: currentOf(found, runtime.now()).map(runOf), next };
    },
  };
}
