import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Connection, Incoming } from './connection.ts';
import { replies } from './replies.ts';
import type { Reply } from './reply.ts';

/** The handlers for one session at an SMTP port. Each returns its reply and changes only its own state. */
export type Door = {
  /** EHLO's reply lines after the host name. */
  extensions: () => string[];
  /** A reply sent instead of running the command. Null to run the command. */
  refuses: (name: string) => Reply | null;
  /** The reply that ends the session before its next command. Null to continue. */
  ending: () => Reply | null;
  /** AUTH returns a reply, or a challenge and the function for its response. Null if AUTH isn't offered. */
  auth: ((line: string) => Promise<Answer>) | null;
  mail: (line: string) => Promise<Reply>;
  rcpt: (line: string) => Promise<Reply>;
  /** Returns null if DATA can begin. */
  data: (line: string) => Reply | null;
  message: (incoming: Incoming) => Promise<Reply>;
  /** Ends the transaction and records its result: at RSET, EHLO, and after the TLS handshake. */
  reset: () => void;
  closed: () => void;
};

type Question = { ask: string; next: (line: string) => Promise<Answer> };
export type Answer = Reply | Question;

/** Returns null if the command has already replied. */
type Command = (line: string) => Promise<Answer | null> | Answer | null;

type Conversation = {
  connection: Connection;
  door: Door;
  /** The host name in the greeting. */
  host: string;
  /** `helo` is the name from EHLO, or empty before EHLO. */
  client: { helo: string };
  greeting_ms: number;
};

/** How long to wait before the greeting, to detect clients that talk first. */
export const greeting_ms = 100;
/** Number of unknown or malformed commands. */
const maxFaults = 10;
const maxHelo = 255;

const commandNames = 'EHLO HELO NOOP RSET QUIT HELP STARTTLS AUTH MAIL RCPT DATA VRFY EXPN'.split(' ');
const afterHelo = new Set(['AUTH', 'MAIL', 'RCPT', 'DATA']);
const httpRequest = /^[A-Z]+ \S.* HTTP\/\d\.\d$/i;

/** The replies to malformed syntax, an unknown mechanism, and an unknown parameter. */
const faultCodes = new Set([501, 504, 555]);
const isFault = ({ code, counted = true }: Reply): boolean => counted && faultCodes.has(code);

const isQuestion = (answer: Answer): answer is Question => 'ask' in answer;

function commandsOf({ connection, door, host, client }: Conversation): Record<string, Command> {
  const greet = (line: string, extensions: string[]): Reply => {
    const [, name = '', ...more] = line.trim().split(/[ \t]+/);
    if (name === '' || more.length > 0 || name.length > maxHelo) return replies.heloArgument;
    client.helo = name.toLowerCase();
    door.reset();
    return { code: 250, text: [host, ...extensions] };
  };
  const startTls = async (line: string): Promise<Reply | null> => {
    if (/\S\s+\S/.test(line)) return replies.tlsArgument;
    if (connection.isSecure()) return replies.tlsActive;
    client.helo = '';
    await connection.startTls(replies.tlsReady);
    door.reset();
    return null;
  };
  const data = async (line: string): Promise<Reply | null> => {
    const refusal = door.data(line.trim());
    if (refusal !== null) return refusal;
    connection.send(replies.startMessage);
    const message = connection.message();
    const said = await door.message(message).catch(() => replies.internalError);
    return (await message.finish()) ? said : null;
  };
  return {
    EHLO: (line) => greet(line, door.extensions()),
    HELO: (line) => greet(line, []),
    NOOP: () => replies.ok,
    RSET: () => {
      door.reset();
      return replies.ok;
    },
    HELP: () => replies.help,
    VRFY: () => replies.sendAndSee,
    EXPN: () => replies.notOffered,
    QUIT: () => replies.bye,
    STARTTLS: startTls,
    ...(door.auth !== null && { AUTH: door.auth }),
    MAIL: door.mail,
    RCPT: door.rcpt,
    DATA: data,
  };
}

/** Speaks SMTP with a client until the connection ends. The `door` makes each decision. */
export async function converse(conversation: Conversation): Promise<void> {
  const { connection, door, host, client } = conversation;
  const commands = commandsOf(conversation);
  let faults = 0;
  let question: Question | null = null;

  const commandOf = (line: string): Command => {
    const name = line.split(' ', 1)[0]?.toUpperCase() ?? '';
    const isKnown = commandNames.includes(name);
    if (!isKnown && httpRequest.test(line)) return () => replies.notHttp;
    if (!isKnown && ++faults >= maxFaults) return () => replies.manyFaults;
    const refusal = door.refuses(name);
    if (refusal !== null) return () => refusal;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return () => replies.unknownCommand;
    return afterHelo.has(name) && client.helo === '' ? () => replies.heloFirst : command;
  };

  const answer = async (line: Buffer): Promise<Answer | null> => {
    const text = line.toString('utf8');
    try {
      return await (question?.next ?? commandOf(line.toString('latin1')))(text);
    } catch {
      return replies.internalError;
    }
  };

  if (await connection.speaks(conversation.greeting_ms)) return connection.end(replies.earlyTalker);
  connection.send({ code: 220, text: `${host} ESMTP` });
  // Yield between commands, so the event loop serves other clients.
  for (; ; await afterOthers()) {
    const last = door.ending();
    if (last !== null) return connection.end(last);
    const line = await connection.line();
    if (line === null) return connection.end(null);
    if (line === 'too long') return connection.end(replies.lineTooLong);
    const said = await answer(line);
    question = said !== null && isQuestion(said) ? said : null;
    if (said === null) continue;
    if (isQuestion(said)) connection.send({ code: 334, text: said.ask });
    else if (said.close) return connection.end(said);
    else if (isFault(said) && ++faults >= maxFaults) return connection.end(replies.manyFaults);
    else connection.send(said);
  }
}
