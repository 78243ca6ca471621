/** How many characters a text has: code points, as JSON Schema's maxLength counts them, so that 😀 is one. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    // a pair counts once: a lone surrogate never gets past the parser (C6)
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  }
  return count;
}
