import { countRuns } from '../../shared/domain/counters/count-runs.ts';
import type { RunChange, RunPlace } from '../../shared/domain/ports/counters.ts';
import { endedIn, endedText, runOf } from '../../shared/store/run-items.ts';
import { automationWorld } from '../support/automations.ts';
import { delay } from '../support/definitions.ts';

const rule = { field: 'event.data.plan', operator: 'equals', value: 'pro' };
const either = { type: 'condition', all: [rule] };

type Ends = [step: number, end: 'c' | 't' | 'f' | 's' | 'e'][];

const at = (status: RunPlace['status'], step: number, ends: Ends = []): RunPlace => ({
  status,
  step,
  ended: ends.map(([one, end]) => ({ step: one, end })),
});

async function world() {
  const { ctx, ok, active, mail } = await automationWorld();
  const id = (await active([either, delay, mail])) as RunChange['automation_id'];
  let n = 1;
  const count = (...moves: [before: RunPlace | null, after: RunPlace][]) =>
    countRuns(
      ctx,
      'shard-1',
      moves.map(([before, after]) => ({
        sequence: String(n++),
        automation_id: id,
        version: 1,
        before,
        after,
      })),
    );
  const shown = async () =>
    ((await ok('GET', `/automations/${id}`)).automation as { step_counts: Record<string, number>[] | null })
      .step_counts;
  return { ok, id, count, shown };
}

const none = { open: 0, completed: 0, skipped: 0, failed: 0 };
const plain = { condition_true: null, condition_false: null };

test('an automation counts the runs at each step, and how the step ended', async () => {
  const { count, shown } = await world();
  expect(await shown()).toEqual([
    { ...none, condition_true: 0, condition_false: 0 },
    { ...none, ...plain },
    { ...none, ...plain },
  ]);
  const waiting = at('waiting', 1, [[0, 't']]);
  const sending = at('running', 2, [[1, 'c']]);
  await count(
    [null, at('completed', 0, [[0, 'f']])],
    [null, waiting],
    [null, waiting],
    [null, waiting],
    [waiting, sending],
    [waiting, sending],
    [sending, at('completed', 2, [[2, 'c']])],
    [sending, at('failed', 2, [[2, 'e']])],
  );
  expect(await shown()).toEqual([
    { ...none, completed: 4, condition_true: 3, condition_false: 1 },
    { ...none, ...plain, open: 1, completed: 2 },
    { ...none, ...plain, completed: 1, failed: 1 },
  ]);
});

test('the result of a call that a cancel overtook replaces the skip', async () => {
  const { count, shown } = await world();
  const calling = at('running', 2);
  const cancelled = at('cancelled', 2, [[2, 's']]);
  await count([null, calling], [calling, cancelled]);
  expect((await shown())?.[2]).toMatchObject({ open: 0, skipped: 1, completed: 0 });
  const replaced = at('cancelled', 2, [[2, 'c']]);
  await count([cancelled, replaced]);
  expect((await shown())?.[2]).toMatchObject({ open: 0, skipped: 0, completed: 1 });
  // The call's message arrived twice.
  await count([replaced, at('cancelled', 2, [[2, 'c']])]);
  expect((await shown())?.[2]).toMatchObject({ open: 0, skipped: 0, completed: 1 });
});

test('a run that the previous release brought to a step is not counted there, nor when it leaves', async () => {
  const { count, shown } = await world();
  const old: RunPlace = { status: 'waiting', step: 1, ended: null };
  await count([null, old], [old, at('running', 2, [[1, 'c']])]);
  expect(await shown()).toMatchObject([{ open: 0 }, { open: 0, completed: 1 }, { open: 1 }]);
});

test('the counts are of the definition as it was activated last: a changed one has none', async () => {
  const { ok, id, count, shown } = await world();
  await count([null, at('waiting', 1, [[0, 't']])]);
  await ok('POST', `/automations/${id}`, { action: 'pause' });
  await ok('PATCH', `/automations/${id}`, { name: 'Renamed' });
  expect((await shown())?.[1]).toMatchObject({ open: 1 });
  await ok('PATCH', `/automations/${id}`, { steps: [delay] });
  expect(await shown()).toBeNull();
  await ok('POST', `/automations/${id}`, { action: 'activate' });
  expect(await shown()).toEqual([{ ...none, ...plain }]);
});

test('a run’s item says which steps its last write ended, and nothing after a write that doesn’t', () => {
  const of = (status: string, output: object | null, index: number) => ({ index, status, output }) as never;
  const ended = endedText(3, [
    of('completed', { result: true }, 0),
    of('completed', { result: false, rules: [false] }, 1),
    of('completed', { outcome: 'sent' }, 12),
    of('skipped', { outcome: 'suppressed' }, 13),
    of('failed', null, 49),
  ]);
  const item = { pk: 'RUN#run_1', sk: 'RUN', ended, moves: 3 };
  expect(endedIn(item)?.map(({ step, end }) => `${step}${end}`)).toEqual(['0t', '1f', '12c', '13s', '49e']);
  expect(endedIn({ ...item, ended: endedText(3, []) })).toEqual([]);
  expect(endedIn({ ...item, moves: 4 })).toBeNull();
  expect(endedIn({ pk: 'RUN#run_1', sk: 'RUN', moves: 0 })).toBeNull();
  expect(runOf(item)).not.toHaveProperty('ended');
});
