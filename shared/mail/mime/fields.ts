import { trimBlanks } from '../../core/characters.ts';

/** One header field: `raw` as it came, folding included, without its last line break; `value` unfolded. Both are octets. */
export type Field = { name: string; raw: string; value: string };

/** Limits of one header (R31). */
export const headerLimits = { header_bytes: 256 * 1024, fields: 1000 } as const;

const begin = /^([!-9;-~]+)[ \t]*:/;

/** The end of the line that begins at `at`, without its CRLF. */
export function lineEnd(bytes: Buffer, at: number, end: number): number {
  const found = bytes.indexOf('\r\n', at, 'latin1');
  return found < 0 || found > end ? end : found;
}

/** Octets of a field's value in one line: a line break before white space goes, the white space stays (RFC 5322 2.2.3). */
const unfold = (text: string) => trimBlanks(text.replace(/\r\n/g, ''));

/** The first line of a message in a mailbox file, which programs send along: it is no field, but ends no header either. */
const mailboxLine = /^>?From \S/;
const trace = /^(?:return-path|received)$/i;

/**
 * The fields of an entity, and the offset of its body: after the empty line, or at the first line of no field. Of a header
 * over the limits it reads little more than they allow. Linear.
 */
export function readFields(bytes: Buffer, start: number, end: number): { fields: Field[]; body: number } {
  const fields: Field[] = [];
  let lines: string[] = [];
  let name = '';
  const close = () => {
    if (lines.length === 0) return;
    const raw = lines.join('\r\n');
    fields.push({ name, raw, value: unfold(raw.slice(raw.indexOf(':') + 1)) });
    lines = [];
  };
  let at = start;
  const isWithin = () => at - start <= headerLimits.header_bytes && fields.length <= headerLimits.fields;
  while (at < end && isWithin()) {
    const stop = lineEnd(bytes, at, end);
    if (stop === at) {
      close();
      return { fields, body: Math.min(end, at + 2) };
    }
    const line = bytes.toString('latin1', at, stop);
    const first = begin.exec(line);
    const folded = lines.length > 0 && /^[ \t]/.test(line);
    if (!folded) close();
    if (!folded && first === null) {
      const next = Math.min(end, stop + 2);
      const isFirst = mailboxLine.test(line) && fields.every((field) => trace.test(field.name));
      if (!isFirst || !begin.test(bytes.toString('latin1', next, lineEnd(bytes, next, end)))) break;
      at = next;
      continue;
    }
    if (!folded) {
      name = first?.[1] ?? '';
    }
    lines.push(line);
    at = Math.min(end, stop + 2);
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
