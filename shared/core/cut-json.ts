const short = new Set(['"', '\\', '\b', '\t', '\n', '\f', '\r'].map((c) => c.charCodeAt(0)));

/** UTF-8 bytes of one character inside a JSON string. `code` is its code point. */
function octetsOf(code: number): number {
  if (short.has(code)) return 2;
  if (code < 0x20) return 6;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/**
 * Cuts text at a character boundary, so that it takes at most `bytes` bytes in JSON, where a control
 * character takes six. Linear.
 */
export function cutJson(text: string | null, bytes: number): { value: string | null; cut: boolean } {
  if (text === null) return { value: null, cut: false };
  const wellFormed = text.toWellFormed();
  if (wellFormed.length * 6 <= bytes) return { value: wellFormed, cut: false };
  let left = bytes;
  for (let at = 0; at < wellFormed.length; ) {
    const code = wellFormed.codePointAt(at) as number;
    left -= octetsOf(code);
    if (left < 0) return { value: wellFormed.slice(0, at), cut: true };
    at += code > 0xffff ? 2 : 1;
  }
  return { value: wellFormed, cut: false };
}
