import { parentPort } from 'node:worker_threads';
import { isAppError } from '../core/errors.ts';
import { readMessage } from '../domain/content/read-message.ts';
import type { ReadAnswer, ReadRequest } from './reader.ts';

function answerTo({ id, message }: ReadRequest): ReadAnswer {
  try {
    return { id, read: readMessage(Buffer.from(message.buffer, message.byteOffset, message.byteLength)) };
  } catch (error) {
    if (!isAppError(error)) return { id, failure: (error as Error).name };
    const { code, message: text, status, details } = error;
    return { id, refusal: { code, message: text, status, ...(details && { details }) } };
  }
}

/** Reads large messages for the process that started this thread. */
export function serveReads(): void {
  parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(answerTo(request)));
}
