import { Socket } from 'node:net';
import { withCpu } from '../support/cpu.ts';
import { inboundWorld } from '../support/inbound.ts';
import { relayWorld, type Talk, talk } from '../support/smtp.ts';

type Relay = Awaited<ReturnType<typeof relayWorld>>;
type Inbound = Awaited<ReturnType<typeof inboundWorld>>;
let relay: Relay;
let inbound: Inbound;
beforeAll(async () => {
  [relay, inbound] = await Promise.all([relayWorld(), inboundWorld({ limits: { unknown_delay_ms: 1 } })]);
});
afterAll(() => Promise.all([relay.service.drain(0), inbound.receiver.drain(0)]));

const talks: Talk[] = [];
afterEach(() => {
  for (const talking of talks.splice(0)) talking.close();
});
const kept = (talking: Talk): Talk => {
  talks.push(talking);
  return talking;
};

const listeners: [name: string, open: () => Promise<Talk>][] = [
  ['the relay', async () => kept(await relay.login())],
  [
    'the receiver',
    async () => {
      const talking = kept(await talk(inbound.receiver.port));
      await talking.say('EHLO mx.x.example');
      return talking;
    },
  ],
];

/** What ends a line for a regular expression without `s`, and look-alikes. */
const lineEnds = { 'U+2028': '\u2028', 'U+2029': '\u2029', 'U+0085': '\u0085', CR: '\r' };
const tabs = '\t'.repeat(16_000);

const codes = (lines: string[]) => lines.map((line) => line.slice(0, 3));

describe.each(listeners)('%s', (name, open) => {
  test.each(Object.entries(lineEnds))(
    'a line of 16,000 tabs and %s takes no CPU to speak of',
    async (_, end) => {
      const talking = await open();
      const hostile = [`MAIL FROM:<>${tabs}P${end}>`, `MAIL FROM:<"${'\\a'.repeat(8_000)}\\${end}`];
      const { result, cpu_ms } = await withCpu(async () => {
        const said: string[] = [];
        for (const line of [...hostile, ...hostile]) said.push(await talking.say(line));
        await talking.say('MAIL FROM:<a@x.example>');
        for (const line of [...hostile, ...hostile])
          said.push(await talking.say(line.replace('MAIL FROM', 'RCPT TO')));
        return said;
      });
      expect(codes(result).filter((code) => !['501', '555'].includes(code))).toEqual([]);
      // Each of them took 300 ms.
      expect(cpu_ms).toBeLessThan(300);
    },
  );

  const malformed = ['MAIL FROM:<a b>', 'MAIL FROM a@x.example', 'MAIL FROM:<> X=1', 'EHLO', 'WIZ'];
  test('the tenth command that is unknown or malformed ends the session [R29]', async () => {
    const talking = await open();
    talking.write(`${[...malformed, ...malformed, 'NOOP', ''].join('\r\n')}`);
    const said = codes(await talking.ended());
    expect(said).toEqual([...Array(2)].flatMap(() => ['501', '501', '555', '501', '500']).with(9, '421'));
  });

  test('between pipelined commands of one client, another is served', async () => {
    const [busy, other] = [await open(), await open()];
    const written = jest.spyOn(Socket.prototype, 'write');
    busy.write('NOOP\r\n'.repeat(90));
    other.write('HELP\r\n');
    for (let i = 0; i < 90; i++) await busy.next();
    await other.next();
    const replies = codes(written.mock.calls.map(([octets]) => String(octets))).filter((code) => +code > 0);
    written.mockRestore();
    expect([replies.length, name]).toEqual([91, name]);
    // Served without a turn of the event loop in between, it is the last one.
    expect(replies.indexOf('214')).toBeLessThan(45);
  });
});

test('malformed recipients after a login leave the others their mail [R26]', async () => {
  const talking = kept(await relay.login());
  await talking.say('MAIL FROM:<>');
  for (let i = 0; i < 12; i++)
    expect(await talking.say(`RCPT TO:<no address ${i}@x.example>`)).toMatch(/^501 /);
  expect(await talking.say('RCPT TO:<ada@x.example>')).toMatch(/^250 /);
});
