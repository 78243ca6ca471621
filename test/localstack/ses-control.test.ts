import { mail, startWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ rate: 1_000 });
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

const send = (to: string, emailId = 'msg_1') =>
  world.send(mail(), { to: [to], set: 'test-opportunistic', tags: [['email_id', emailId]] });

test('fail_after_accept: the message is taken, its events come, and the caller only sees a cut connection', async () => {
  await world.control({ fail_after_accept: 2 });
  await expect(send('a@example.net', 'msg_cut')).rejects.not.toHaveProperty('$response');
  await expect(world.send(mail({ To: 'b@example.net' }))).rejects.not.toHaveProperty('$response');
  await send('c@example.net');
  const [cut] = await world.messages('?email_id=msg_cut');
  expect((await world.messages()).length).toBe(3);
  expect((await world.events(cut.message_id, 2)).map(({ eventType }) => eventType)).toEqual([
    'Send',
    'Delivery',
  ]);
});

test('a refused send is answered even when accepted ones are cut', async () => {
  await world.control({ fail_after_accept: 1 });
  await expect(send('nobody')).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(send('a@example.net')).rejects.not.toHaveProperty('$response');
});

test('messages are found by recipient, without case, and by tag, and can be forgotten', async () => {
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
  await world.forgetMessages();
  expect(await world.messages()).toEqual([]);
  const again = await send('bob@example.net');
  expect(await world.source(again.MessageId ?? '')).toContain(`<${again.MessageId}@email.amazonses.com>`);
});

test('settings are changed one by one, nonsense changes nothing, DELETE restores the start', async () => {
  await world.control({ delay_ms: 5 });
  await world.control({ duplicate: 3 });
  expect(await world.status()).toMatchObject({ delay_ms: 5, duplicate: 3, rate_per_second: 1_000 });
  for (const bad of [
    { unknown: 1 },
    { delay_ms: -1 },
    { shuffle: 'yes' },
    { delay_ms: 9, outcomes: { a: 'b' } },
  ]) {
    expect((await world.control(bad)).status).toBe(400);
  }
  expect(await world.status()).toMatchObject({ delay_ms: 5, duplicate: 3 });
  await world.control({ rate_per_second: 1, ahead_ms: { 'a.example': 5 } });
  await world.control({ unfollowed: { 'rp.a.example': true } });
  await world.control({ unfollowed: { 'rp.b.example': true }, ahead_ms: {} });
  const unfollowed = { 'rp.a.example': true, 'rp.b.example': true };
  expect(await world.status()).toMatchObject({ unfollowed, ahead_ms: { 'a.example': 5 } });
  await fetch(`${world.ses.url}/_control`, { method: 'DELETE' });
  const start = { delay_ms: 0, duplicate: 1, rate_per_second: 1_000 };
  const status = await world.status();
  expect(status).toMatchObject(start);
  expect([status.unfollowed, status.ahead_ms]).toEqual([{}, {}]);
});

test('an unknown message or call is 404', async () => {
  expect((await fetch(`${world.ses.url}/_control/messages/none/source`)).status).toBe(404);
  expect((await fetch(`${world.ses.url}/_control/nothing`)).status).toBe(404);
});
