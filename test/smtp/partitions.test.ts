import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { inboundWorld } from '../support/inbound.ts';
import { seeded } from '../support/seeded.ts';
import { plainLogin, relayWorld, startRelay, type Talk, talk } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { cases } from '../support/whole.ts';

type Relay = Awaited<ReturnType<typeof relayWorld>>;
type Inbound = Awaited<ReturnType<typeof inboundWorld>>;
let relay: Relay;
let inbound: Inbound;
beforeAll(async () => {
  [relay, inbound] = await Promise.all([
    relayWorld({}, { limits: { failed_login_ms: 1 }, addresses: { per_minute: 5_000 } }),
    inboundWorld({
      limits: { messages: 5_000, unknown_delay_ms: 1, domain_messages_per_minute: 100_000 },
      addressLimits: { at_once: 100, per_minute: 5_000 },
    }),
  ]);
  await relay.ctx.accounts.update(relay.account.id, { limits: { send_rate: 100_000 } });
  relay.clock.advance(31_000);
});
afterAll(() => Promise.all([relay.service.drain(0), inbound.receiver.drain(0)]));

/** The poll phase of the event loop lies between two of these: what was written is read by then. */
const isRead = async () => {
  for (let i = 0; i < 2; i++) await new Promise((done) => setImmediate(done));
};

/** Replies without the ids that are made for each message. */
const known = (lines: string[]) =>
  lines.map((line) => line.replace(/\b(?:inb|msg)_\w+/g, 'id').replace(/, retry after .* s /, ''));

async function write(talking: Talk, pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    talking.write(Buffer.from(piece, 'latin1'));
    if (pieces.length > 1) await isRead();
  }
}

/** The same octets in pieces of random lengths, each a segment of its own. */
function cut(text: string, random: () => number, longest: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0)
    pieces.push(text.slice(at, at + 1 + Math.floor(random() * longest)));
  return pieces;
}

const pipelined = (to: string) =>
  [
    'EHLO me.example\r\nMAIL FROM:<ada@x.example> BODY=8BITMIME\r\n',
    `RCPT TO:<${to}>\r\nRCPT TO:<@r.example:${to}>\r\nDATA\r\n`,
    '.\r\n'.replace('.', '..'),
    'From: ada@x.example\n\r\n..\r\n.x\r\nRSET\r\n.\r\n',
    'NOOP\nnoop \r\nVRFY x\r\nRCPT TO:<a@b.example>\r\nMAIL FROM:a\r\nHELP\r\n',
  ].join('');

const answers = [250, 250, 250, 250, 354, 554, 250, 250, 252, 503, 501, 214];

describe('RFC 2920: commands that come together or in pieces have the same answers', () => {
  /** The replies to one script, up to the one to HELP. */
  const replies = async (pieces: string[]): Promise<string[]> => {
    // In a session of its own: the script has one malformed command, and ten of them end a session.
    const talking = await talk(inbound.receiver.port);
    await write(talking, pieces);
    const said: string[] = [];
    while (!said.at(-1)?.startsWith('214')) said.push((await talking.next()).join('\n'));
    talking.close();
    return known(said);
  };

  test('octet by octet, and cut at random with 20 seeds', async () => {
    const script = pipelined(`a@${inbound.domain}`);
    const whole = await replies([script]);
    expect(whole.map((reply) => Number(reply.slice(0, 3)))).toEqual(answers);
    const random = Array.from({ length: 20 }, (_, seed) => cut(script, seeded(seed + 1), 30));
    for (const pieces of [Array.from(script), ...random])
      expect([pieces, await replies(pieces)]).toEqual([pieces, whole]);
  });

  test('a script of a hundred messages in one write', async () => {
    const script = `MAIL FROM:<>\r\nRCPT TO:<a@${inbound.domain}>\r\nDATA\r\n.\r\n`;
    const talking = await talk(inbound.receiver.port);
    await talking.say('EHLO x');
    talking.write(`${script.repeat(100)}HELP\r\n`);
    for (let i = 0; i < 100; i++)
      for (const code of ['250', '250', '354', '250']) expect((await talking.next())[0]).toMatch(code);
    expect((await talking.next())[0]).toMatch(/^214 /);
    talking.close();
    expect(inbound.queued.splice(0)).toHaveLength(100);
  });
});

