/** One header field as written: folded, without its last line break. Bytes are kept as latin1 characters. */
export type Field = { name: string; line: string };
export type Message = { fields: Field[]; body: Buffer };

const LF = 10;
const CR = 13;

/** SMTP carries CRLF only, so a message received with bare LF goes out with CRLF. */
function withCrlf(raw: Buffer): Buffer {
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR) return Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
  }
  return raw;
}

/** Splits a message (RFC 5322) into its header fields and its body, without decoding anything. */
export function parseMessage(raw: Buffer): Message {
  const bytes = withCrlf(raw);
  const empty = bytes.indexOf('\r\n\r\n');
  const end = empty === -1 ? bytes.length : empty;
  const fields = bytes
    .toString('latin1', 0, end)
    .split(/\r\n(?![ \t])/)
    .filter((line) => line.includes(':'))
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).trim(), line }));
  return { fields, body: bytes.subarray(empty === -1 ? end : empty + 4) };
}

export function writeMessage({ fields, body }: Message): Buffer {
  const header = fields.map((field) => `${field.line}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), body]);
}

/** A field's value, unfolded and trimmed, its 8-bit characters read as UTF-8. */
export function fieldValue({ line }: Field): string {
  const value = line
    .slice(line.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();
  return Buffer.from(value, 'latin1').toString('utf8');
}

/** All fields of that name, in order; names compare without case. */
export function fieldsNamed(fields: Field[], name: string): Field[] {
  const wanted = name.toLowerCase();
  return fields.filter((field) => field.name.toLowerCase() === wanted);
}

export function headerValue(fields: Field[], name: string): string | undefined {
  const field = fieldsNamed(fields, name)[0];
  return field && fieldValue(field);
}
