import { countedLeaves, decodeLeaf } from '../../mail/mime/leaves.ts';
import { scanMime } from '../../mail/mime/scan.ts';
import { entityOf, type MimeContent } from './pack.ts';

/** A relayed message's file, by its place among the record's `attachments`. */
export function relayedFile(content: MimeContent, index: number): Uint8Array | null {
  const entity = entityOf(content);
  const leaf = countedLeaves(scanMime(entity))[index];
  return leaf ? decodeLeaf(entity, leaf) : null;
}
