import { trimBlanks } from '../../core/characters.ts';

/** One header field: `raw` as it came, folding included, without its last line break; `value` unfolded. Both are octets. */
export type Field = { name: string; raw: string; value: string };

/** The most octets in a line without its CRLF; SES accepts 1,000 with it. */
export const maxLine = 998;

/** Limits of one header. */
export const headerLimits = { header_bytes: 256 * 1024, fields: 1000 } as const;

/** The start of a field: its name. */
export const begin = /^([!-9;-~]+)[ \t]*:/;

const isBlank = (octet: number | undefined) => octet === 0x20 || octet === 0x09;

/** The end of the line that begins at `at`, without its CRLF. */
export function lineEnd(bytes: Buffer, at: number, end: number): number {
  // Lines are short: a call of `indexOf` for each takes longer.
  let stop = at;
  while (stop < end && (bytes[stop] !== 0x0d || bytes[stop + 1] !== 0x0a)) stop++;
  return stop;
}

/** Octets of a field's value in one line: a line break before white space goes, the white space stays (RFC 5322 2.2.3). */
export const unfold = (text: string) => trimBlanks(text.replace(/\r\n/g, ''));

/** Octets of a field's value in one line, with one space for each fold and the blanks around it. */
export const withSingleSpaces = ({ raw }: Field): string =>
  raw
    .slice(raw.indexOf(':') + 1)
    .split('\r\n')
    .map(trimBlanks)
    .filter((line) => line !== '')
    .join(' ');

/** The first line of a message in a mailbox file, which programs send along: it is no field, but ends no header either. */
const mailboxLine = /^>?From \S/;
const trace = /^(?:return-path|received)$/i;

/**
 * The fields of an entity, and the offset of its body: after the empty line, or at the first line of no field. Of a header
 * over the limits it reads little more than they allow. `isEnd`: whether a line ends the header, whatever it looks like.
 * `skips`: a line of no field is left out where a field follows it. Linear.
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
  /** Offsets of the field that is read; null between two. */
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

/** The value of the first field of this name, in lower case; null when there is none. */
export const fieldValue = (fields: readonly Field[], name: string): string | null =>
  fieldValues(fields, name)[0] ?? null;
