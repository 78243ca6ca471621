import { hour, minute, recoveringWorld } from './recovering.ts';

type World = ReturnType<typeof recoveringWorld>;

/** Publishes `events` events, one a second, and waits until each has failed. */
async function failAll(world: World, events: number): Promise<string[]> {
  world.state.status = null;
  const ids: string[] = [];
  for (let i = 0; i < events; i++) {
    ids.push(await world.publish());
    await world.run(world.now() + 1_000);
  }
  while (world.failed.size < events) await world.run(world.now() + 10_000);
  return ids;
}

/** Each event has one failed delivery and one replay of it, which was delivered; nothing is open, queued or recovering. */
function expectReplayedOnce(world: World, events: string[]) {
  for (const event of events) {
    const rows = world.deliveriesOf(event);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect(rows[1]?.first_id).toBe(rows[0]?.id);
    const answered = world.succeeded().filter(({ event_id }) => event_id === event);
    expect(new Set(answered.map(({ delivery_id }) => delivery_id))).toEqual(new Set([rows[1]?.id]));
  }
  expect(world.failed.size).toBe(0);
  expect(world.current().recover_at).toBeUndefined();
  expect(world.current().failing_since).toBeUndefined();
}

test('while an endpoint is down it gets a probe after 1, 1, 2, 4 and 8 minutes, then every 15, for 24 hours at most [N3]', async () => {
  const world = recoveringWorld();
  const [event = ''] = await failAll(world, 1);
  const failed_at = world.now();
  await world.run();
  const probes = world.posted.slice(5);
  const gaps = probes.map(({ at }, i) => Math.round((at - (probes[i - 1]?.at ?? failed_at)) / minute));
  expect(gaps.slice(0, 7)).toEqual([1, 1, 2, 4, 8, 15, 15]);
  expect(new Set(gaps.slice(7))).toEqual(new Set([15]));
  expect((probes.at(-1)?.at ?? 0) - failed_at).toBeLessThanOrEqual(24 * hour);
  expect(probes.length).toBeGreaterThan(90);
  expect(probes.length).toBeLessThan(110);
  expect(new Set(probes.map(({ delivery_id }) => delivery_id)).size).toBe(1);
  // Nothing goes on for what is older, and by hand it is replayed for 30 days.
  expect(world.deliveriesOf(event).map(({ status }) => status)).toEqual(['failed']);
  expect(world.failed.size).toBe(1);
  expect(world.current().recover_at).toBeUndefined();
  expect(world.counts.longest_delay_s).toBeLessThanOrEqual(900);
});

test('a delivery that succeeds is a sign, too: the failures follow at once [N3]', async () => {
  const world = recoveringWorld();
  const events = await failAll(world, 3);
  await world.run(world.now() + hour);
  world.state.status = 200;
  const back = world.now();
  await world.publish();
  await world.run(back + minute);
  expectReplayedOnce(
    { ...world, current: () => ({ ...world.current(), recover_at: undefined }) } as World,
    events,
  );
  await world.run();
  expectReplayedOnce(world, events);
});

test('only the recovery check scheduled for recover_at probes the endpoint, and an older one does nothing [N3]', async () => {
  const world = recoveringWorld();
  await failAll(world, 1);
  const at = world.current().recover_at ?? 0;
  const [account, webhook_id] = [world.account.id, world.endpoint.id];
  const older = { kind: 'recover', account, webhook_id, at: at - 1, failed: 0 } as const;
  await world.ctx.queues.recover({ ...older, after: null, next_due: null, last: false }, 0);
  await world.run(at - 1);
  expect([world.counts.looks, world.counts.probes]).toEqual([1, 0]);
  await world.run(at + 1_000);
  expect([world.counts.looks, world.counts.probes]).toEqual([2, 1]);
});

test('auto_replay false, and an endpoint of an older release: nothing is replayed by itself [N3]', async () => {
  for (const auto_replay of [false, undefined]) {
    const world = recoveringWorld({ endpoint: { auto_replay } });
    await failAll(world, 2);
    world.state.status = 200;
    await world.publish();
    await world.run();
    expect(world.counts.looks).toBe(0);
    expect(world.failed.size).toBe(2);
    expect(world.succeeded()).toHaveLength(1);
  }
});

test('a failed test is not replayed by itself and begins nothing; next to others it is passed over [N3]', async () => {
  const world = recoveringWorld();
  const [event = ''] = await failAll(world, 2);
  const [row] = world.deliveriesOf(event);
  if (row) world.putRow({ ...row, test: true });
  world.state.status = 200;
  await world.run();
  expect(world.deliveriesOf(event)).toHaveLength(1);
  expect([...world.failed.keys()]).toEqual([row?.id]);
  expect(world.succeeded()).toHaveLength(1);
  expect(world.current().recover_at).toBeUndefined();
});

test('failures of tenants that the filter has no more are passed over, however many come before the others [N3, E57]', async () => {
  const world = recoveringWorld();
  const events = await failAll(world, 250);
  const last = events.at(-1) ?? '';
  const [row] = world.deliveriesOf(last);
  if (row) world.putRow({ ...row, tenant: 'ten_b' });
  world.endpoints.set(world.endpoint.id, { ...world.current(), tenants: ['ten_b'] });
  world.state.status = 200;
  await world.run();
  expect(world.succeeded().map(({ event_id }) => event_id)).toEqual([last]);
  expect(world.failed.size).toBe(249);
  expect(world.current().recover_at).toBeUndefined();
});

