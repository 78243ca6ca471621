import { once } from 'node:events';
import { connect } from 'node:net';
import {
  acceptedId,
  plainLogin,
  relayWorld,
  sendRaw,
  startRelay,
  talk,
  talkAs,
  talkTls,
} from '../support/smtp.ts';
import { until } from '../support/until.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
type Options = NonNullable<Parameters<typeof startRelay>[1]>;
let world: World;
beforeAll(async () => {
  world = await relayWorld();
});
afterAll(() => world.service.drain(0));

const to = ['ada@x.example'];
const message = () => `From: shop@${world.domain}\nTo: ada@x.example\n\nhi\n`;

/** A relay of its own with these limits, for the time of one test. */
async function withRelay(
  options: Options,
  run: (service: World['service']) => Promise<void>,
  ctx = world.ctx,
): Promise<void> {
  const service = await startRelay(ctx, options);
  try {
    await run(service);
  } finally {
    await service.drain(0);
  }
}

/** What a port says to a connection before anything else. */
async function greeting(port: number): Promise<string> {
  const talking = await talk(port, { greeting: false });
  const [line = ''] = await talking.next();
  return line;
}

describe('rates and plans', () => {
  const limited = async (limits: Record<string, number>) => {
    const own = await relayWorld();
    await own.ctx.accounts.update(own.account.id, { limits });
    own.clock.advance(31_000);
    return own;
  };

  test('an empty send bucket is 451 4.7.1 at MAIL and says when; the session goes on [R25, R33]', async () => {
    const own = await limited({ send_rate: 1 });
    const talking = await own.login();
    const said: string[] = [];
    for (let i = 0; i < 4; i++) {
      said.push(await talking.say('MAIL FROM:<>'));
      await talking.say('RSET');
    }
    expect(said.slice(0, 2)).toEqual(Array(2).fill('250 2.1.0 Ok'));
    expect(said.at(-1)).toMatch(/^451 4\.7\.1 .*, retry after \d+ s \[rate_limited\]$/);
    own.clock.advance(2_000);
    expect(await talking.say('MAIL FROM:<>')).toBe('250 2.1.0 Ok');
    talking.close();
    await own.service.drain(0);
  });

  test("the plan's day is 451 4.7.1 after the dot, with the time at which it begins again [R25, R33]", async () => {
    const own = await limited({ emails_day: 1 });
    const text = `From: shop@${own.domain}\nTo: ada@x.example\n\nhi\n`;
    acceptedId(await own.raw(text));
    expect(await own.raw(text)).toMatch(
      /^451 4\.7\.1 .*, retry after \d{4}-\d\d-\d\dT00:00:00.000Z \[plan_limit\]$/,
    );
    await own.service.drain(0);
  });
});

describe('connections', () => {
  test('of one address at once: 421 4.7.0 in place of the greeting, at both ports; another address is served', () =>
    withRelay({ addresses: { at_once: 2 } }, async (service) => {
      const { starttls, implicit } = service.ports;
      const held = [await talk(starttls), await talk(starttls)];
      expect(await greeting(starttls)).toMatch(/^421 4\.7\.0 /);
      const secured = await talk(implicit, { greeting: false });
      await secured.startTls();
      expect((await secured.next())[0]).toMatch(/^421 4\.7\.0 /);
      const other = await talk(starttls, { from: '127.0.0.7' });
      expect(await other.say('NOOP')).toMatch(/^250 /);
      for (const talking of [...held, other]) talking.close();
    }));

  test('of one account: 421 4.7.0 at AUTH, and its other sessions go on', () =>
    withRelay({ limits: { account_connections: 1 } }, async (service) => {
      const first = await talkAs(service, world.password);
      const second = await talkTls(service);
      expect(await second.say(plainLogin(world.password))).toMatch(/^421 4\.7\.0 /);
      await second.ended();
      acceptedId(await sendRaw(first, { from: '', to, message: message() }));
      first.close();
    }));

  test('of one account: one that ended before its login was found is none', () => {
    const { smtp_credentials, ...ctx } = world.ctx;
    const found = Promise.withResolvers<void>();
    let asked = 0;
    const find: typeof smtp_credentials.find = async (hash) => {
      if (++asked === 1) await found.promise;
      return smtp_credentials.find(hash);
    };
    const slow = { ...ctx, smtp_credentials: { ...smtp_credentials, find } };
    const login = async (service: World['service']) => {
      const gone = await talkTls(service);
      gone.write(`${plainLogin(world.password)}\r\n`);
      await until(async () => asked === 1);
      gone.reset();
      await until(async () => service.sessions() === 0);
      found.resolve();
      (await talkAs(service, world.password)).close();
    };
    return withRelay({ limits: { account_connections: 1 } }, login, slow);
  });
});

