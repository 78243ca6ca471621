import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { type RelayedMessage, readMessage } from '../domain/content/read-message.ts';

const kb = 1024;

/** Larger messages take turns (R61), and another thread reads them. */
const large_bytes = 128 * kb;

/** So does one with a larger header, whose addresses take 30 times as long as octets of a body. */
const header_bytes = 16 * kb;

/** Whether the event loop would be held for too long by reading it (R31): a small one takes 15 ms at most. */
function takesLong(message: Buffer): boolean {
  if (message.length <= header_bytes) return false;
  return message.length > large_bytes || !message.subarray(0, header_bytes).includes('\r\n\r\n');
}

/** What the thread is given, and what it answers. */
export type ReadRequest = { id: number; message: Uint8Array };
export type ReadAnswer = { id: number } & (
  | { read: RelayedMessage }
  | { refusal: { code: ErrorCode; message: string; status: number; details?: Record<string, unknown> } }
  | { failure: string }
);

/** Where the octets of an answer come back as plain arrays, buffers again. */
const withBuffers = (read: RelayedMessage): RelayedMessage => ({
  ...read,
  files: read.files.map((file) => ({ ...file, data: Buffer.from(file.data) })),
});

function resultOf(answer: ReadAnswer): RelayedMessage {
  if ('read' in answer) return withBuffers(answer.read);
  if ('failure' in answer) throw new Error(answer.failure);
  const { code, message, status, details } = answer.refusal;
  throw new AppError(code, message, { status, ...(details && { details }) });
}

type Waiting = { answered: (answer: ReadAnswer) => void; failed: (error: Error) => void };

/** One thread, started when it is first needed and again after it died; what it was reading fails then. */
function thread(file: string | URL) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;
  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    const die = (error: Error) => {
      worker = null;
      for (const { failed } of waiting.values()) failed(error);
      waiting.clear();
    };
    started.on('message', (answer: ReadAnswer) => {
      waiting.get(answer.id)?.answered(answer);
      waiting.delete(answer.id);
    });
    started.on('error', die);
    started.on('exit', () => die(new Error('the reading thread ended')));
    started.unref();
    return started;
  };
  return (message: Buffer): Promise<ReadAnswer> =>
    new Promise((answered, failed) => {
      worker ??= start();
      const id = ++last;
      waiting.set(id, { answered, failed });
      worker.postMessage({ id, message } satisfies ReadRequest);
    });
}

/** Reads relayed messages: those that take long in the thread of `file`, others at once. */
export function createReader(file: string | URL): (message: Buffer) => Promise<RelayedMessage> {
  const ask = thread(file);
  return async (message) => (takesLong(message) ? resultOf(await ask(message)) : readMessage(message));
}

/** Runs at most `places` large messages at once; small ones at once (R61). */
export function createTurns(places: number): <T>(bytes: number, run: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = places;
  return async (bytes, run) => {
    if (bytes <= large_bytes) return run();
    if (free > 0) free--;
    else await new Promise<void>((next) => queue.push(next));
    try {
      return await run();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
