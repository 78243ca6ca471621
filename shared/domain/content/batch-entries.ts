import { compress, unpackJson } from '../../core/compress.ts';
import { type Batch, type EmailMeta, type Envelope, partId } from '../../core/records/emails.ts';
import { derivedId, type Id } from '../../core/runtime.ts';
import type { Content } from './pack.ts';

/** The fields that a batch's emails share or derive from it. */
type Derived = 'id' | 'account' | 'created_at' | 'content' | 'batch';

/** A valid batch item as stored, with everything its email needs. Batches have no attachments. */
export type Entry = {
  index: number;
  meta: Omit<EmailMeta, Derived>;
  envelope: Envelope;
  content: Omit<Content, 'attachments'>;
};

/** A packed entry. Its content is in this part of the batch's content. */
export type Placed = Omit<Entry, 'content'> & { part: number };

/** Characters per part before compression. To send one email, a worker unpacks one part. */
const partLength = 4 * 1024 * 1024;

/** Four zero bytes, where single emails store their head's length, so neither is mistaken for the other. */
const mark = Buffer.alloc(4);

/**
 * Packs entries together so repetition is free, and in parts, because 100 emails of a large template may take
 * 40 MB.
 */
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

/** An item's record id. The same batch and index always give the same id. */
export function itemId(batch: Pick<Batch, 'id' | 'created_at'>, index: number): Id<'msg'> {
  return derivedId('msg', Date.parse(batch.created_at), batch.id, String(index));
}

const settingsAt = (settings: Record<string, number[]>, index: number): string =>
  Object.entries(settings).find(([, indexes]) => indexes.includes(index))?.[0] ?? '';

/** An entry's email. Its record adds only which batch it belongs to. */
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
