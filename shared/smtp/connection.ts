import type { Socket } from 'node:net';
import { createDots } from './dots.ts';
import { replies } from './replies.ts';
import { type Reply, replyText } from './reply.ts';
import type { Tls } from './tls.ts';

/** Octets per command line, without the line end (table "Limits"). */
const maxLine = 16_384;
/** At this count, pieces of a line are joined, because a client may send single octets. */
const maxPieces = 64;
/** How long a client has to close its side after the last reply. */
const farewell_ms = 5_000;

const lf = 0x0a;
const cr = 0x0d;

/** Error codes that only mean that the client is gone. */
const ordinary = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

type ConnectionOptions = { idle_ms: number; tls: Tls; onError: (error: Error) => void };

/**
 * One connection, read on demand: command lines and message octets. The idle time runs only while the server
 * waits for the client to send, or to read replies.
 */
export function createConnection(accepted: Socket, options: ConnectionOptions) {
  let { idle_ms } = options;
  let socket = accepted;
  let state: 'open' | 'handshake' | 'closing' | 'closed' = 'open';
  let isSecure = false;
  let chunks: Buffer[] = [];
  let isLast = false;
  /** Set while the server waits for the client. */
  let wake: (() => void) | null = null;
  const onClosed: (() => void)[] = [];

  const woken = (): void => {
    const run = wake;
    wake = null;
    run?.();
  };
  const client = () => new Promise<void>((done) => (wake = done));
  const isOpen = () => state === 'open';
  const listeners = {
    data: (chunk: Buffer): void => {
      if (!isOpen()) return;
      chunks.push(chunk);
      // This way, the client's end of input is noticed only after everything before it has been answered.
      socket.pause();
      woken();
    },
    end: (): void => {
      isLast = true;
      woken();
    },
    drain: woken,
    timeout: (): void => {
      if (!isOpen()) return void socket.destroy();
      // The client is waiting for a reply, so it isn't idle.
      if (wake === null) socket.setTimeout(idle_ms);
      else end(replies.timeout);
    },
    close: (): void => {
      state = 'closed';
      chunks = [];
      woken();
      for (const run of onClosed) run();
    },
  };
  const attach = (): void => {
    socket.setTimeout(idle_ms);
    for (const [name, listener] of Object.entries(listeners)) socket.on(name, listener);
  };
  const detach = (): void => {
    for (const [name, listener] of Object.entries(listeners)) socket.off(name, listener);
    socket.setTimeout(0);
  };
  const listenForErrors = (): void => {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!ordinary.has(error.code ?? '')) options.onError(error);
      // Node leaves the socket open after rejecting a renegotiation.
      socket.destroy();
    });
  };

  const send = (reply: Reply): void => {
    if (isOpen() && socket.writable) socket.write(replyText(reply), 'latin1');
  };

  /**
   * Sends the last reply, then closes. Later octets are discarded. During a handshake, the connection ends
   * without a reply.
   */
  const end = (last: Reply | null): void => {
    if (state === 'handshake') return void socket.destroy();
    if (!isOpen()) return;
    if (last !== null) send(last);
    state = 'closing';
    chunks = [];
    socket.end();
    // Unread octets would make the kernel reset the connection and lose the reply.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), Math.min(idle_ms, farewell_ms)).unref();
    onClosed.push(() => clearTimeout(timer));
    woken();
  };

  /** The octets of one read, or null at the end. */
  const read = async (): Promise<Buffer | null> => {
    while (chunks.length === 0) {
      if (isLast || !isOpen()) return null;
      socket.resume();
      await client();
    }
    return chunks.shift() as Buffer;
  };

  const giveBack = (chunk: Buffer): void => {
    if (chunk.length > 0 && isOpen()) chunks.unshift(chunk);
  };

  /** A line without its end, which may be a bare LF. Null if the connection ends first. */
  const line = async (): Promise<Buffer | 'too long' | null> => {
    // A client that doesn't read replies gets no more of them.
    while (isOpen() && socket.writableNeedDrain) await client();
    let pieces: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = await read();
      if (chunk === null) return null;
      const at = chunk.indexOf(lf);
      const piece = at < 0 ? chunk : chunk.subarray(0, at);
      length += piece.length;
      pieces.push(piece);
      if (at >= 0) giveBack(chunk.subarray(at + 1));
      else if (length <= maxLine + 1) {
        if (pieces.length >= maxPieces) pieces = [Buffer.concat(pieces)];
        continue;
      }
      const line = pieces.length === 1 ? piece : Buffer.concat(pieces);
      const text = line.at(-1) === cr ? line.subarray(0, -1) : line;
      return at < 0 || text.length > maxLine ? 'too long' : text;
    }
  };

  /** The message after DATA: `octets` throws if the connection ends before the message. */
  const message = () => {
    const dots = createDots();
    let progress: 'open' | 'complete' | 'broken' = 'open';
    const next = async (): Promise<Buffer | null> => {
      if (progress === 'complete') return null;
      const chunk = await read();
      if (chunk === null) {
        progress = 'broken';
        throw new Error('The connection ended within a message');
      }
      const part = dots(chunk);
      if (part.ends) progress = 'complete';
      giveBack(part.rest);
      return part.octets;
    };
    async function* octets(): AsyncGenerator<Buffer> {
      for (let part = await next(); part !== null; part = await next()) if (part.length > 0) yield part;
    }
    return {
      octets: octets(),
      /** Whether its last octet has arrived. */
      isComplete: () => progress === 'complete',
      /** Reads to the end of the message. False if the end never comes. */
      finish: async (): Promise<boolean> => {
        while (progress === 'open') await next().catch(() => {});
        return progress === 'complete';
      },
    };
  };

  /** Sends `ready` in plaintext, then does the TLS handshake. False if the connection ends meanwhile. */
  const startTls = async (ready: Reply | null): Promise<boolean> => {
    if (!isOpen()) return false;
    detach();
    socket.pause();
    // Plaintext after STARTTLS is discarded, because none of it may count as sent inside TLS (R20).
    chunks = [];
    while (socket.read() !== null);
    if (ready !== null) send(ready);
    state = 'handshake';
    socket.once('close', listeners.close);
    const plain = socket;
    // A client that closes its side now never completes its handshake.
    plain.allowHalfOpen = false;
    const secured = await options.tls.secure(plain);
    if (secured === null) return false;
    plain.off('close', listeners.close);
    secured.allowHalfOpen = true;
    socket = secured;
    state = 'open';
    isSecure = true;
    listenForErrors();
    attach();
    return true;
  };

  listenForErrors();
  attach();
  return {
    line,
    message,
    startTls,
    send,
    end,
    address: (accepted.remoteAddress ?? '').replace(/^::ffff:/i, ''),
    isSecure: () => isSecure,
    setIdle: (ms: number): void => {
      idle_ms = ms;
      socket.setTimeout(ms);
    },
    cut: (): void => void socket.destroy(),
    /** Whether the client says anything within this time. */
    speaks: async (within_ms: number): Promise<boolean> => {
      if (chunks.length > 0) return true;
      const timer = setTimeout(woken, within_ms).unref();
      if (!isLast && isOpen()) await client();
      clearTimeout(timer);
      return chunks.length > 0;
    },
    onClosed: (run: () => void): void => void onClosed.push(run),
  };
}

export type Connection = ReturnType<typeof createConnection>;
export type Incoming = Pick<ReturnType<Connection['message']>, 'octets' | 'isComplete'>;
