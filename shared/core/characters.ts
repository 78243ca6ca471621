/** The number of characters of a text: code points, as JSON Schema's maxLength counts them, so that 😀 is one. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    // a pair counts once: a lone surrogate never gets past the parser (C6)
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

/** The text, or its beginning and `…`, in `limit` characters at most. */
export function cutText(text: string, limit: number): string {
  if (characters(text) <= limit) return text;
  return `${[...text.slice(0, 2 * limit)].slice(0, limit - 1).join('')}…`;
}

/** The text without what a pattern of one character matches at its end. Linear, as `/[…]+$/` is not. */
export function withoutEnd(text: string, one: RegExp): string {
  let end = text.length;
  while (end > 0 && one.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const isBlank = (code: number) => code === 0x20 || code === 0x09;

/** The text without spaces and tabs around it, in linear time: `/[ \t]+$/` looks from each blank of a run to the run's end. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
