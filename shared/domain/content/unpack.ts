import type { EmailMeta } from '../../core/records/emails.ts';
import type { Mail } from '../context.ts';
import { unpackEntries } from './batch-entries.ts';
import { type StoredContent, unpackContent } from './pack.ts';

type Kept = Pick<EmailMeta, 'id' | 'account' | 'content' | 'batch'>;

/** An email's content, unpacked from its own stored bytes or its batch's. */
export function unpack(email: Kept, packed: Uint8Array): StoredContent | null {
  const { batch } = email;
  if (batch === undefined) return unpackContent(packed);
  const entry = unpackEntries(packed).find(({ index }) => index === batch.index);
  return entry ? { ...entry.content, attachments: [] } : null;
}

/** An email's content. Null once it is no longer stored. */
export async function readContent(ctx: Mail, email: Kept): Promise<StoredContent | null> {
  const packed = email.content && (await ctx.emails.readContent(email));
  return packed && unpack(email, packed);
}
