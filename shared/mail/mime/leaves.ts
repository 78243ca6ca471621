import { decodeText } from './charset.ts';
import { parameterOf } from './parameters.ts';
import type { Part } from './scan.ts';
import { leavesOf } from './scan.ts';
import { decodeTransfer } from './transfer.ts';
import { decodeEncodedWords } from './words.ts';

/** The octets of a leaf, decoded. */
export const decodeLeaf = (bytes: Buffer, part: Part): Buffer =>
  decodeTransfer(bytes.subarray(part.body, part.end), part.encoding);

/** Every name that a reader could give the file: of Content-Disposition and Content-Type, in each of its forms. */
export function fileNames({ type, disposition }: Part): string[] {
  const { parameters } = type;
  const [ours, theirs] = [disposition?.parameters, parameters];
  const found = [ours?.get('filename*'), ours?.get('filename'), theirs.get('name*'), theirs.get('name')];
  const names = found.filter((name) => name !== undefined && name !== '') as string[];
  return [...new Set(names.flatMap((name) => [decodeEncodedWords(name), name]))];
}

/** Whether a leaf is text that mail programs show: neither marked as an attachment nor named (R48). */
export function isBodyText(part: Part): boolean {
  const { value } = part.type;
  if (value !== 'text/plain' && value !== 'text/html') return false;
  return part.disposition?.value !== 'attachment' && fileNames(part).length === 0;
}

/** A leaf with the multipart/alternative that it is in, the outermost one. */
type Placed = { leaf: Part; alternative: Part | null };

const placed = (part: Part, alternative: Part | null): Placed[] => {
  if (part.parts.length === 0) return [{ leaf: part, alternative }];
  const own = alternative ?? (part.type.value === 'multipart/alternative' ? part : null);
  return part.parts.flatMap((child) => placed(child, own));
};

/**
 * The texts of a message as mail programs show them: per kind the first, with a line feed and the next one for each
 * that is not in the same multipart/alternative; null where there is none (R48).
 */
export function bodyTexts(bytes: Buffer, top: Part): { html: string | null; text: string | null } {
  const all = placed(top, null).filter(({ leaf }) => isBodyText(leaf));
  const textOf = (type: string) => {
    const [first, ...rest] = all.filter(({ leaf }) => leaf.type.value === type);
    if (first === undefined) return null;
    const others = rest.filter(
      ({ alternative }) => alternative === null || alternative !== first.alternative,
    );
    const texts = [first, ...others].map(({ leaf }) =>
      decodeText(decodeLeaf(bytes, leaf), parameterOf(leaf.type, 'charset')),
    );
    return texts.join('\n');
  };
  return { html: textOf('text/html'), text: textOf('text/plain') };
}

const control = /^application\/(?:pgp-(?:signature|encrypted)|(?:x-)?pkcs7-signature)$/;

/**
 * The leaves that count as attachments (R8): all but body texts, signature and control parts of sealed mail, and an
 * invitation among the alternatives. A multipart that does not end counts as one.
 */
export function countedLeaves(top: Part): Part[] {
  const walk = (part: Part, alternative: boolean): Part[] => {
    if (!part.closed && part.depth > 1) return [part];
    if (part.parts.length > 0)
      return part.parts.flatMap((child) => walk(child, part.type.value === 'multipart/alternative'));
    const invitation = alternative && part.type.value === 'text/calendar' && fileNames(part).length === 0;
    const plain = isBodyText(part) || (part.sealed && control.test(part.type.value)) || invitation;
    return plain ? [] : [part];
  };
  return walk(top, false);
}

/** Leaves that the service may write into: texts that are shown and neither sealed nor in a broken structure. */
export const openTexts = (top: Part): Part[] =>
  leavesOf(top).filter((leaf) => isBodyText(leaf) && !leaf.sealed);
