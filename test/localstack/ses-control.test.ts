import { mail, startWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ rate: 1_000 });
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

const send = (to: string, emailId = 'msg_1') =>
  world.send(mail(), { to: [to], set: 'test-opportunistic', tags: [['email_id', emailId]] });

test('messages are found by recipient, without case, and by tag', async () => {
  const { MessageId } = await send('Bob@example.net', 'msg_bob');
  await send('eve@example.net', 'msg_eve');
  const [bob] = await world.messages('?to=bob@EXAMPLE.net');
  expect(bob).toMatchObject({
    message_id: MessageId,
    operation: 'SendEmail',
    source: 'ann@example.com',
    destinations: ['Bob@example.net'],
    tags: { email_id: 'msg_bob' },
    configuration_set: 'test-opportunistic',
    return_path: `${MessageId}@amazonses.com`,
    size: mail().length,
  });
  expect((await world.messages('?email_id=msg_eve')).length).toBe(1);
  expect((await world.messages('?to=nobody@example.net')).length).toBe(0);
  expect((await world.messages('?limit=1'))[0].destinations).toEqual(['eve@example.net']);
});

test('settings are changed one by one, and nonsense changes nothing', async () => {
  await world.control({ throttle_ratio: 0.5 });
  await world.control({ refusal: 'paused' });
  expect(await world.status()).toMatchObject({
    throttle_ratio: 0.5,
    refusal: 'paused',
    rate_per_second: 1_000,
  });
  for (const bad of [
    { unknown: 1 },
    { throttle_ratio: -1 },
    { hold_verification: 'yes' },
    { refusal: 'tired' },
    { throttle_ratio: 1, outcomes: { a: 'b' } },
  ]) {
    expect((await world.control(bad)).status).toBe(400);
  }
  expect(await world.status()).toMatchObject({ throttle_ratio: 0.5, refusal: 'paused' });
  await world.control({ ahead_ms: { 'a.example': 5 } });
  await world.control({ unfollowed: { 'rp.a.example': true } });
  await world.control({ unfollowed: { 'rp.b.example': true }, ahead_ms: {} });
  const unfollowed = { 'rp.a.example': true, 'rp.b.example': true };
  expect(await world.status()).toMatchObject({ unfollowed, ahead_ms: { 'a.example': 5 } });
});

test('an unknown message or call is 404', async () => {
  expect((await fetch(`${world.ses.url}/_control/messages/none/source`)).status).toBe(404);
  expect((await fetch(`${world.ses.url}/_control/nothing`)).status).toBe(404);
});
