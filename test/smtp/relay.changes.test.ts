import { acceptedId, relayWorld, talkAs } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld();
});
afterAll(() => world.service.drain(0));

test('a message is counted by the plan of its last octet, however long ago its MAIL was [A64]', async () => {
  const { ctx, account, clock, domain, service, password } = world;
  const talking = await talkAs(service, password);
  const begin = async () => {
    await talking.say(`MAIL FROM:<shop@${domain}>`);
    await talking.say('RCPT TO:<ada@x.example>');
  };
  const end = async () => {
    await talking.say('DATA');
    talking.write(`From: shop@${domain}\r\nTo: ada@x.example\r\n\r\nhi\r\n`);
    return talking.say('.');
  };
  await begin();
  await ctx.accounts.update(account.id, { limits: { emails_day: 0 } });
  clock.advance(31_000);
  expect(await end()).toMatch(/^451 4\.7\.1 .*\[plan_limit\]$/);
  await begin();
  await ctx.accounts.update(account.id, { limits: {} });
  clock.advance(31_000);
  acceptedId(await end());
  talking.close();
});
