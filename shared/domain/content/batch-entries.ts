import { compress, unpackJson } from '../../core/compress.ts';
import { type Batch, type EmailMeta, type Envelope, partId } from '../../core/records/emails.ts';
import { derivedId, type Id } from '../../core/runtime.ts';
import type { Content } from './pack.ts';

/** The fields that the emails of a batch share, or derive from it. */
type Derived = 'id' | 'account' | 'created_at' | 'content' | 'batch';

/** A valid item of a batch as it is stored: all that its email consists of. Batches have no attachments. */
export type Entry = {
  index: number;
  meta: Omit<EmailMeta, Derived>;
  envelope: Envelope;
  content: Omit<Content, 'attachments'>;
};

/** An entry once it is packed: its content is in this part of the batch's. */
export type Placed = Omit<Entry, 'content'> & { part: number };

/** Characters of a part before it is compressed: what a worker unpacks and reads for one email of it. */
const partLength = 4 * 1024 * 1024;

/** Four zero bytes, where a single email's content has the length of its head: neither is read as the other. */
const mark = Buffer.alloc(4);

/** Entries kept together, so that what repeats costs nothing; in parts, as 100 emails of a large template may be 40 MB. */
export function packEntries(entries: Entry[]): { placed: Placed[]; parts: Uint8Array[] } {
  const placed: Placed[] = [];
  const parts: Uint8Array[] = [];
  let texts: string[] = [];
  let length = 0;
  const close = () => {
    parts.push(Buffer.concat([mark, compress(Buffer.from(`[${texts.join()}]`))]));
    texts = [];
    length = 0;
  };
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    if (length > 0 && length + text.length > partLength) close();
    texts.push(text);
    length += text.length;
    const { content: _packed, ...rest } = entry;
    placed.push({ ...rest, part: parts.length });
  }
  close();
  return { placed, parts };
}

export function unpackEntries(packed: Uint8Array): Entry[] {
  if (!mark.equals(packed.subarray(0, 4))) throw new Error('not the content of a batch');
  return unpackJson(packed.subarray(4));
}

/** The id of an item's record; every derivation yields the same. */
export function itemId(batch: Pick<Batch, 'id' | 'created_at'>, index: number): Id<'msg'> {
  return derivedId('msg', Date.parse(batch.created_at), batch.id, String(index));
}

const settingsAt = (settings: Record<string, number[]>, index: number): string =>
  Object.entries(settings).find(([, indexes]) => indexes.includes(index))?.[0] ?? '';

/** The email of an entry; which batch it belongs to is all that its record adds. */
export function emailOfEntry(batch: Batch, entry: Placed): { meta: EmailMeta; envelope: Envelope } {
  const { index, envelope, part } = entry;
  const { id, account, created_at, content, settings } = batch;
  const meta = {
    ...entry.meta,
    id: itemId(batch, index),
    account,
    created_at,
    content,
    batch: { id: partId(id, part), index },
    ...(settings && { settings: settingsAt(settings, index) }),
  };
  return { meta, envelope };
}
