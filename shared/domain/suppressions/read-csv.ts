/** The cells of a line of RFC 4180, and where the next line begins. */
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

/** The cells of addresses in a CSV: of its column `email`, which an export has, or without a head of its first column. */
export function emailsOfCsv(csv: string): string[] {
  const text = csv.replace(/^\ufeff/, '');
  const first = readLine(text, 0);
  const column = first.cells.findIndex((cell) => cell.trim().toLowerCase() === 'email');
  const emails: string[] = [];
  for (let at = column < 0 ? 0 : first.next; at < text.length; ) {
    const { cells, next } = readLine(text, at);
    // A request with a line break is refused whole: a value with one is no address, and fails alone.
    const email = (cells[Math.max(0, column)] ?? '').trim().replace(/\p{Cc}+/gu, ' ');
    if (email !== '') emails.push(email);
    at = next;
  }
  return emails;
}
