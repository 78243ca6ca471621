import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** One call's settings, which override those of the set and the account. */
export type Overrides = { Tracking?: Record<string, string> };

export type Accepted = {
  message_id: string;
  /** ISO 8601. */
  at: string;
  operation: string;
  /** The envelope as received. */
  source: string;
  destinations: string[];
  identity: string;
  /** The outgoing envelope sender. */
  return_path: string;
  tags: Record<string, string>;
  configuration_set?: string;
  tenant?: string;
  /** The call's `ConfigurationOverrides`. */
  overrides?: Overrides;
  subject: string;
  /** Bytes as received. */
  size: number;
};

export type Which = 'sent' | 'handed';

type Place = { at: number; length: number } | Buffer;
type Entry = { accepted: Accepted; handed: Place; sent: Promise<Place> | Place };

/**
 * All accepted messages. Metadata is in memory, and the bytes are in one append-only file in `directory`, so that
 * tens of thousands of messages take little memory and few files.
 */
export function createMessageLog(directory: string) {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'messages.log');
  const entries = new Map<string, Entry>();
  let file: Promise<FileHandle> | undefined;
  let end = 0;
  const keeping = new Set<Promise<unknown>>();

  async function append(bytes: Buffer): Promise<Place> {
    file ??= open(path, 'w+');
    const handle = await file;
    const at = end;
    end += bytes.length;
    await handle.write(bytes, 0, bytes.length, at);
    return { at, length: bytes.length };
  }

  async function read(place: Place): Promise<Buffer> {
    if (Buffer.isBuffer(place)) return place;
    const bytes = Buffer.alloc(place.length);
    await (await file)?.read(bytes, 0, place.length, place.at);
    return bytes;
  }

  return {
    /** Stores the message immediately. `outgoing` is the final form, once it is signed. */
    add(accepted: Accepted, handed: Buffer, outgoing: Promise<Buffer>): void {
      const entry: Entry = { accepted, handed, sent: outgoing };
      entries.set(accepted.message_id, entry);
      const handedKept = append(handed).then((place) => {
        entry.handed = place;
      });
      const sentKept = outgoing.then(append).then((place) => {
        entry.sent = place;
      });
      const kept = Promise.all([handedKept, sentKept])
        .catch((error) => console.error(`SES stand-in: couldn't save ${accepted.message_id}: ${error}`))
        .finally(() => keeping.delete(kept));
      keeping.add(kept);
    },

    list(): Accepted[] {
      return [...entries.values()].map((entry) => entry.accepted);
    },

    count: () => entries.size,

    /** The bytes of a message, as sent or as received. */
    async source(id: string, which: Which): Promise<Buffer | undefined> {
      const entry = entries.get(id);
      return entry && read(which === 'handed' ? entry.handed : await entry.sent);
    },

    /** Forgets every message. The file's space is reused once nothing is being written. */
    async clear(): Promise<void> {
      entries.clear();
      await Promise.all(keeping);
      if (entries.size > 0) return;
      end = 0;
      await (await file)?.truncate(0);
    },

    async close(): Promise<void> {
      await Promise.all(keeping);
      await (await file)?.close();
    },
  };
}

export type MessageLog = ReturnType<typeof createMessageLog>;
