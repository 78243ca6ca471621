import { inboundWorld } from '../support/inbound.ts';
import { relayWorld, type Talk, talk } from '../support/smtp.ts';
import { smugglingSequences } from '../support/smuggling.ts';

type Relay = Awaited<ReturnType<typeof relayWorld>>;
type Inbound = Awaited<ReturnType<typeof inboundWorld>>;
let relay: Relay;
let inbound: Inbound;
beforeAll(async () => {
  [relay, inbound] = await Promise.all([
    relayWorld(),
    inboundWorld({ limits: { domain_messages_per_minute: 100_000 } }),
  ]);
});
afterAll(() => Promise.all([relay.service.drain(0), inbound.receiver.drain(0)]));

const named = smugglingSequences.map(
  ([sequence, replies]) => [JSON.stringify(sequence), sequence, replies] as const,
);

/** The poll phase of the event loop lies between two of these: what was written is read by then. */
const isRead = async () => {
  for (let i = 0; i < 2; i++) await new Promise((done) => setImmediate(done));
};

/** A sequence in one write, and octet by octet. Each write is one segment. */
const waysToCut = (sequence: string): string[][] => [[sequence], Array.from(sequence)];

/** Sends a message with a second one behind the sequence; the reply to its true end, and to what follows. */
async function sendAround(
  talking: Talk,
  { before, pieces, after }: { before: string; pieces: string[]; after: string },
): Promise<{ end: string; next: string }> {
  if (!(await talking.say('DATA')).startsWith('354')) throw new Error('no DATA');
  for (const piece of [before, ...pieces, after]) {
    if (piece === '') continue;
    talking.write(Buffer.from(piece, 'latin1'));
    await isRead();
  }
  const end = await talking.say('\r\n.');
  return { end, next: await talking.say('NOOP') };
}

const smuggled = (from: string, to: string) =>
  `MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\nFrom: ${from}\r\nTo: ${to}\r\n\r\nsmuggled\r\n`;

describe('only CRLF.CRLF ends a message, whether sent whole or octet by octet [R30]', () => {
  test.each(named)('the relay: %s', async (_, sequence, replies) => {
    const { domain, queued } = relay;
    const after = smuggled(`evil@${domain}`, 'victim@x.example');
    const before = `From: shop@${domain}\r\nTo: ada@x.example\r\n\r\nx`;
    const talking = await relay.login();
    let last: (typeof queued)[number]['message'] | undefined;
    for (const pieces of waysToCut(sequence)) {
      await talking.say('MAIL FROM:<>');
      await talking.say('RCPT TO:<ada@x.example>');
      const { end, next } = await sendAround(talking, { before, pieces, after });
      expect([pieces, Number(end.slice(0, 3))]).toEqual([pieces, replies.relay]);
      expect(next).toBe('250 2.0.0 Ok');
      const made = queued.splice(0).map(({ message }) => message);
      expect(made).toHaveLength(replies.relay === 250 ? 1 : 0);
      for (const { id } of made)
        expect(await relay.get(id)).toMatchObject({ to: ['ada@x.example'], cc: [], bcc: [] });
      last = made.at(-1);
    }
    if (last) {
      await relay.deliver(last);
      const raw = relay.mails.at(-1)?.raw ?? '';
      expect(raw).toContain('smuggled');
      expect(raw).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
    }
    talking.close();
  });

  test.each(named)('the receiver: %s', async (_, sequence, replies) => {
    const { domain, queued, receiver } = inbound;
    const after = smuggled('evil@x.example', `a@${domain}`);
    const talking = await talk(receiver.port);
    await talking.say('EHLO x');
    for (const pieces of waysToCut(sequence)) {
      await talking.say('MAIL FROM:<ada@x.example>');
      await talking.say(`RCPT TO:<a@${domain}>`);
      const { end, next } = await sendAround(talking, {
        before: 'From: ada@x.example\r\n\r\nx',
        pieces,
        after,
      });
      expect([pieces, Number(end.slice(0, 3))]).toEqual([pieces, replies.receiver]);
      expect(next).toBe('250 2.0.0 Ok');
      expect(queued.splice(0)).toHaveLength(replies.receiver === 250 ? 1 : 0);
    }
    talking.close();
  });
});

describe('plaintext behind STARTTLS is never answered [R20]', () => {
  const injected = [
    'EHLO injected.example\r\nNOOP\r\n',
    'MAIL FROM:<evil@x.example>\r\nRCPT TO:<victim@x.example>\r\nDATA\r\nevil\r\n.\r\n',
    // The end of it would be the first thing that is said inside TLS.
    'NOOP\r\nMAIL FROM:<evil@x.exam',
    'QUIT',
  ];
  const ports = { relay: () => relay.service.ports.starttls, receiver: () => inbound.receiver.port };
  const cases = injected.flatMap((text) =>
    (['relay', 'receiver'] as const).map((port) => [port, text] as const),
  );

  test.each(cases)('by the %s: %j', async (port, text) => {
    const talking = await talk(ports[port]());
    await talking.say('EHLO me.example');
    talking.write(`STARTTLS\r\n${text}`);
    expect(await talking.next()).toEqual(['220 2.0.0 Ready to start TLS']);
    await talking.startTls();
    // Nothing said before counts: no EHLO, no sender.
    expect(await talking.say('RCPT TO:<ada@x.example>')).toMatch(/^(?:503 5\.5\.1|530 5\.7\.0) /);
    expect(await talking.say('EHLO me.example')).toMatch(/ENHANCEDSTATUSCODES/);
    expect(await talking.say('NOOP')).toBe('250 2.0.0 Ok');
    talking.close();
  });
});
