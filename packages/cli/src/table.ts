/** Characters that are two columns wide in a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const none = /\p{Mn}|\p{Me}|\u200d/u;

const widthOf = (character: string): number => (none.test(character) ? 0 : wide.test(character) ? 2 : 1);

/** A text's width in terminal columns. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** A text cut to this many columns. */
function cut(text: string, places: number): string {
  if (displayWidth(text) <= places) return text;
  let [kept, width] = ['', 1];
  for (const character of text) {
    width += widthOf(character);
    if (width > places) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

export const pad = (text: string, places: number): string =>
  text + ' '.repeat(Math.max(0, places - displayWidth(text)));

/** A text in lines of at most this many columns, broken at spaces. A longer word gets its own line. */
export function wrap(text: string, places: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const joined = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && displayWidth(joined) <= places) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** Values that people copy are never cut. */
const isWhole = (head: string, column: number): boolean =>
  column === 0 || /^(id|host|value|status|.*_(id|at))$/.test(head);

const leastPlaces = 8;

const widthsOf = (rows: readonly string[][]): number[] =>
  (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + 2, -2);

/** A time without seconds, or only its date if it is in another year, as `ls` does. */
function shortTime(text: string, year: string): string {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(text) ?? [];
  if (time === undefined) return text;
  return day.startsWith(year) ? `${day.slice(5)} ${time}` : day;
}

/** The terminal's width and the current time. */
type Room = { places: number; now: number };

/** The rows, header first, with wide columns shortened to fit. Null if they still don't fit. */
function fitted(rows: readonly string[][], { places, now }: Room): string[][] | null {
  const year = new Date(now).toISOString().slice(0, 5);
  if (total(widthsOf(rows)) <= places) return rows.map((row) => [...row]);
  const short = rows.map((row) => row.map((text) => shortTime(text, year)));
  const widths = widthsOf(short);
  const cuttable = widths.map((_, column) => !isWhole(rows[0]?.[column] ?? '', column));
  while (total(widths) > places) {
    const max = Math.max(...widths.filter((_, column) => cuttable[column]), 0);
    if (max <= leastPlaces) return null;
    widths[widths.findIndex((width, column) => cuttable[column] && width === max)] = max - 1;
  }
  return short.map((row) => row.map((text, column) => cut(text, widths[column] ?? 0)));
}

/** The table's lines, or one block per row if the columns don't fit side by side. */
export function tableLines(rows: readonly string[][], room: Room | null): string[] {
  const shown = room ? fitted(rows, room) : rows;
  if (shown === null) return blockLines(rows);
  const widths = widthsOf(shown);
  return shown.map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function blockLines([heads = [], ...rows]: readonly string[][]): string[] {
  const width = Math.max(...heads.map(displayWidth));
  return rows.flatMap((row, at) => [
    ...(at > 0 ? [''] : []),
    ...row.map((text, column) => `${pad(heads[column] ?? '', width)}  ${text}`.trimEnd()),
  ]);
}
