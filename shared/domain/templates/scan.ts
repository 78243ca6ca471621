/** A stretch of text as it stands, or a placeholder with how it was written (`{{ name }}`). */
export type Piece = string | { name: string; written: string };

export type Scanned = {
  pieces: Piece[];
  /** The first form that may not be published (Q10), as written and cut to 60 characters; null: none. */
  fault: string | null;
};

const inner = /^[ \t]*([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]*$/;
const shown = 60;

const cut = (form: string) => (form.length > shown ? `${form.slice(0, shown)}…` : form);

/** `{{` up to the next `}}`: a placeholder's name, or null for any other form; null when nothing closes it. */
function placeholderAt(text: string, open: number): { name: string | null; end: number } | null {
  const close = text.indexOf('}}', open + 2);
  if (close < 0) return null;
  const name = inner.exec(text.slice(open + 2, close))?.[1] ?? null;
  // `{{{x}}}` is told with all its braces.
  const triple = name === null && text[open + 2] === '{' && text[close + 2] === '}';
  return { name, end: close + (triple ? 3 : 2) };
}

/**
 * Cuts a text at its placeholders (H27, Q10): from each `{{` to the next `}}`; a `}}` without one before it,
 * and everything that is no placeholder, is text. Forms that would go out as written by mistake are `fault`:
 * an open `{{`, an inside that is not a name, three braces, `{%…%}`. Linear in the text, whatever it holds.
 */
export function scan(text: string): Scanned {
  const pieces: Piece[] = [];
  let fault: string | null = null;
  let from = 0;
  let braces = text.indexOf('{{');
  let block = text.indexOf('{%');
  while (braces >= 0 || block >= 0) {
    const open = block < 0 || (braces >= 0 && braces < block) ? braces : block;
    let end: number;
    if (open === braces) {
      const found = placeholderAt(text, open);
      end = found?.end ?? text.length;
      if (found?.name) {
        if (open > from) pieces.push(text.slice(from, open));
        pieces.push({ name: found.name, written: text.slice(open, end) });
        from = end;
      } else fault ??= cut(text.slice(open, found ? end : open + shown + 1));
    } else {
      const close = text.indexOf('%}', open + 2);
      // Without an end it is text, and so is every later one.
      end = close < 0 ? open : close + 2;
      if (close < 0) block = -1;
      else fault ??= cut(text.slice(open, end));
    }
    if (braces >= 0 && braces < end) braces = text.indexOf('{{', end);
    if (block >= 0 && block < end) block = text.indexOf('{%', end);
  }
  if (from < text.length) pieces.push(text.slice(from));
  return { pieces, fault };
}
