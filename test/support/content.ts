import { type Content, isMime, unpackContent } from '../../shared/domain/content/pack.ts';

/** The stored content of an email that didn't come through the relay. */
export function unpackApiContent(packed: Uint8Array): Content {
  const content = unpackContent(packed);
  if (isMime(content)) throw new Error('a relayed message');
  return content;
}
