import type { Issue } from './errors.ts';

/** The most levels of objects and arrays, the body itself the first. */
const maxDepth = 64;
/** A batch of 100 emails with all recipients, tags, headers and variables that they may have is 50,000. */
const maxValues = 100_000;

const codeOf = (character: string) => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');

/** The effect of a byte outside strings: `+1` and `-1` change the depth, 0 begins the next value, 2 is none. */
const effects = new Int8Array(256).fill(2);
for (const [character, effect] of Object.entries({ '[': 1, '{': 1, ']': -1, '}': -1, ',': 0 }))
  effects[codeOf(character)] = effect;

/** The index of the quote that ends the string which begins at `open`, or the end of the bytes. */
function endOfString(bytes: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The excess in the JSON of a body, found before values are made of it, which cost far more than their bytes. */
export function jsonExcess(bytes: Uint8Array): Issue | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) at = endOfString(bytes, at);
    const effect = effects[byte] as number;
    if (effect === 2) continue;
    depth += effect;
    if (effect >= 0) values++;
    if (depth > maxDepth)
      return { path: '', rule: 'range', message: `body: nested more than ${maxDepth} levels deep` };
    if (values > maxValues)
      return { path: '', rule: 'length', message: `body: more than ${maxValues} values` };
  }
  return null;
}
