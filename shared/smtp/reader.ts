import { AppError, type ErrorCode, isAppError } from '../core/errors.ts';
import { createSlots } from '../core/slots.ts';
import { createThread } from '../core/thread.ts';
import { type RelayedMessage, readMessage } from '../domain/sending/read-message.ts';

const kb = 1024;

/** Messages above this size are read in another thread, a few at a time. */
const large_bytes = 128 * kb;

/**
 * Messages with a larger header than this are, too, because addresses take 30 times as long as body octets.
 */
const header_bytes = 16 * kb;

/** Whether reading the message would block the event loop for more than 15 ms. */
function takesLong(message: Buffer): boolean {
  if (message.length <= header_bytes) return false;
  return message.length > large_bytes || !message.subarray(0, header_bytes).includes('\r\n\r\n');
}

type Refusal = { code: ErrorCode; message: string; status: number; details?: Record<string, unknown> };

type Request = { message: Uint8Array };
type Part = { read: RelayedMessage } | { refusal: Refusal };

/** Limits for reading one message. Well-formed messages stay far below them. */
const limits = { ms: 60_000, heap_mb: 128 };

export function readInThread({ message }: Request, send: (part: Part) => void): void {
  try {
    send({ read: readMessage(Buffer.from(message.buffer, message.byteOffset, message.byteLength)) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message: text, status, details } = error;
    send({ refusal: { code, message: text, status, ...(details && { details }) } });
  }
}

/** Restores buffers from octets that the thread returned as plain arrays. */
const withBuffers = (read: RelayedMessage): RelayedMessage => ({
  ...read,
  files: read.files.map((file) => ({ ...file, data: Buffer.from(file.data) })),
});

/** Reads relayed messages: slow ones in the thread of `file`, all others directly. */
export function createReader(file: string | URL): (message: Buffer) => Promise<RelayedMessage> {
  const call = createThread<Request, Part>(file, limits);
  return async (message) => {
    if (!takesLong(message)) return readMessage(message);
    const parts: Part[] = [];
    const how = await call({ message }, (part) => parts.push(part));
    const [part] = parts;
    if (part === undefined) throw new Error(`the reading thread ended: ${how}`);
    if ('read' in part) return withBuffers(part.read);
    const { code, message: text, status, details } = part.refusal;
    throw new AppError(code, text, { status, ...(details && { details }) });
  };
}

/** Max large messages in memory at a time. Each takes up to 25 MB, and twice that while it is composed. */
const largeAtOnce = 2;

/** Runs at most `largeAtOnce` large messages concurrently. Small messages never wait. */
export function createTurns(): <T>(bytes: number, run: () => Promise<T>) => Promise<T> {
  const slots = createSlots(largeAtOnce);
  return (bytes, run) => (bytes <= large_bytes ? run() : slots(run));
}
