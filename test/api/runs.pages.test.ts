import * as z from 'zod';
import type { Id } from '../../shared/core/runtime.ts';
import type { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { automationWorld } from '../support/automations.ts';
import { sweepOf } from '../support/sweep.ts';

/** The messages of runs that 0.1 reads. */
const LastRelease = z.union([
  z.object({ id: z.string(), account: z.string(), step: z.int(), tries: z.int(), from: z.int().optional() }),
  z.object({ event: z.string(), account: z.string(), from: z.int().optional() }),
  z.object({
    automation: z.string(),
    account: z.string(),
    removed: z.boolean(),
    until: z.string(),
    due: z.int(),
  }),
]);

const person = { user_id: 'u1' };

type World = Awaited<ReturnType<typeof automationWorld>>;

/** Rows of runs that were never made, which an event of this name reads before those of waits. */
async function putRows({ account, ctx }: World, event: string, number: number): Promise<void> {
  const rows = Array.from({ length: number }, () => {
    const run = { ...person, email: null, id: ctx.runtime.id('run'), account: account.id };
    return { run: { ...run, automation_id: ctx.runtime.id('aut') }, cancels: [event], wait: null };
  });
  await Promise.all(rows.map((row) => ctx.runs.putRows(row, { kept_s: 86_400 })));
}

/** What the queue of runs has of events; all of it is taken. */
const takeEvents = ({ run_messages }: World): AdvanceMessage[] =>
  run_messages
    .splice(0)
    .map(({ message }) => message)
    .filter((message) => 'event' in message || 'paged_event' in message);

const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 3_600 };

test('waits behind thousands of rows of their person are ended by the queue, page by page [U6, U75]', async () => {
  const world = await automationWorld();
  const { active, advance, clock, ctx, account, post, runsOf } = world;
  const automation = await active([wait, wait]);
  const paid = () => post({ ...person, name: 'paid' }, 'paid');
  await putRows(world, 'paid', 5_001);
  await post(person);
  clock.advance(1_000);
  const answer = await paid();
  let messages = takeEvents(world);
  const read = [];
  clock.advance(1_000);
  await post(person);
  while (messages.length > 0) {
    // A message comes twice, and the worker of the first died before it was deleted.
    for (const message of [...messages, ...messages]) await advance(message);
    read.push(...messages.filter((message) => LastRelease.safeParse(message).success));
    const [first] = takeEvents(world);
    messages = first ? [first] : [];
    expect(await paid()).toEqual(answer);
    takeEvents(world);
  }
  const shown = (await runsOf(automation)).map(({ status, step_index }) => [status, step_index]);
  expect(shown).toEqual([
    ['waiting', 0],
    ['waiting', 1],
  ]);
  expect(answer.resumed_runs).toBe(0);
  // A worker of 0.1 would end the event with the page that it finds: what it cannot read comes again (P5).
  expect(read).toEqual([]);
  // All of it is done: no sweep begins it again.
  clock.advance(600_000);
  const isMine = async (id: string) =>
    id.startsWith('ae_') && (await ctx.custom_events.get(id as Id<'ae'>))?.account === account.id;
  await sweepOf(ctx, isMine);
  expect(takeEvents(world)).toEqual([]);
});

test('the runs of what is no id of an automation are 404, and the table is not read for them [A71]', async () => {
  const { call, ctx } = await automationWorld();
  let reads = 0;
  const { list } = ctx.runs;
  const count: typeof list = (...args) => {
    reads++;
    return list(...args);
  };
  ctx.runs = { ...ctx.runs, list: count };
  const statusOf = async (id: string) => (await call('GET', `/automations/${id}/runs`)).status;
  expect([await statusOf(`aut_${'0'.repeat(3_000)}`), await statusOf('x'), reads]).toEqual([404, 404, 0]);
});
