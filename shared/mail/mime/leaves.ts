import { decodeBody } from './charset.ts';
import { fieldValues } from './fields.ts';
import { parameterOf, parseStructured, possibleValues } from './parameters.ts';
import { leavesOf, type Part } from './scan.ts';
import { decodeTransfer, isUnknownEncoding } from './transfer.ts';
import { decodeEncodedWords } from './words.ts';

export const decodeLeaf = (bytes: Buffer, part: Part): Buffer =>
  decodeTransfer(bytes.subarray(part.body, part.end), part.encoding);

/** A file's names from its headers, in each form. The name that readers show comes first. */
export function fileNames({ type, disposition }: Part): string[] {
  const [ours, theirs] = [disposition?.parameters, type.parameters];
  const found = [ours?.get('filename*'), ours?.get('filename'), theirs.get('name*'), theirs.get('name')];
  const names = found.filter((name) => name !== undefined && name !== '') as string[];
  return [...new Set(names.flatMap((name) => [decodeEncodedWords(name), name]))];
}

/** Every name any reader could give the file, including from repeated fields. */
export function possibleNames({ fields }: Part): string[] {
  const values = ['content-disposition', 'content-type'].flatMap((name) => fieldValues(fields, name));
  return values
    .flatMap((value) => possibleValues(parseStructured(value), /^(?:file)?name\*?$/))
    .flatMap((name) => [decodeEncodedWords(name), name]);
}

/** Whether mail programs show a leaf as text: not marked as an attachment, and unnamed. */
function isBodyText(part: Part): boolean {
  const { value } = part.type;
  if (value !== 'text/plain' && value !== 'text/html') return false;
  return part.disposition?.value !== 'attachment' && fileNames(part).length === 0;
}

/** A leaf with the multipart/alternatives around it, each with the branch that leads to the leaf. */
type Placed = { leaf: Part; branches: [alternative: Part, branch: Part][] };

const placed = (part: Part, branches: Placed['branches'] = []): Placed[] => {
  if (part.parts.length === 0) return [{ leaf: part, branches }];
  const isAlternative = part.type.value === 'multipart/alternative';
  return part.parts.flatMap((child) =>
    placed(child, isAlternative ? [...branches, [part, child]] : branches),
  );
};

/** The visible texts of one type. Each multipart/alternative contributes its first branch that has any. */
function visibleParts(all: Placed[], type: string): Part[] {
  const chosen = new Map<Part, Part>();
  return all.flatMap(({ leaf, branches }) => {
    if (leaf.type.value !== type) return [];
    if (branches.some(([alternative, branch]) => (chosen.get(alternative) ?? branch) !== branch)) return [];
    for (const [alternative, branch] of branches) chosen.set(alternative, branch);
    return [leaf];
  });
}

/** The leaves that mail programs show as the message's text. All other leaves are files. */
export function bodyLeaves(top: Part): { html: Part[]; text: Part[] } {
  const all = placed(top).filter(({ leaf }) => isBodyText(leaf));
  return { html: visibleParts(all, 'text/html'), text: visibleParts(all, 'text/plain') };
}

/** A message's texts of each kind, joined by line feeds in order. Null without texts. */
export function bodyTexts(
  bytes: Buffer,
  { html, text }: ReturnType<typeof bodyLeaves>,
): { html: string | null; text: string | null } {
  const textOf = (leaf: Part) =>
    decodeBody(decodeLeaf(bytes, leaf), parameterOf(leaf.type, 'charset'), leaf.type.value === 'text/html');
  const join = (leaves: Part[]) => (leaves.length === 0 ? null : leaves.map(textOf).join('\n'));
  return { html: join(html), text: join(text) };
}

const control = /^application\/(?:pgp-(?:signature|encrypted)|(?:x-)?pkcs7-signature)$/;

type FileLeaf = { leaf: Part; isInvitation: boolean };

/**
 * The leaves that are files, without body texts and without the signature and control parts of sealed mail.
 * An unterminated multipart counts as a file. `isInvitation` means an unnamed calendar among a text's
 * alternatives.
 */
export function fileLeaves(top: Part): FileLeaf[] {
  const walk = (part: Part, isAlternative: boolean): FileLeaf[] => {
    const { value } = part.type;
    if (!part.closed && part.depth > 1) return [{ leaf: part, isInvitation: false }];
    if (part.parts.length > 0)
      return part.parts.flatMap((child) => walk(child, value === 'multipart/alternative'));
    if (isBodyText(part) || (part.sealed && control.test(value))) return [];
    return [
      {
        leaf: part,
        isInvitation: isAlternative && value === 'text/calendar' && fileNames(part).length === 0,
      },
    ];
  };
  return walk(top, false);
}

/** The leaves that count as attachments: all files except an invitation. */
export const countedLeaves = (top: Part): Part[] =>
  fileLeaves(top).flatMap(({ leaf, isInvitation }) => (isInvitation ? [] : [leaf]));

/** Leaves that the service may edit: visible, decodable texts outside sealed or broken structures. */
export const openTexts = (top: Part): Part[] =>
  leavesOf(top).filter((leaf) => isBodyText(leaf) && !leaf.sealed && !isUnknownEncoding(leaf.encoding));
