import { until } from '../support/until.ts';
import { mail, startWorld, type World } from './world.ts';

let world: World;
/** What the topic got, in order. */
let heard: string[];
beforeEach(async () => {
  heard = [];
  world = await startWorld({
    publish: async (_, json) => heard.push(JSON.parse(json).eventType),
  });
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

const send = () => world.send(mail(), { to: ['a@example.net'], set: 'test-opportunistic' });
const hears = (count: number) =>
  until(async () => heard.length === count, { within_ms: 5_000, what: `${count} events` });

test('fail_after_accept: the message is taken, its events come, and the caller only sees a cut connection', async () => {
  await world.control({ fail_after_accept: 1 });
  await expect(send()).rejects.not.toHaveProperty('$response');
  await hears(2);
  await send();
  expect(await world.messages()).toHaveLength(2);
});

test('held events come when they are let go, doubled ones twice; under reject_all none is delivered', async () => {
  await world.control({ hold_events: true, duplicate: 2 });
  await send();
  expect([(await world.status()).stats.events_waiting, heard]).toEqual([4, []]);
  await world.control({ hold_events: false, reject_all: true });
  await hears(4);
  expect(heard).toEqual(['Send', 'Send', 'Delivery', 'Delivery']);
  await send();
  await hears(6);
  expect(heard.slice(4)).toEqual(['Reject', 'Reject']);
});

test('nonsense changes no setting, DELETE restores the start', async () => {
  for (const bad of [{ unknown: 1 }, { delay_ms: -1 }, { shuffle: 'yes' }])
    expect((await world.control(bad)).status).toBe(400);
  await world.control({ delay_ms: 5, shuffle: true });
  expect(await world.status()).toMatchObject({ delay_ms: 5, shuffle: true });
  await fetch(`${world.ses.url}/_control`, { method: 'DELETE' });
  expect(await world.status()).toMatchObject({ delay_ms: 0, shuffle: false, duplicate: 1 });
});
