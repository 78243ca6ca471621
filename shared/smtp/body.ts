import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from './reply.ts';

/** Octets of one message, after dot-unstuffing (R27). */
export const maxMessage = 26_214_400;
export const tooLarge = reply(`552 5.3.4 A message has at most ${maxMessage} octets [payload_too_large]`);

/** What is not held in memory while it arrives (R61). */
const inMemory = 256 * 1024;

/** What came between DATA and the dot. */
export type Arrived =
  | { state: 'whole'; read: () => Promise<Buffer>; size: number; discard: () => Promise<void> }
  | { state: 'too_large' | 'bare' | 'broken' };

/** Of a client's own program a bare LF is a line end; a stranger's server that sends one may smuggle (R30). */
type BareLf = 'repaired' | 'refused';

/** Chunks with CRLF for each bare LF; notes what must not be in a message (R30). */
function lineEnds(bareLf: BareLf) {
  let endsInCr = false;
  let bare = false;
  return {
    hasBare: () => bare || endsInCr,
    next: (chunk: Buffer): Buffer => {
      if (chunk.includes(0)) bare = true;
      const out: Buffer[] = [];
      let at = 0;
      // A CR that ended the chunk before must be followed by LF.
      if (endsInCr && chunk[0] !== 0x0a) bare = true;
      for (let cr = chunk.indexOf(0x0d); cr >= 0 && !bare; cr = chunk.indexOf(0x0d, cr + 1))
        if (cr + 1 < chunk.length && chunk[cr + 1] !== 0x0a) bare = true;
      for (let lf = chunk.indexOf(0x0a); lf >= 0; lf = chunk.indexOf(0x0a, lf + 1)) {
        const after = lf === 0 ? endsInCr : chunk[lf - 1] === 0x0d;
        if (after) continue;
        if (bareLf === 'refused') bare = true;
        out.push(chunk.subarray(at, lf), Buffer.from('\r'));
        at = lf;
      }
      endsInCr = chunk.length === 0 ? endsInCr : chunk[chunk.length - 1] === 0x0d;
      return out.length === 0 ? chunk : Buffer.concat([...out, chunk.subarray(at)]);
    },
  };
}

/** Octets in memory, and beyond 256 KB in a file of the task's temporary volume. */
function spool(folder: string) {
  let held: Buffer[] = [];
  let size = 0;
  let path: string | null = null;
  let file: FileHandle | null = null;
  const spill = async (): Promise<FileHandle> => {
    path = join(folder, `mailwright-${randomUUID()}`);
    return open(path, 'wx', 0o600);
  };
  return {
    add: async (chunk: Buffer): Promise<void> => {
      size += chunk.length;
      held.push(chunk);
      if (file === null && size <= inMemory) return;
      file ??= await spill();
      await file.write(Buffer.concat(held));
      held = [];
    },
    close: async (): Promise<void> => {
      await file?.close();
      file = null;
    },
    read: async (): Promise<Buffer> => {
      if (path === null) return Buffer.concat(held);
      const whole = Buffer.allocUnsafe(size);
      let at = 0;
      for await (const chunk of createReadStream(path)) at += (chunk as Buffer).copy(whole, at);
      return whole.subarray(0, at);
    },
    discard: async (): Promise<void> => {
      held = [];
      if (path !== null) await rm(path, { force: true });
    },
    size: () => size,
  };
}

/**
 * Takes the octets of one message from the library, which has removed the dots. What is too large is read and thrown
 * away; another 26 MB later `cut` ends the connection (R27).
 */
export async function receiveBody(
  stream: AsyncIterable<Buffer>,
  { folder, cut, bareLf = 'repaired' }: { folder: string; cut: () => void; bareLf?: BareLf },
): Promise<Arrived> {
  const lines = lineEnds(bareLf);
  const kept = spool(folder);
  let octets = 0;
  let state: Arrived['state'] = 'whole';
  try {
    for await (const chunk of stream) {
      octets += chunk.length;
      if (octets > 2 * maxMessage) cut();
      if (octets > maxMessage && state === 'whole') {
        state = 'too_large';
        await kept.discard();
      }
      if (state === 'whole') await kept.add(lines.next(chunk));
    }
    await kept.close();
  } catch {
    await kept.close();
    state = 'broken';
  }
  if (state === 'whole' && lines.hasBare()) state = 'bare';
  if (state === 'whole') return { state, read: kept.read, size: kept.size(), discard: kept.discard };
  await kept.discard();
  return { state };
}
