import type { Input } from './command.ts';
import type { Io } from './io.ts';
import { displayWidth, pad, tableLines, wrap } from './table.ts';

export type Row = Record<string, unknown>;

const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_C}\u200b\u2028\u2029]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** A terminal line that can include text from strangers, with every control character except tabs escaped. */
export const visible = (line: string): string => line.split('\t').map(escaped).join('\t');

export const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of one table cell. Values that aren't text become JSON. Control characters are escaped. */
function cell(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return escaped(value.join(', '));
  return escaped(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Rows under their headings, in columns as wide as needed, or as the terminal allows. */
export function printTable(io: Io, heads: readonly string[], rows: readonly unknown[][]): void {
  const all = [[...heads], ...rows.map((row) => row.map(cell))];
  const room = io.columns ? { places: io.columns, now: io.now() } : null;
  for (const line of tableLines(all, room)) io.out(`${line}\n`);
}

/** An object's facts. Those of nested objects get dotted names. */
const flat = (facts: Row, before = ''): [string, unknown][] =>
  Object.entries(facts).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) && Object.keys(value).length > 0
      ? flat(value, `${before}${name}.`)
      : [[`${before}${name}`, value]],
  );

const isTable = (value: unknown): value is Row[] => Array.isArray(value) && value.some(isObject);
const isLong = (value: unknown): value is string => typeof value === 'string' && /[\r\n]./s.test(value);

/**
 * A name and its value, wrapped to the terminal's width. The value goes below the name if it doesn't fit next
 * to it.
 */
function factLines(
  { columns }: Io,
  { name, width }: { name: string; width: number },
  value: string,
): string[] {
  if (columns === undefined) return [`${pad(name, width)}  ${value}`];
  const beside = wrap(value, columns - width - 2);
  if (beside.some((line) => displayWidth(line) > columns - width - 2))
    return [name, ...wrap(value, columns - 2).map((line) => `  ${line}`)];
  return beside.map((line, at) => `${pad(at === 0 ? name : '', width)}  ${line}`);
}

/** An object: names and values, then its lists as tables and its longer texts unchanged. */
export function printFacts(io: Io, object: Row): void {
  const all = flat(object);
  const facts = all.filter(([, value]) => !isTable(value) && !isLong(value));
  const width = Math.max(0, ...facts.map(([name]) => displayWidth(name)));
  for (const [name, value] of facts)
    for (const line of factLines(io, { name, width }, cell(value))) io.out(`${line}\n`);
  for (const [name, value] of all) {
    if (isLong(value))
      io.out(
        `\n${name}\n${value
          .split(/\r\n|\r|\n/)
          .map(visible)
          .join('\n')}\n`,
      );
    if (!isTable(value)) continue;
    io.out(`\n${name}\n`);
    const heads = [...new Set(value.flatMap((one) => Object.keys(one)))];
    printTable(
      io,
      heads,
      value.map((one) => heads.map((head) => one[head])),
    );
  }
}

export const printLine = (io: Io, line: string): void => io.out(`${cell(line)}\n`);

/** A line of JSON. Also escapes the terminal control characters that JSON allows. */
export const jsonLine = (value: unknown): string => `${escaped(JSON.stringify(value))}\n`;

export const printJson = (io: Io, value: unknown): void => io.out(jsonLine(value));

/** Prints one object: as JSON with `--json`, as one line if the command has one, or as names and values. */
export function printObject({ io, json }: Input, value: Row, line?: string): undefined {
  if (json) printJson(io, value);
  else if (line === undefined) printFacts(io, value);
  else printLine(io, line);
}

/** A list's objects: one JSON line each with `--json`, otherwise a table with these fields. */
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