describe('times', () => {
  /** A session that is logged in; on a busy machine one may take longer than these limits allow. */
  const loggedIn = (service: World['service']) =>
    until(() => talkAs(service, world.password).catch(() => null), { what: 'a login in time' });

  /** Sends an octet of a command that never ends every 20 ms, and resolves with what the relay said until it closed. */
  const trickle = async (talking: Awaited<ReturnType<typeof talk>>): Promise<string> => {
    const timer = setInterval(() => talking.write('N'), 20);
    // The octets keep the connection busy, so only the tested limit can end it.
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      talking.close();
    }, 20_000);
    const lines = await talking.ended();
    clearInterval(timer);
    clearTimeout(deadline);
    return isLate ? 'still open' : lines.join();
  };

  test('to log in', () =>
    withRelay({ limits: { login_ms: 200 } }, async (service) => {
      expect(await trickle(await talk(service.ports.starttls))).toMatch(/^421 4\.4\.2 Log in/);
      const logged = await loggedIn(service);
      await new Promise((done) => setTimeout(done, 400));
      expect(await logged.say('NOOP')).toMatch(/^250 /);
      logged.close();
    }));

  test('idle', () =>
    withRelay({ times: { idle_ms: 200 } }, async (service) => {
      const talking = await loggedIn(service);
      expect((await talking.ended()).join()).toMatch(/^421 4\.4\.2 /);
    }));

  test('of a session, also of one whose octets keep it from being idle', () =>
    withRelay({ limits: { session_ms: 2_000 } }, async (service) => {
      expect(await trickle(await loggedIn(service))).toMatch(/^421 4\.4\.2 Session limit/);
    }));

  test('of a session that never ends its transaction', () =>
    withRelay({ limits: { session_ms: 2_000, data_ms: 300 } }, async (service) => {
      const talking = await loggedIn(service);
      await talking.say('MAIL FROM:<>');
      expect(await trickle(talking)).toBe('');
    }));

  test('of a message, from the first octet to the last', () =>
    withRelay({ limits: { data_ms: 200 } }, async (service) => {
      const talking = await loggedIn(service);
      await talking.say('MAIL FROM:<>');
      await talking.say('RCPT TO:<ada@x.example>');
      await talking.say('DATA');
      expect(await trickle(talking)).toMatch(/^421 4\.4\.2 /);
    }));

  test('of a handshake at 465, of which an address has only so many at a time', () =>
    withRelay({ times: { handshake_ms: 2_000 }, addresses: { at_once: 2 } }, async (service) => {
      const port = service.ports.implicit;
      const closed: string[] = [];
      const silent = async (name: string) => {
        const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
        const end = new Promise((done) => socket.once('close', done).resume());
        await once(socket, 'connect');
        return { ended: end.then(() => closed.push(name)) };
      };
      // The server takes connections in their order, and has time to hear of these two.
      const held = [await silent('held'), await silent('held')];
      const third = await silent('third');
      await Promise.all([...held, third].map(({ ended }) => ended));
      expect(closed).toEqual(['third', 'held', 'held']);
      const talking = await talk(port, { greeting: false });
      await talking.startTls();
      expect((await talking.next())[0]).toMatch(/^220 /);
      talking.close();
    }));
});
