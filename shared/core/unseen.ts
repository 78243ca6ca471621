/**
 * Characters that are invisible or alter others: controls, bidi marks, zero widths, fillers, and tags for
 * programs.
 */
const unseen =
  /(\u034f|(?![\t\n\r])[\p{Cc}\p{Bidi_C}\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff\u{e0000}-\u{e007f}])/gu;

/** A named character takes 20 bytes of a page, and a stranger's email may have millions. */
const maxNamed = 2_000;

/**
 * Splits a text so that every second piece is an invisible character. Beyond 2,000, they become U+FFFD within
 * a piece.
 */
export function splitUnseen(text: string): string[] {
  let seen = 0;
  return text.replace(unseen, (one) => (++seen > maxNamed ? '\ufffd' : one)).split(unseen);
}

/** `U+202E` of the character. */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with invisible characters named, for places without markup. */
export const nameUnseen = (text: string): string =>
  splitUnseen(text)
    .map((part, i) => (i % 2 === 1 ? codeOf(part) : part))
    .join('');
