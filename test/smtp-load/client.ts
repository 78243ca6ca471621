import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';

/** Where the relay is and how to log in. `from` is the client's address. */
type Target = { port: number; ca: string; password: string; from?: string };

/** A connection at which a client says what it likes; it costs little, so that servers are what is measured. */
type Connection = {
  /** The next whole reply. */
  reply: () => Promise<string>;
  say: (line: string) => Promise<string>;
  write: (octets: string | Buffer) => Promise<void>;
  socket: Socket;
};

const isLast = (line: string) => line.charCodeAt(3) !== 0x2d;

function over(socket: Socket): Connection {
  let text = '';
  let waiting: { done: (reply: string) => void; fail: (error: Error) => void } | null = null;
  let ended: Error | null = null;
  const take = (): string | null => {
    for (let at = 0, end = text.indexOf('\r\n'); end >= 0; at = end + 2, end = text.indexOf('\r\n', at)) {
      if (!isLast(text.slice(at, end))) continue;
      const reply = text.slice(0, end);
      text = text.slice(end + 2);
      return reply;
    }
    return null;
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const reply = waiting && take();
    if (waiting === null || reply === null) return;
    const { done } = waiting;
    waiting = null;
    done(reply);
  });
  const end = (error?: Error) => {
    ended ??= error ?? new Error('the server closed the connection');
    waiting?.fail(ended);
    waiting = null;
  };
  socket.on('error', end).on('close', () => end());
  const reply = () =>
    new Promise<string>((done, fail) => {
      const ready = take();
      if (ready !== null) return done(ready);
      if (ended !== null) return fail(ended);
      waiting = { done, fail };
    });
  return {
    reply,
    socket,
    say: (line) => {
      socket.write(`${line}\r\n`);
      return reply();
    },
    write: async (octets) => {
      if (!socket.write(octets)) await once(socket, 'drain');
    },
  };
}

/** A session inside TLS, after its login. */
export async function open({ port, ca, password, from }: Target): Promise<Connection> {
  const where = { port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) };
  const socket = connect({ ...where, ca, servername: 'localhost' }).setNoDelay(true);
  const connection = over(socket);
  await expectReply('220', connection.reply());
  await expectReply('250', connection.say('EHLO client.example'));
  const login = Buffer.from(`\0service\0${password}`).toString('base64');
  await expectReply('235', connection.say(`AUTH PLAIN ${login}`));
  return connection;
}

/** The reply, if it has the code. Otherwise throws. */
async function expectReply(code: string, reply: Promise<string>): Promise<string> {
  const text = await reply;
  if (!text.startsWith(code)) throw new Error(`expected ${code}: ${text}`);
  return text;
}

/** One message; `octets` are dot-stuffed and end in CRLF. The reply to it. */
export async function sendMessage(
  connection: Connection,
  { from, to, octets }: { from: string; to: string; octets: Buffer },
): Promise<string> {
  await expectReply('250', connection.say(`MAIL FROM:<${from}>`));
  await expectReply('250', connection.say(`RCPT TO:<${to}>`));
  await expectReply('354', connection.say('DATA'));
  await connection.write(Buffer.concat([octets, Buffer.from('.\r\n')]));
  return expectReply('250', connection.reply());
}

type MessageOptions = { from: string; to: string; bytes: number; id: string };

/** A plain message of about this many bytes, with its own Message-ID. */
export function messageOf({ from, to, bytes, id }: MessageOptions): Buffer {
  const head = [
    `From: Shop <${from}>`,
    `To: ${to}`,
    'Subject: Your order has been shipped',
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '',
  ].join('\r\n');
  const line = 'Your order is on its way and will be with you within the next few days.\r\n';
  return Buffer.from(head + line.repeat(Math.ceil((bytes - head.length) / line.length)));
}
