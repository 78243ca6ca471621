import type { TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { readDots } from './dots.ts';
import { boundHandshakes, type HandshakeLimits } from './handshakes.ts';
import { closing, type Reply, reply } from './reply.ts';

/** One connection, as a door sees it: what is behind a port is the same for the relay and the receiver. */
export type Session = {
  id: string;
  address: string;
  /** Inside TLS. */
  secure: () => boolean;
  /** What the client calls itself; empty before EHLO. */
  helo: () => string;
  /** Milliseconds without an octet after which the connection ends. */
  setIdle: (ms: number) => void;
  /** Replies, then closes the connection. */
  end: (last: Reply) => void;
  /** Closes the connection without a word. */
  cut: () => void;
};

/** What answers at a port. Each function answers with its reply and changes only its own state. */
export type Door = {
  /** Words of EHLO behind the host's name. */
  extensions: () => string[];
  /** A reply in place of the command; null: the command is carried out. */
  refuses: (name: string) => Reply | null;
  /** AUTH: a reply, or a question with what becomes of the answer. */
  auth: ((line: string) => Promise<Answer>) | null;
  mail: (line: string) => Promise<Reply>;
  rcpt: (line: string) => Promise<Reply>;
  /** null: DATA may begin. */
  data: (line: string) => Reply | null;
  message: (stream: AsyncIterable<Buffer>) => Promise<Reply>;
  /** RSET, EHLO, the end of TLS negotiation: the transaction is forgotten, what it leaves to record is recorded. */
  reset: () => void;
  closed: () => void;
};

export type Answer = Reply | { ask: string; next: (line: string) => Promise<Answer> };

type ListenerOptions = {
  /** In the greeting. */
  host: string;
  /** TLS from the first octet. */
  implicit: boolean;
  certificate: { key: string; cert: string };
  idle_ms: number;
  /** What comes before TLS at a port that begins with it. */
  handshakes?: HandshakeLimits;
  /** A door for a new connection, or the reply in place of the greeting. */
  open: (session: Session) => Door | Reply;
  onError: (error: Error) => void;
};

const isReply = (value: Door | Reply | Answer): value is Reply => 'code' in value;

type Command = (line: string) => Promise<Answer> | Answer;
type Connection = SMTPConnection;

const known = 'EHLO HELO NOOP RSET QUIT HELP STARTTLS AUTH MAIL RCPT DATA VRFY EXPN'.split(' ');
const maxUnknown = 10;

/** The library's own words, by what they begin with, in the form of ours (R32); it closes after each 421. */
const rewordings: [RegExp, string][] = [
  [/^\S+ You talk too soon/, '4.7.0 Wait for the greeting'],
  [/^HTTP requests/, '4.7.0 This is not HTTP'],
  [/^Error: too many unrecognized/, '4.7.0 Too many unknown commands'],
  [/^Error: Command line too long/, '4.7.0 Command line too long'],
  [/^Timeout/, '4.4.2 Timeout, closing the connection'],
  [/^Server shutting down/, '4.3.2 Shutting down'],
  [/^Error: command not recognized/, '5.5.2 Unknown command'],
  [/^Error: send \S+ first/, '5.5.1 Say EHLO first'],
  [/^Error: internal server error/, '4.3.0 Internal error [internal_error]'],
  [/^Ready to start TLS/, '2.0.0 Ready to start TLS'],
  [/^Error: syntax: STARTTLS/, '5.5.4 STARTTLS has no argument'],
  [/^Error: TLS already active/, '5.5.1 TLS is active already'],
  [/^Bye/, '2.0.0 Bye'],
];

const own = (text: string): string => rewordings.find(([pattern]) => pattern.test(text))?.[1] ?? text;

/** Sends a reply of ours: the library adds no code to it. */
function answer(connection: Connection, { code, text, close = false }: Reply): void {
  SMTPConnection.prototype.send.call(connection, code, text, false);
  if (close) connection.close();
}

/** The commands of a connection; what the library would do of itself is done by the door. */
function commandsOf(connection: Connection, door: Door, host: string): Record<string, Command> {
  const greet = (line: string, extensions: string[]): Reply => {
    const [, name = '', ...more] = line.trim().split(/[ \t]+/);
    if (name === '' || more.length > 0 || name.length > 255)
      return reply('501 5.5.4 Write EHLO and your host name');
    connection.hostNameAppearsAs = name.toLowerCase();
    door.reset();
    return { code: 250, text: [host, ...extensions] };
  };
  return {
    EHLO: (line) => greet(line, door.extensions()),
    HELO: (line) => greet(line, []),
    NOOP: () => reply('250 2.0.0 Ok'),
    RSET: () => {
      door.reset();
      return reply('250 2.0.0 Ok');
    },
    HELP: () => reply('214 2.0.0 See RFC 5321'),
    VRFY: () => reply('252 2.5.0 Send a message and see'),
    EXPN: () => reply('502 5.5.1 Not offered'),
    MAIL: door.mail,
    RCPT: door.rcpt,
    ...(door.auth !== null && { AUTH: door.auth }),
  };
}

/** Answers, or asks and takes the next line for the answer. */
function carryOn(connection: Connection, said: Answer, done: () => void): void {
  if (isReply(said)) answer(connection, said);
  else {
    answer(connection, { code: 334, text: said.ask });
    connection._nextHandler = (line, next) => run(connection, () => said.next(line.toString('utf8')), next);
  }
  done();
}

function run(connection: Connection, command: () => ReturnType<Command>, done: () => void): void {
  Promise.resolve()
    .then(command)
    .catch(() => reply('451 4.3.0 Internal error [internal_error]'))
    .then((said) => carryOn(connection, said, done));
}

/** DATA: the library reads to the dot; the door has the octets and says what becomes of them. */
function takeData(connection: Connection, door: Door, line: string, done: () => void): void {
  const refusal = door.data(line.trim());
  if (refusal !== null) {
    answer(connection, refusal);
    done();
    return;
  }
  connection.session.envelope.rcptTo = [{ address: 'taken@by.the.door', args: false }];
  connection.handler_DATA(Buffer.from('DATA'), done);
}

/**
 * Puts a door in the place of the library's own handlers. The library keeps what it does well: sockets, TLS and the end of
 * plaintext, and lines.
 */
function placeDoor(connection: Connection, door: Door, host: string): void {
  const commands = commandsOf(connection, door, host);
  let unknown = 0;
  const handlers: Record<string, (line: Buffer, done: () => void) => void> = {
    QUIT: connection.handler_QUIT.bind(connection),
    STARTTLS: connection.handler_STARTTLS.bind(connection),
    DATA: (line, done) => takeData(connection, door, line.toString('utf8'), done),
  };
  for (const [name, command] of Object.entries(commands))
    handlers[name] = (line, done) => run(connection, () => command(line.toString('utf8')), done);
  connection._getHandler = (name) => (Object.hasOwn(handlers, name) ? handlers[name] : undefined);
  connection.send = (code, data, context) => {
    if (Array.isArray(data)) SMTPConnection.prototype.send.call(connection, code, data.map(String), context);
    else SMTPConnection.prototype.send.call(connection, code, own(String(data ?? '')), false);
  };
  const inner = connection._onCommand.bind(connection);
  connection._onCommand = (line, done = () => {}) => {
    const text = line.toString('latin1');
    const name = text.split(' ')[0]?.toUpperCase() ?? '';
    const isAnswer = connection._nextHandler !== false;
    const early = connection._upgrading || !connection._ready || / HTTP\/\d\.\d$/i.test(text);
    if (isAnswer || early) return inner(line, done);
    if (!known.includes(name) && ++unknown >= maxUnknown)
      return answer(connection, closing('4.7.0 Too many unknown commands'));
    const refusal = door.refuses(name);
    if (refusal === null) return inner(line, done);
    answer(connection, refusal);
    if (!refusal.close) setImmediate(done);
  };
}

/** A TCP listener that speaks SMTP and leaves every decision to its doors. */
export function createListener(options: ListenerOptions) {
  const { host, implicit, certificate, idle_ms, open, onError } = options;
  const doors = new Map<string, Door>();
  const server = new SMTPServer({
    ...{ name: host, secure: implicit, ...certificate, minVersion: 'TLSv1.2' },
    // Its checks of logins ask what its own handlers note: ours are asked instead.
    ...{ authOptional: true, disableReverseLookup: true, logger: false },
    socketTimeout: idle_ms,
    onSecure: (socket, _session, next) => {
      (socket as TLSSocket).disableRenegotiation();
      next();
    },
    onConnect: (session, next) => next(refusals.get(session.id)),
    onData: (stream, session, done) => {
      const door = doors.get(session.id);
      void door
        ?.message(stream)
        .catch(() => reply('451 4.3.0 Internal error [internal_error]'))
        .then(({ code, text }) => {
          if (code < 300) return done(null, String(text));
          done(Object.assign(new Error(String(text)), { responseCode: code }));
        });
    },
    onClose: (session) => {
      doors.get(session.id)?.closed();
      doors.delete(session.id);
      refusals.delete(session.id);
    },
  });
  const refusals = new Map<string, Error & { responseCode: number }>();
  const handshakes =
    implicit && options.handshakes
      ? boundHandshakes(server.server, options.handshakes, (socket) =>
          (server._pendingSockets.get(socket) ?? socket).destroy(),
        )
      : null;
  server.connect = (socket, socketOptions) => {
    handshakes?.done(socket);
    const connection = new SMTPConnection(server, socket, socketOptions);
    const session: Session = {
      id: connection.id,
      address: connection.remoteAddress,
      secure: () => connection.secure,
      helo: () => connection.hostNameAppearsAs || '',
      setIdle: (ms) => void connection._socket.setTimeout(ms),
      end: (last) => answer(connection, { ...last, close: true }),
      cut: () => connection._socket.destroy(),
    };
    const opened = open(session);
    if (isReply(opened))
      refusals.set(
        connection.id,
        Object.assign(new Error(String(opened.text)), { responseCode: opened.code }),
      );
    else {
      doors.set(connection.id, opened);
      placeDoor(connection, opened, host);
    }
    if (connection._parser !== false) readDots(connection._parser);
    server.connections.add(connection);
    connection.on('error', onError);
    connection.init();
  };
  server.on('error', onError);
  return {
    listen: (port: number, address?: string): Promise<number> =>
      new Promise((done, fail) => {
        server.server.once('error', fail);
        server.listen(port, address, () => {
          const bound = server.server.address();
          done(typeof bound === 'object' && bound !== null ? bound.port : port);
        });
      }),
    /** New handshakes have it; running sessions keep theirs (R64). */
    useCertificate: (next: { key: string; cert: string }): void => server.updateSecureContext(next),
    /** No new connections; those that exist go on. */
    stop: (): void => void server.server.close(),
    /** Ends whatever is connected. */
    cut: (): void => {
      for (const connection of server.connections) connection._socket.destroy();
      for (const socket of server._pendingSockets.values()) socket.destroy();
    },
    sessions: (): number => server.connections.size,
  };
}

export type Listener = ReturnType<typeof createListener>;
