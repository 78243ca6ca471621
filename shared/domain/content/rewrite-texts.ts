import { isAsciiBased } from '../../mail/mime/charset.ts';
import { applyEdits, type Edit, encodeLeaf } from '../../mail/mime/edit.ts';
import { decodeLeaf, openTexts } from '../../mail/mime/leaves.ts';
import { parameterOf } from '../../mail/mime/parameters.ts';
import { type Part, scanMime } from '../../mail/mime/scan.ts';

/** Text to change; `octets`: each character is one octet of a charset that only shares ASCII with ours. */
export type OpenText = { text: string; html: boolean; octets: boolean };

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

/** A leaf's text as far as it can be searched and changed; null for charsets in which ASCII may mean something else. */
function open(bytes: Buffer, leaf: Part): OpenText | null {
  const html = leaf.type.value === 'text/html';
  const charset = parameterOf(leaf.type, 'charset');
  const octets = !isUtf8(bytes) || (charset !== null && !/^utf-?8$|ascii$/i.test(charset));
  if (!octets) return { text: bytes.toString('utf8'), html, octets };
  return isAsciiBased(charset) ? { text: bytes.toString('latin1'), html, octets } : null;
}

/** An entity with its shown, unsealed texts changed (R12, R13); a leaf whose text stays the same keeps its octets. */
export async function rewriteTexts(
  entity: Buffer,
  change: (text: OpenText) => Promise<string>,
): Promise<Buffer> {
  const edits: Edit[] = [];
  for (const leaf of openTexts(scanMime(entity))) {
    const view = open(decodeLeaf(entity, leaf), leaf);
    if (view === null) continue;
    const changed = await change(view);
    if (changed === view.text) continue;
    edits.push(...encodeLeaf(entity, leaf, Buffer.from(changed, view.octets ? 'latin1' : 'utf8')));
  }
  return applyEdits(entity, edits);
}
