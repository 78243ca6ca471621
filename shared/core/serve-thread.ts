import { parentPort, type TransferListItem } from 'node:worker_threads';
import type { ThreadMessage } from './thread.ts';

type Send<Part> = (part: Part, transfer?: TransferListItem[]) => void;

/** The other side of `createThread`: answers each request in parts, or with the name of what was thrown. */
export function serveThread<Request, Part>(
  run: (request: Request, send: Send<Part>) => Promise<void> | void,
): void {
  const post = (message: ThreadMessage<Part>, transfer: TransferListItem[] = []) =>
    parentPort?.postMessage(message, transfer);
  parentPort?.on('message', async (request: Request) => {
    try {
      await run(request, (part, transfer) => post({ part }, transfer));
      post({ done: true });
    } catch (error) {
      post({ failed: (error as Error).name });
    }
  });
  post({ ready: true });
}
