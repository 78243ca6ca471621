import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MessageLog } from './messages.ts';

export type InboxAddress = { host: string; smtpPort: number };

const waitingAtMost = 2_000;
/** A long timeout, because a busy inbox is slow, and a refused message isn't sent again. */
const slow_ms = 120_000;

/**
 * An address without quotes. The inbox's client removes them, and the inbox refuses the rest. The header keeps them.
 */
const unquoted = (address: string): string =>
  address.replace(/^"((?:[^"\\]|\\.)*)"/, (_, text: string) => text.replace(/[^\w.+-]/g, '_') || '_');

/**
 * Sends accepted messages to the inbox by SMTP in the background, so that a slow or missing inbox costs the sender
 * nothing. Beyond 2,000 waiting messages, new ones are skipped and counted.
 */
export function createFeed({ host, smtpPort }: InboxAddress, messages: MessageLog) {
  const transport = createTransport({
    host,
    port: smtpPort,
    ignoreTLS: true,
    pool: true,
    maxConnections: 2,
    greetingTimeout: slow_ms,
    socketTimeout: slow_ms,
  });
  const stats = { inbox_fed: 0, inbox_failed: 0, inbox_dropped: 0, inbox_waiting: 0 };

  /** Each message is read only when its turn comes, so that waiting messages take no memory. */
  async function* bytesOf(id: string) {
    const bytes = await messages.source(id, 'sent');
    if (bytes === undefined) throw new Error(`${id} was deleted`);
    yield bytes;
  }

  async function hand(id: string, from: string, to: string[]): Promise<void> {
    const envelope = { from: unquoted(from), to: to.map(unquoted) };
    stats.inbox_waiting += 1;
    try {
      await transport.sendMail({ envelope, raw: Readable.from(bytesOf(id)) });
      stats.inbox_fed += 1;
    } catch {
      stats.inbox_failed += 1;
    }
    stats.inbox_waiting -= 1;
  }

  return {
    enqueue(id: string, from: string, to: string[]): void {
      if (stats.inbox_waiting >= waitingAtMost) stats.inbox_dropped += 1;
      else void hand(id, from, to);
    },
    stats: () => ({ ...stats }),
    close: () => transport.close(),
  };
}

export type Feed = ReturnType<typeof createFeed>;