test('what its receiver always refuses is replayed about nine times in 24 hours, while the others are replayed once [N3]', async () => {
  const world = recoveringWorld();
  const events = await failAll(world, 4);
  const [refused = '', ...others] = events;
  world.state.status = 200;
  world.state.statusOf = (event) => (event === refused ? 422 : null);
  await world.run();
  for (const event of others) {
    expect(world.deliveriesOf(event).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  }
  const replays = world.deliveriesOf(refused).slice(1);
  expect(replays.length).toBeLessThanOrEqual(10);
  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set(['failed']));
  expect(world.current().recover_at).toBeUndefined();
});

test('an endpoint that fails again in between gets no more than a page, and the rest when it is back [N3]', async () => {
  const world = recoveringWorld();
  const events = await failAll(world, 350);
  world.state.status = 200;
  while (world.succeeded().length < 150) await world.run(world.now() + 1_000);
  world.state.status = 503;
  const down = world.posted.length;
  await world.run(world.now() + 2 * hour);
  const meanwhile = world.posted.slice(down);
  const first = new Set(meanwhile.map(({ delivery_id }) => delivery_id));
  // One page was on its way; then there are probes.
  expect(first.size).toBeLessThan(120);
  world.state.status = 200;
  await world.run();
  for (const event of events) {
    const rows = world.deliveriesOf(event);
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(1);
    expect(world.succeeded().filter(({ event_id }) => event_id === event)).toHaveLength(1);
  }
  expect(world.failed.size).toBe(0);
});

test.each([
  ['disabled', { enabled: false }],
  ['switched to auto_replay false', { auto_replay: false }],
  ['deleted', null],
])('a recovery ends when its endpoint is %s [N3]', async (_what, change) => {
  const world = recoveringWorld();
  await failAll(world, 2);
  if (change === null) world.endpoints.delete(world.endpoint.id);
  else world.endpoints.set(world.endpoint.id, { ...world.current(), ...change });
  world.state.status = 200;
  const before = world.counts.looks;
  await world.run();
  expect(world.counts.looks).toBeLessThanOrEqual(before + 1);
  expect(world.succeeded()).toEqual([]);
});

test('a probe that is answered with 410 disables the endpoint and notifies its owner [E29]', async () => {
  const world = recoveringWorld();
  await failAll(world, 2);
  world.state.status = 410;
  await world.run();
  expect(world.current()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(world.mails).toHaveLength(1);
});

test.each(['before', 'after'] as const)(
  'wherever the look dies whose probe is answered with 410, %s the call, the owner is notified once [E51]',
  async (phase) => {
    const names: string[] = [];
    for (let call = 1; call === 1 || names.length === call - 1; call++) {
      const world = recoveringWorld();
      await failAll(world, 2);
      names.length = 0;
      world.state.status = 410;
      world.state.death = { call, phase, names };
      await world.run();
      expect([call, world.current().disabled_reason, world.mails.length]).toEqual([call, 'gone', 1]);
    }
    expect(names).toContain('disable');
  },
);

test('failed probes do not count towards disabling [E21]', async () => {
  const world = recoveringWorld();
  await failAll(world, 1);
  await world.run();
  expect(world.current()).toMatchObject({ enabled: true, failing_count: 1 });
});

test('an endpoint that hangs gets the probes of its own recovery from the one slot a minute [E66]', async () => {
  const world = recoveringWorld();
  await failAll(world, 2);
  const now = world.now();
  const short = { timeouts: 3, short_until: now + 10 * minute, short_since: now };
  world.endpoints.set(world.endpoint.id, { ...world.current(), ...short });
  const before = world.posted.length;
  await world.run(now + 10 * minute);
  expect(world.posted).toHaveLength(before);
  world.state.status = 200;
  await world.run();
  expect(world.succeeded()).toHaveLength(2);
  expect(world.current().short_until).toBeUndefined();
});

test('a failure that is recorded while a recovery ends is found [N3]', async () => {
  const found: string[] = [];
  // The first one has failed after 275 s, is replayed 60 s later, and 10 and 70 s after that nothing else is to be found.
  for (let at_s = 40; at_s <= 240; at_s += 2) {
    const world = recoveringWorld();
    const events = new Map<string, number>();
    // Either is refused five times.
    world.state.statusOf = (event) => {
      const refused = (events.get(event) ?? 0) + 1;
      events.set(event, refused);
      return refused <= 5 ? 500 : 200;
    };
    const first = await world.publish();
    await world.run(world.now() + at_s * 1_000);
    const recovering = () => world.current().recover_at !== undefined;
    const second = await world.publish();
    await world.run(world.now() + 275_000);
    found.push(`${recovering()}`);
    await world.run();
    expectReplayedOnce(world, [first, second]);
  }
  expect(new Set(found)).toEqual(new Set(['true', 'false']));
});

test('a look that dies at any of its calls, before or after, is completed: one replay of each, one delivery of each [N3]', async () => {
  const names: string[] = [];
  let calls = 0;
  for (let call = 1; ; call++) {
    let beyond = false;
    for (const phase of ['before', 'after'] as const) {
      const world = recoveringWorld();
      const events = await failAll(world, 3);
      world.state.status = 200;
      const made: string[] = [];
      world.state.death = { call, phase, names: made };
      await world.run();
      beyond = made.length < call;
      if (!beyond && phase === 'before') names.push(made.at(-1) ?? '');
      if (!beyond) calls++;
      expectReplayedOnce(world, events);
      // At least once: the one whose answer was lost came twice, under one delivery id.
      expect(world.succeeded().length).toBeLessThanOrEqual(4);
    }
    if (beyond) break;
  }
  expect(calls).toBeGreaterThan(20);
  for (const name of [
    'post',
    'claimReplays',
    'record',
    'closeFailures',
    'putPending',
    'queue deliveries',
    'queue a look',
    'setRecovery',
  ])
    expect(names).toContain(name);
});
