import type { TransferListItem } from 'node:worker_threads';
import type { ParseError } from '../../core/records/received.ts';
import { createThread } from '../../core/thread.ts';
import { type ReceivedHeader, readReceivedHeader } from './read-header.ts';
import { noBody, type ReceivedBody, readReceived } from './read-received.ts';
import { replyText } from './reply-text.ts';

type Request = { message: Uint8Array };
type Part = { header: ReceivedHeader } | { body: ReceivedBody } | { reply_text: string | null };

/** A received message as far as it could be read. */
export type Received = { header: ReceivedHeader; body: ReceivedBody; reply_text: string | null };

const limits = { ms: 2_000, heap_mb: 256 };

export function parseInThread(
  { message }: Request,
  send: (part: Part, transfer?: TransferListItem[]) => void,
): void {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const { header, body } = readReceived(bytes, (header) => send({ header }));
  // Copies the data, because transferring a slice would transfer the whole message.
  const files = body.files.map((file) => ({ ...file, data: Uint8Array.from(file.data) }));
  send(
    { body: { ...body, files } },
    files.map(({ data }) => data.buffer),
  );
  send({ reply_text: replyText(body, header.subject) });
}

const errors = { done: 'internal', time: 'time', memory: 'limits', failed: 'internal' } as const;

/** The known facts about an unreadable message: its header without address lists, in linear time. */
export const unread = (message: Buffer, parse_error: ParseError): Received => ({
  header: readReceivedHeader(message, { addresses: false }),
  body: { ...noBody, parse_error },
  reply_text: null,
});

export type MessageReader = (message: Buffer) => Promise<Received>;

/**
 * Reads messages in the thread of `file`, each within 2 s and 256 MB of heap. Never throws. `patience` is the
 * factor by which reading may take longer than usual.
 */
export function createMessageReader(
  file: string | URL,
  { patience = 1 }: { patience?: number } = {},
): MessageReader {
  const call = createThread<Request, Part>(file, { ...limits, ms: limits.ms * patience });
  return async (message) => {
    const found: Partial<Received> = {};
    const how = await call({ message }, (part) => Object.assign(found, part));
    const { header, body, reply_text } = found;
    // If finding quotes takes too long, the text is kept whole.
    if (header && body)
      return { header, body, reply_text: reply_text === undefined ? body.text : reply_text };
    return { ...unread(message, errors[how]), ...(header && { header }) };
  };
}
