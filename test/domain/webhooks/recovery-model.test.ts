import { cases } from '../../support/whole.ts';
import { hour, minute, recoveringWorld } from './recovering.ts';

const events = cases(5_000);
const outage_ms = 3 * hour;

/** 5,000 events in three hours to an endpoint that takes no connection, until it is back. */
async function outage() {
  const world = recoveringWorld();
  world.state.status = null;
  const began = world.now();
  const ids: string[] = [];
  for (let i = 0; i < events; i++)
    world.at(began + (i * outage_ms) / events, async () => void ids.push(await world.publish()));
  await world.run(began + outage_ms + 10 * minute);
  return { ...world, ids, probes_down: world.posted.length - 5 * events };
}

test.each([
  ['nothing else happens: a probe finds it', 15 * minute, false],
  ['another event follows: its delivery does', 10_000, true],
])('N3: down for 3 hours with 5,000 failures, and back. %s', async (_how, noticed_ms, event) => {
  const world = await outage();
  expect(world.failed.size).toBe(events);
  const down = { probes: world.probes_down, looks: world.counts.looks };
  world.state.status = 200;
  const back = world.now();
  if (event) await world.publish();
  await world.run();
  const replayed = world.succeeded().filter(({ event_id }) => world.ids.includes(event_id));
  expect(replayed).toHaveLength(events);
  expect(new Set(replayed.map(({ event_id }) => event_id)).size).toBe(events);
  expect(world.failed.size).toBe(0);
  expect(world.rows.size).toBe(2 * events + (event ? 1 : 0));
  expect(world.current().recover_at).toBeUndefined();
  const first_s = ((replayed[0]?.at ?? 0) - back) / 1_000;
  const last_s = ((replayed.at(-1)?.at ?? 0) - back) / 1_000;
  process.stderr.write(`${JSON.stringify({ events, down, looks: world.counts.looks, first_s, last_s })}\n`);
  expect(first_s).toBeLessThanOrEqual(noticed_ms / 1_000);
  // A hundred each 10 s.
  expect(last_s - first_s).toBeLessThanOrEqual(events / 10 + 10);
  expect(down.probes).toBeLessThanOrEqual(outage_ms / (15 * minute) + 6);
  expect(world.counts.looks - down.looks).toBeLessThanOrEqual(events / 100 + 5);
});
