import type { Input } from './command.ts';
import type { Io } from './io.ts';

export type Row = Record<string, unknown>;

const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_C}\u200b\u2028\u2029]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** One line of a terminal, of which strangers wrote a part: nothing that a terminal obeys comes through but tabs. */
export const visible = (line: string): string => line.split('\t').map(escaped).join('\t');

/** One line of a terminal: what is no text is JSON, and nothing that a terminal obeys comes through. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return escaped(typeof value === 'string' ? value : JSON.stringify(value));
}

export function printFacts(io: Io, facts: Row): void {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  for (const [name, value] of Object.entries(facts)) io.out(`${name.padEnd(width)}  ${cell(value)}\n`);
}

/** Rows under their heads, in columns as wide as they need. */
export function printTable(io: Io, heads: readonly string[], rows: readonly unknown[][]): void {
  const all = [[...heads], ...rows.map((row) => row.map(cell))];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  for (const row of all) {
    const padded = row.map(
      (text, column) => text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...text].length)),
    );
    io.out(`${padded.join('  ').trimEnd()}\n`);
  }
}

export const printLine = (io: Io, line: string): void => io.out(`${cell(line)}\n`);

/** A line of JSON with every character escaped that a terminal obeys and JSON itself leaves as it is. */
export const jsonLine = (value: unknown): string => `${escaped(JSON.stringify(value))}\n`;

export const printJson = (io: Io, value: unknown): void => io.out(jsonLine(value));

/** One object: as JSON, else as its line, else as names and values. */
export function printObject({ io, json }: Input, value: Row, line?: string): undefined {
  if (json) printJson(io, value);
  else if (line === undefined) printFacts(io, value);
  else printLine(io, line);
}

/** Objects of a list: with `--json` one a line, else a table of these members. */
export function printItems(
  { io, json }: Input,
  items: readonly Row[],
  columns: readonly string[],
): undefined {
  if (json) for (const item of items) printJson(io, item);
  else {
    const rows = items.map((item) => columns.map((name) => item[name]));
    printTable(io, columns, rows);
  }
}