describe('random octets: replies of the same form, the same for every way to cut them', () => {
  const words = (to: string, from: string) => [
    ...Array(8).fill(
      `RSET\r\nMAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\nFrom: ${from}\r\n\r\n..\r\n.\r\n`,
    ),
    ...'EHLO x,HELO y z,NOOP,RSET,HELP,VRFY,EXPN a,DATA,DATA x,AUTH,WIZ,mail,EHLO,__proto__'.split(','),
    ...[`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, `From: ${from}`],
    ...'RCPT TO:<none@none.example>,MAIL FROM:<a@b.example> SIZE=x,a: b'.split(','),
    ...'AUTH PLAIN,AUTH LOGIN,AUTH PLAIN AAAA,*,=,c2VydmljZQ==,.,..,. , ,'.split(','),
    ...['\0', '\xff\xfe', 'x'.repeat(500), '\r', '\n', '\r\n', '\u00df', '\t'],
  ];
  const script = (random: () => number, dictionary: string[]): string => {
    const word = () => dictionary[Math.floor(random() * dictionary.length)] ?? '';
    const ends = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '', '\r'];
    const lines = Array.from({ length: 5 + Math.floor(random() * 25) }, () => {
      const line = random() < 0.1 ? word() + word() : word();
      return line + ends[Math.floor(random() * ends.length)];
    });
    return `EHLO x\r\n${lines.join('')}\r\n.\r\nQUIT\r\n`;
  };
  const seeds = Array.from({ length: cases(60, 16) }, (_, at) => at + 1);

  /** Everything that a session says until it closes. */
  const transcript = async (talking: Talk, pieces: string[]): Promise<string[]> => {
    await write(talking, pieces);
    return known(await talking.ended());
  };

  const compare = async (open: (from: string) => Promise<Talk>, dictionary: string[]) => {
    await Promise.all(
      seeds.map(async (seed) => {
        const random = seeded(seed);
        const text = script(random, dictionary);
        const ways = [[text], Array.from(text), cut(text, random, 40)];
        const [whole, ...others] = await Promise.all(
          ways.map(async (pieces, way) => transcript(await open(`127.${way + 1}.0.${seed}`), pieces)),
        );
        expect(whole?.at(-1)).toMatch(/^(?:221|421) /);
        for (const line of whole ?? []) expect(line).toMatch(/^[2-5]\d\d[ -][ -~]*$/);
        for (const other of others) expect({ seed, text, said: other }).toEqual({ seed, text, said: whole });
      }),
    );
  };

  test('at the receiver', async () => {
    const dictionary = words(`a@${inbound.domain}`, 'ada@x.example');
    await compare((from) => talk(inbound.receiver.port, { from }), dictionary);
    expect(inbound.queued.splice(0).length).toBeGreaterThan(0);
  });

  test('at the relay inside TLS, every second session logged in', async () => {
    const dictionary = words('ada@x.example', `shop@${relay.domain}`);
    const open = async (from: string) => {
      const talking = await talk(relay.service.ports.implicit, { from, greeting: false });
      await talking.startTls();
      await talking.next();
      if (Number(from.split('.')[3]) % 2 === 1) return talking;
      await talking.say('EHLO x');
      expect(await talking.say(plainLogin(relay.password))).toMatch(/^235 /);
      return talking;
    };
    await compare(open, dictionary);
    expect(relay.queued.splice(0).length).toBeGreaterThan(0);
  });
});

describe('what a session is bounded by', () => {
  test('Limits: a line of 16,384 octets is read, one more closes, with and without its end', async () => {
    for (const end of ['\r\n', '\n']) {
      const talking = await talk(inbound.receiver.port);
      await write(talking, [`NOOP ${'x'.repeat(10_000)}`, 'x'.repeat(6_379), end]);
      expect((await talking.next())[0]).toMatch(/^250 /);
      await write(talking, [`NOOP ${'x'.repeat(10_000)}`, 'x'.repeat(6_380), end]);
      expect((await talking.ended()).join()).toBe('421 4.7.0 Command line too long');
    }
    const endless = await talk(inbound.receiver.port);
    endless.write('x'.repeat(100_000));
    expect((await endless.ended()).join()).toBe('421 4.7.0 Command line too long');
  });

  test('a client that reads no reply gets no more of them, and is ended when it is idle', async () => {
    const service = await startRelay(relay.ctx, { times: { idle_ms: 300 } });
    const socket = connectTcp({ port: service.ports.starttls, host: '127.0.0.1' }).on('error', () => {});
    await new Promise((done) => socket.once('readable', done));
    const closed = new Promise((done) => socket.once('close', done));
    const commands = Buffer.from('HELP\r\n'.repeat(10_000));
    // Replies are longer than commands, and fill what the system keeps for a client.
    while (!socket.destroyed) {
      const isTaken = await Promise.race([
        new Promise((done) => socket.write(commands, () => done(true))),
        closed.then(() => false),
      ]);
      if (!isTaken) break;
    }
    await closed;
    await until(async () => service.sessions() === 0 || undefined, { within_ms: 5_000, what: 'no session' });
    await service.drain(0);
  });
});

describe('TLS [R20, R21]', () => {
  test('plaintext that comes behind the reply to STARTTLS ends the connection, unanswered', async () => {
    for (const port of [relay.service.ports.starttls, inbound.receiver.port]) {
      const talking = await talk(port);
      await talking.say('STARTTLS');
      talking.write('EHLO injected.example\r\nNOOP\r\n');
      expect((await talking.ended()).filter((line) => /^\d{3}/.test(line))).toEqual([]);
    }
  });

  test('a handshake that is not done in time ends the connection', async () => {
    const service = await startRelay(relay.ctx, { times: { handshake_ms: 200 } });
    const talking = await talk(service.ports.starttls);
    await talking.say('STARTTLS');
    expect(await talking.ended()).toEqual([]);
    await service.drain(0);
  });

  test('no renegotiation', async () => {
    const socket = connectTls({
      port: relay.service.ports.implicit,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    });
    socket.on('error', () => {});
    await new Promise((done) => socket.once('readable', done));
    const closed = new Promise((done) => socket.once('close', done));
    socket.resume();
    socket.renegotiate({ rejectUnauthorized: false }, () => {});
    await closed;
  });

  test('a connection that ends amid its handshake leaves nothing behind', async () => {
    const service = await startRelay(relay.ctx, { addresses: { at_once: 1, per_minute: 1_000 } });
    const port = service.ports.implicit;
    for (let i = 0; i < 9; i++) {
      const socket = connectTcp({ port, host: '127.0.0.1' }).on('error', () => {});
      await new Promise((done) => socket.once('connect', done));
      // The head of a ClientHello, cut at different octets.
      socket.write(Buffer.from('16030100f4010000f00303', 'hex').subarray(0, i % 12));
      await isRead();
      if (i % 3 === 0) socket.end();
      else if (i % 3 === 1) socket.resetAndDestroy();
      else socket.destroy();
      const greeted = async () => {
        const talking = await talk(port, { greeting: false });
        const isGreeted = talking.startTls().then(() => talking.next());
        const [line] = await isGreeted.catch(() => []);
        talking.close();
        return line?.startsWith('220') || undefined;
      };
      // Another handshake may begin when the one before has ended.
      await until(greeted, { within_ms: 5_000, what: 'a greeting' });
    }
    await service.drain(0);
  });
});
