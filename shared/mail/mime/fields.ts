import { trimBlanks } from '../../core/characters.ts';

/** A header field in octets: `raw` as received, without the last line break, and `value` unfolded. */
export type Field = { name: string; raw: string; value: string };

/** Max octets in a line without its CRLF; SES accepts 1,000 including it. */
export const maxLine = 998;

export const headerLimits = { header_bytes: 256 * 1024, fields: 1000 } as const;

/** The start of a field: its name. */
export const begin = /^([!-9;-~]+)[ \t]*:/;

const isBlank = (octet: number | undefined) => octet === 0x20 || octet === 0x09;

/** The end of the line that begins at `at`, without its CRLF. */
export function lineEnd(bytes: Buffer, at: number, end: number): number {
  // Lines are short. Calling `indexOf` for each is slower.
  let stop = at;
  while (stop < end && (bytes[stop] !== 0x0d || bytes[stop + 1] !== 0x0a)) stop++;
  return stop;
}

/** Unfolds a value: removes line breaks before white space and keeps the white space (RFC 5322 2.2.3). */
export const unfold = (text: string) => trimBlanks(text.replace(/\r\n/g, ''));

/** Unfolds a value: each fold and its surrounding blanks become one space. */
export const withSingleSpaces = ({ raw }: Field): string =>
  raw
    .slice(raw.indexOf(':') + 1)
    .split('\r\n')
    .map(trimBlanks)
    .filter((line) => line !== '')
    .join(' ');

/** A mailbox file's first line, which some programs send. It isn't a field, but doesn't end the header. */
const mailboxLine = /^>?From \S/;
const trace = /^(?:return-path|received)$/i;

/**
 * The fields of an entity, and the offset of its body: after the empty line, or at the first line that isn't
 * a field. Reads little more of a header than the limits allow. `isEnd` says whether a line ends the header
 * regardless of its form. `skips` skips a line that isn't a field if a field follows. Linear.
 */
export function readFields(
  bytes: Buffer,
  start: number,
  end: number,
  isEnd: (line: string) => boolean = () => false,
  { skips = false } = {},
): { fields: Field[]; body: number } {
  const fields: Field[] = [];
  let name = '';
  /** Offsets of the current field. Null between fields. */
  let open: { from: number; to: number } | null = null;
  const close = () => {
    if (open === null) return;
    const raw = bytes.toString('latin1', open.from, open.to);
    fields.push({ name, raw, value: unfold(raw.slice(raw.indexOf(':') + 1)) });
    open = null;
  };
  let at = start;
  const isWithin = () => at - start <= headerLimits.header_bytes && fields.length <= headerLimits.fields;
  while (at < end && isWithin()) {
    const stop = lineEnd(bytes, at, end);
    const next = Math.min(end, stop + 2);
    if (open !== null && stop > at && isBlank(bytes[at])) {
      open.to = stop;
      at = next;
      continue;
    }
    close();
    if (stop === at) return { fields, body: next };
    const line = bytes.toString('latin1', at, stop);
    const first = begin.exec(line);
    if (first === null) {
      const isFirst = mailboxLine.test(line) && fields.every((field) => trace.test(field.name));
      const mayGoOn = isFirst || (skips && !isEnd(line));
      if (!mayGoOn || !begin.test(bytes.toString('latin1', next, lineEnd(bytes, next, end)))) break;
    } else if (isEnd(line)) break;
    else {
      name = first[1] ?? '';
      open = { from: at, to: stop };
    }
    at = next;
  }
  close();
  return { fields, body: at };
}

export const fieldsNamed = (fields: readonly Field[], name: string): Field[] =>
  fields.filter((field) => field.name.toLowerCase() === name);

export const fieldValues = (fields: readonly Field[], name: string): string[] =>
  fieldsNamed(fields, name).map(({ value }) => value);

/** The value of the first field with this name, in lower case. Null if none. */
export const fieldValue = (fields: readonly Field[], name: string): string | null =>
  fieldValues(fields, name)[0] ?? null;
