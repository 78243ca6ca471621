/** The cells of an RFC 4180 line, and where the next line begins. */
function readLine(text: string, start: number): { cells: string[]; next: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      at++;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
    }
    const rest = /[^,\r\n]*/y;
    rest.lastIndex = at;
    cell += rest.exec(text)?.[0] ?? '';
    at = rest.lastIndex;
    cells.push(cell);
    if (text[at] === ',') at++;
    else break;
  }
  if (text[at] === '\r') at++;
  if (text[at] === '\n') at++;
  return { cells, next: at };
}

/** A CSV's address cells: its column `email`, as in exports, or its first column if it has no header. */
export function emailsOfCsv(csv: string): string[] {
  const text = csv.replace(/^\ufeff/, '');
  const first = readLine(text, 0);
  const column = first.cells.findIndex((cell) => cell.trim().toLowerCase() === 'email');
  const emails: string[] = [];
  for (let at = column < 0 ? 0 : first.next; at < text.length; ) {
    const { cells, next } = readLine(text, at);
    // A line break would make the whole request fail. Replaced by a blank, only this value fails, as an
    // invalid address.
    const email = (cells[Math.max(0, column)] ?? '').trim().replace(/\p{Cc}+/gu, ' ');
    if (email !== '') emails.push(email);
    at = next;
  }
  return emails;
}
