import { isAscii } from 'node:buffer';
import { SesError } from './errors.ts';
import { type Field, fieldsNamed, fieldValue, parseMessage } from './mime.ts';

const maxDepth = 60;

/** A multipart's boundary. Undefined for other parts, including messages. */
function boundaryOf(fields: Field[]): string | undefined {
  const type = fieldsNamed(fields, 'content-type')[0];
  const value = type ? fieldValue(type) : '';
  if (!/^multipart\//i.test(value)) return undefined;
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(value) ?? [];
  return quoted ?? bare;
}

/** The parts between a multipart's boundary lines. Each begins with its header. */
function partsOf(body: string, boundary: string): string[] {
  const name = boundary.replace(/\W/g, '\\$&');
  const line = (end: string) => new RegExp(`\r\n--${name}${end}[ \t]*(?=\r\n|$)`);
  const [open = ''] = `\r\n${body}`.split(line('--'), 1);
  return open
    .split(line(''))
    .slice(1)
    .map((part) => part.slice('\r\n'.length));
}

function checkEntity(entity: string, depth: number): void {
  if (entity.startsWith('\r\n')) return;
  const { fields, body } = parseMessage(Buffer.from(entity, 'latin1'));
  const bad = fields.find(({ line }) => /[\x80-\xff]/.test(line));
  if (bad) throw new SesError('invalid', `Header '${bad.name}' has octets above 127.`);
  const boundary = depth < maxDepth ? boundaryOf(fields) : undefined;
  if (boundary) for (const part of partsOf(body.toString('latin1'), boundary)) checkEntity(part, depth + 1);
}

/**
 * Throws SesError `invalid` for octets above 127 in the headers of a message or its parts, at any depth. Attached
 * messages count as bodies.
 */
export function checkHeaderOctets(raw: Buffer): void {
  if (!isAscii(raw)) checkEntity(raw.toString('latin1'), 0);
}
