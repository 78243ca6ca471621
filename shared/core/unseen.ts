/** Characters that show as nothing or change others: controls, bidi marks, zero widths, fillers, tags for programs. */
const unseen =
  /(\u034f|(?![\t\n\r])[\p{Cc}\p{Bidi_C}\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff\u{e0000}-\u{e007f}])/gu;

/** A named one takes 20 octets of a page, and a stranger's mail may have millions. */
const mostNamed = 2_000;

/** A text in pieces, of which each second one is a character that is not seen; those beyond 2,000 are U+FFFD in a piece. */
export function splitUnseen(text: string): string[] {
  let seen = 0;
  return text.replace(unseen, (one) => (++seen > mostNamed ? '\ufffd' : one)).split(unseen);
}

/** `U+202E` of the character. */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with unseen characters named, where no markup may be. */
export const nameUnseen = (text: string): string =>
  splitUnseen(text)
    .map((part, i) => (i % 2 === 1 ? codeOf(part) : part))
    .join('');
