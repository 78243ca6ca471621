import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { MessageLog } from './messages.ts';

export type InboxAddress = { host: string; smtpPort: number };

const waitingAtMost = 2_000;
const connections = 2;
/** A message that the inbox did not take is not sent again: on a busy machine it takes its time. */
const slow_ms = 120_000;

/** An address without quotes: the client of the inbox takes them off, and the inbox refuses what is left. The header keeps them. */
const unquoted = (address: string): string =>
  address.replace(/^"((?:[^"\\]|\\.)*)"/, (_, text: string) => text.replace(/[^\w.+-]/g, '_') || '_');

/**
 * Sends accepted messages to the inbox by SMTP, in the background. An inbox that is slow or away costs the sender
 * nothing: beyond 2,000 waiting messages further ones are left out and counted.
 */
export function createFeed({ host, smtpPort }: InboxAddress, messages: MessageLog) {
  const sockets = new Set<Socket>();

  // Our own sockets, so that close can cut those that wait for a silent inbox.
  function getSocket(
    _: unknown,
    callback: (error: Error | null, socket?: { connection: Socket }) => void,
  ): void {
    const socket = connect({ host, port: smtpPort, timeout: slow_ms });
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.once('timeout', () => socket.destroy(new Error('the inbox does not answer')));
    socket.once('error', callback);
    socket.once('connect', () => {
      socket.off('error', callback).removeAllListeners('timeout').setTimeout(0);
      callback(null, { connection: socket });
    });
  }

  const transport = createTransport({
    host,
    port: smtpPort,
    getSocket,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    greetingTimeout: slow_ms,
    socketTimeout: slow_ms,
  });
  const stats = { inbox_fed: 0, inbox_failed: 0, inbox_dropped: 0 };
  const queue: { id: string; from: string; to: string[] }[] = [];
  let working = 0;
  let closed = false;

  async function hand({ id, from, to }: { id: string; from: string; to: string[] }): Promise<void> {
    try {
      const raw = await messages.source(id, 'sent');
      if (raw) await transport.sendMail({ envelope: { from: unquoted(from), to: to.map(unquoted) }, raw });
      stats.inbox_fed += 1;
    } catch {
      stats.inbox_failed += 1;
    }
  }

  async function work(): Promise<void> {
    working += 1;
    for (let next = queue.shift(); next && !closed; next = queue.shift()) await hand(next);
    working -= 1;
  }

  return {
    enqueue(id: string, from: string, to: string[]): void {
      if (queue.length >= waitingAtMost) {
        stats.inbox_dropped += 1;
        return;
      }
      queue.push({ id, from, to });
      if (working < connections) void work();
    },

    stats: () => ({ ...stats, inbox_waiting: queue.length + working }),

    close(): void {
      closed = true;
      transport.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type Feed = ReturnType<typeof createFeed>;
