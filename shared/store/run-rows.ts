import { minuteOf } from '../core/days.ts';
import type { Run } from '../core/records/runs.ts';
import type { Id, Runtime } from '../core/runtime.ts';
import { waitName } from '../core/wait-names.ts';
import type { Cancellation, RunRowStore, RunRows, Subscriber } from '../domain/ports/runs.ts';
import { conditionHeld } from './conflicts.ts';
import { outboxRow } from './outbox.ts';
import { type Key, keys, partitions, personKeys, subscribedStep } from './schema.ts';
import { absent, type Item, type Query, readRecord, recordOf, type Table } from './table.ts';

/** A batch can contain each key only once. */
const distinct = (all: Key[]): Key[] => [...new Map(all.map((key) => [key.pk, key])).values()];

/** Max rows that an event reads per key of a person, because its plan is one item, even for two keys. */
const maxRows = 5_000;
const pageRows = 1_000;

/**
 * The minute in which the sweep looks for a finished wait. One minute later than the wait, because its timer
 * may be late.
 */
const waitMinute = (until: string): number => minuteOf(until) + 1;

export function runRowStore(table: Table, runtime: Runtime): RunRowStore {
  /** The row of a wait at this step only. A wait in the same minute at another step has its own. */
  const waitRow = (run: Id<'run'>, step: number, account: Id<'acc'>, minute: number): Item =>
    outboxRow(minute, waitName(run, step), 'run_due', { account });

  const subscriptionsOf = ({ run, cancels, wait }: RunRows) =>
    personKeys(run).flatMap((person) => {
      const ended = cancels.map((name) => keys.cancelSubscription(run.account, name, person, run.id));
      if (!wait || wait.event === null) return ended;
      const resumed = { run: run.id, step: wait.step };
      return [...ended, keys.waitSubscription(run.account, wait.event, person, resumed)];
    });

  const dueOf = ({ run, wait }: RunRows): Key[] =>
    wait ? [keys.outbox(waitMinute(wait.until), waitName(run.id, wait.step))] : [];

  /** `last` is the last row that was read, if there are more. */
  async function subscribersOf(rows: Query, from: string | null): Promise<{ found: Item[]; last: string[] }> {
    const found: Item[] = [];
    for (let after = from; ; ) {
      const range = { ...rows, ...(after !== null && { after }) };
      const { items, more } = await table.query({ ...range, consistent: true, limit: pageRows });
      found.push(...items);
      after = items.at(-1)?.sk ?? null;
      if (!more || after === null) return { found, last: [] };
      if (found.length >= maxRows) return { found, last: [after] };
    }
  }

  return {
    putRows: async (rows, { kept_s }) => {
      const { id, account, automation_id } = rows.run;
      const ttl = Math.ceil(runtime.now() / 1000) + kept_s;
      const item = { et: 'subscription', ttl, account, run: id, automation_id };
      const subscriptions = subscriptionsOf(rows).map((key) => ({ ...key, ...item }));
      const { wait } = rows;
      const due = wait ? [waitRow(id, wait.step, account, waitMinute(wait.until))] : [];
      await table.batchWrite({ puts: [...subscriptions, ...due] });
    },

    dropRows: (rows) =>
      table.batchWrite({ deletes: rows.flatMap((one) => [...subscriptionsOf(one), ...dueOf(one)]) }),

    moveRow: ({ run, step, account }, from, to) =>
      table.batchWrite({
        puts: [waitRow(run, step, account, to)],
        deletes: [keys.outbox(from, waitName(run, step))],
      }),

    dropRow: ({ run, step }, minute) => table.delete(keys.outbox(minute, waitName(run, step))),
    putCancellation: ({ automation, due, ...rest }) => {
      const row = outboxRow(due, automation, 'cancelling_runs', { automation, due, ...rest });
      return conditionHeld(table.put(row, { condition: absent }));
    },
    getCancellation: (automation, minute) => readRecord<Cancellation>(table, keys.outbox(minute, automation)),
    endCancellation: (automation, minute) => table.delete(keys.outbox(minute, automation)),
    dropEntries: (runs) => {
      const entriesOf = (run: Run) => personKeys(run).map((person) => keys.entry(run.automation_id, person));
      return table.batchWrite({ deletes: distinct(runs.flatMap(entriesOf)) });
    },

    dropSubscribers: ({ account, name, person }, rows) => {
      const keyOf = ({ run, step }: Subscriber, key: string) =>
        step === null
          ? keys.cancelSubscription(account, name, key, run)
          : keys.waitSubscription(account, name, key, { run, step });
      const deletes = personKeys(person).flatMap((key) => rows.map((row) => keyOf(row, key)));
      return table.batchWrite({ deletes });
    },

    subscribers: async ({ account, name, person }, after) => {
      const rowsOf = (key: string) => subscribersOf(partitions.subscriptions(account, name, key), after);
      const read = await Promise.all(personKeys(person).map(rowsOf));
      // If one key's rows go beyond another key's last row, they are read with the next page.
      const [next = null] = read.flatMap(({ last }) => last).sort();
      const found = read.flatMap((one) => one.found).filter(({ sk }) => next === null || sk <= next);
      const rows = [...new Map(found.map((item) => [item.sk, item])).values()]
        .sort((a, b) => (a.sk < b.sk ? -1 : 1))
        .map((item) => {
          const { run, automation_id } = recordOf<Subscriber>(item);
          return { run, automation_id, step: subscribedStep(item) };
        });
      return { rows, next };
    },
  };
}
