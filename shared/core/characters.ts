/** The number of code points, as JSON Schema's maxLength counts: 😀 is one. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    // A surrogate pair counts once. The parser rejects lone surrogates.
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

/** The text, shortened with `…` to at most `limit` characters. */
export function cutText(text: string, limit: number): string {
  if (characters(text) <= limit) return text;
  return `${[...text.slice(0, 2 * limit)].slice(0, limit - 1).join('')}…`;
}

/** Trims trailing characters that match `one`. Linear, unlike `/[…]+$/`. */
export function withoutEnd(text: string, one: RegExp): string {
  let end = text.length;
  while (end > 0 && one.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const isBlank = (code: number) => code === 0x20 || code === 0x09;

/**
 * Trims trailing spaces and tabs in linear time. `/[ \t]+$/` would scan a run of blanks again from each
 * blank.
 */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** At most `limit` bytes of UTF-8, without a partial character at the end. */
export function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
