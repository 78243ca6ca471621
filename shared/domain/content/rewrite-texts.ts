import { hasAsciiTags } from '../../mail/mime/charset.ts';
import { applyEdits, type Edit, encodeLeaf } from '../../mail/mime/edit.ts';
import { decodeLeaf, openTexts } from '../../mail/mime/leaves.ts';
import { parameterOf } from '../../mail/mime/parameters.ts';
import { type Part, scanMime } from '../../mail/mime/scan.ts';

/** `octets`: each character is one octet of another charset than ours; `tags`: it is html whose tags can be found in it. */
export type OpenText = { text: string; html: boolean; octets: boolean; tags: boolean };

const isUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8')).equals(bytes);

/** A leaf's text as it can be searched and changed. */
function open(bytes: Buffer, leaf: Part): OpenText {
  const html = leaf.type.value === 'text/html';
  const charset = parameterOf(leaf.type, 'charset');
  const octets = !isUtf8(bytes) || (charset !== null && !/^utf-?8$|ascii$/i.test(charset));
  return {
    text: bytes.toString(octets ? 'latin1' : 'utf8'),
    html,
    octets,
    tags: html && hasAsciiTags(charset),
  };
}

/** An entity with its shown, unsealed texts changed (R12, R13); a leaf whose text stays the same keeps its octets. */
export async function rewriteTexts(
  entity: Buffer,
  change: (text: OpenText) => Promise<string>,
): Promise<Buffer> {
  const edits: Edit[] = [];
  for (const leaf of openTexts(scanMime(entity))) {
    const view = open(decodeLeaf(entity, leaf), leaf);
    const changed = await change(view);
    if (changed === view.text) continue;
    edits.push(...encodeLeaf(entity, leaf, Buffer.from(changed, view.octets ? 'latin1' : 'utf8')));
  }
  return applyEdits(entity, edits);
}
