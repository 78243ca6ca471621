import { type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maxMessage } from './replies.ts';

/** Max octets of an arriving message kept in memory. The rest goes to a file. */
const inMemory = 256 * 1024;

/** The octets between DATA and the final dot, or the reason why they are missing. */
export type Arrived =
  | {
      state: 'complete';
      size: number;
      /** How many pieces are already stored. */
      pieces: number;
      read: () => Promise<Buffer>;
      /** Its first octets. */
      head: (bytes: number) => Promise<Buffer>;
      /** The octets after the stored pieces. */
      rest: () => Promise<Buffer>;
      discard: () => Promise<void>;
    }
  | { state: 'too_large' | 'bare' | 'broken' | 'unstored'; pieces: number };

/**
 * How a bare LF is treated. From a customer's program, it may mean a line end. From another server, it may
 * smuggle a message.
 */
type BareLf = 'repaired' | 'refused';

/** Writes CRLF for each bare LF, chunk by chunk, and notes octets that messages must not contain. */
function lineEnds(bareLf: BareLf) {
  let endsInCr = false;
  let bare = false;
  return {
    hasBare: () => bare || endsInCr,
    next: (chunk: Buffer): Buffer => {
      if (chunk.includes(0)) bare = true;
      // A CR at the end of the previous chunk must be followed by LF.
      if (endsInCr && chunk[0] !== 0x0a) bare = true;
      for (let cr = chunk.indexOf(0x0d); cr >= 0 && !bare; cr = chunk.indexOf(0x0d, cr + 1))
        if (cr + 1 < chunk.length && chunk[cr + 1] !== 0x0a) bare = true;
      const isBare = (at: number) => chunk[at] === 0x0a && !(at === 0 ? endsInCr : chunk[at - 1] === 0x0d);
      let count = 0;
      for (let lf = chunk.indexOf(0x0a); lf >= 0; lf = chunk.indexOf(0x0a, lf + 1)) if (isBare(lf)) count++;
      if (count > 0 && bareLf === 'refused') bare = true;
      const out = count === 0 || bare ? chunk : Buffer.allocUnsafe(chunk.length + count);
      for (let at = 0, length = 0; out !== chunk && at < chunk.length; at++) {
        if (isBare(at)) out[length++] = 0x0d;
        out[length++] = chunk[at] as number;
      }
      endsInCr = chunk.length === 0 ? endsInCr : chunk[chunk.length - 1] === 0x0d;
      return out;
    },
  };
}

/** Octets per piece: a large message is stored as it arrives, each piece as an S3 object. */
const piece_bytes = 5 * 1024 * 1024;

/**
 * Stores piece `number` (from 1) of an arriving message. `read` returns its octets when memory is available.
 */
type StorePiece = (number: number, size: number, read: () => Promise<Buffer>) => Promise<void>;

async function readAt(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const out = Buffer.allocUnsafe(bytes);
  let at = 0;
  while (at < bytes) {
    const { bytesRead } = await file.read(out, at, bytes - at, from + at);
    if (bytesRead === 0) throw new Error('the file of a message is shorter than the message');
    at += bytesRead;
  }
  return out;
}

/** Pieces below the first size are joined up to the second, because a client may send single octets. */
const piece_small = 4 * 1024;
const chunk_bytes = 64 * 1024;

async function* inChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Small pieces are copied, because a buffer for a single octet takes some hundred bytes.
  let small = Buffer.alloc(0);
  let bytes = 0;
  for await (const piece of stream) {
    if (piece.length < piece_small && bytes + piece.length <= chunk_bytes) {
      if (small.length === 0) small = Buffer.allocUnsafe(chunk_bytes);
      bytes += piece.copy(small, bytes);
      continue;
    }
    yield bytes === 0 ? piece : Buffer.concat([small.subarray(0, bytes), piece]);
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.from(small.subarray(0, bytes));
}

/** Keeps octets in memory and, beyond 256 KB, in a file on the task's temporary volume. */
function spool(folder: string, piece: StorePiece | undefined) {
  let held: Buffer[] = [];
  let size = 0;
  let path: string | null = null;
  let file: FileHandle | null = null;
  let pieces = 0;
  const spill = async (): Promise<FileHandle> => {
    path = join(folder, `mailwright-${randomUUID()}`);
    return open(path, 'wx+', 0o600);
  };
  const read = async (from: number, to: number): Promise<Buffer> =>
    file === null ? Buffer.concat(held).subarray(from, to) : readAt(file, from, Math.min(to, size) - from);
  return {
    add: async (chunk: Buffer): Promise<void> => {
      size += chunk.length;
      held.push(chunk);
      if (file === null && size <= inMemory) return;
      file ??= await spill();
      // A write may be partial, for example on a volume that is filling up.
      await file.appendFile(Buffer.concat(held));
      held = [];
      while (piece && size - pieces * piece_bytes > piece_bytes) {
        const from = pieces * piece_bytes;
        await piece(pieces + 1, piece_bytes, () => read(from, from + piece_bytes));
        pieces++;
      }
    },
    read,
    pieces: () => pieces,
    discard: async (): Promise<void> => {
      held = [];
      await file?.close();
      file = null;
      if (path !== null) await rm(path, { force: true });
      path = null;
    },
    size: () => size,
  };
}

export type ReceiveOptions = {
  folder: string;
  cut: () => void;
  bareLf?: BareLf;
  /** A hash that is updated with every octet of the message. */
  hash?: Hash;
  piece?: StorePiece;
};

/**
 * Receives a message's octets, after dot-unstuffing. If it is too large or can't be kept, it is read and
 * discarded. `cut` ends the connection once twice the maximum has arrived.
 */
export async function receiveBody(
  stream: AsyncIterable<Buffer>,
  { folder, cut, bareLf = 'repaired', hash, piece }: ReceiveOptions,
): Promise<Arrived> {
  const lines = lineEnds(bareLf);
  const kept = spool(folder, piece);
  let octets = 0;
  let state: Arrived['state'] = 'complete';
  const give = async (becomes: Arrived['state']) => {
    state = becomes;
    await kept.discard().catch(() => {});
  };
  const keep = async (chunk: Buffer) => {
    hash?.update(chunk);
    await kept.add(chunk).catch(() => give('unstored'));
  };
  try {
    for await (const chunk of inChunks(stream)) {
      octets += chunk.length;
      if (octets > 2 * maxMessage) cut();
      if (octets > maxMessage && state === 'complete') await give('too_large');
      if (state === 'complete') await keep(lines.next(chunk));
    }
  } catch {
    state = 'broken';
  }
  if (state === 'complete' && lines.hasBare()) state = 'bare';
  const pieces = kept.pieces();
  if (state !== 'complete') {
    await kept.discard();
    return { state, pieces };
  }
  const { read, discard } = kept;
  const [size, sent] = [kept.size(), pieces * piece_bytes];
  return {
    state,
    size,
    pieces,
    read: () => read(0, size),
    head: (bytes) => read(0, bytes),
    rest: () => read(sent, size),
    discard,
  };
}
