import { inboundWorld } from '../support/inbound.ts';
import { talk } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof inboundWorld>>;
let world: World;
afterEach(() => world.receiver.drain(0));

async function session(limits: NonNullable<Parameters<typeof inboundWorld>[0]>['limits']) {
  world = await inboundWorld({ limits });
  const talking = await talk(world.receiver.port);
  await talking.say('EHLO mx.x.example');
  return talking;
}

/** Sends an octet of a command that never ends every 20 ms, and resolves with what the receiver said until it closed. */
async function trickle(talking: Awaited<ReturnType<typeof talk>>): Promise<string> {
  const timer = setInterval(() => talking.write('N'), 20);
  const lines = await talking.ended();
  clearInterval(timer);
  return lines.join();
}

test('Limits: a session is ended at its age, also where octets of a command keep it from being idle', async () => {
  expect(await trickle(await session({ session_ms: 1_000 }))).toMatch(/^421 4\.4\.2 Session limit/);
});

test('Limits: a session that never ends its transaction is cut', async () => {
  const talking = await session({ session_ms: 1_000, data_ms: 200 });
  await talking.say('MAIL FROM:<>');
  expect(await trickle(talking)).toBe('');
});
