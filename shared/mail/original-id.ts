import { trimBlanks } from '../core/characters.ts';
import { headerField } from './header-value.ts';
import { decodeEncodedWords } from './mime/words.ts';

/** An id that fits on a line of References. */
const form = /^[!-;=?-~]{1,800}$/;
const withoutBrackets = /^[^@\s]+@[^@\s]+$/;

/**
 * A message's own id, in angle brackets. Null if its Message-ID has none that fits in References. Encoded
 * words are decoded, brackets are optional, and spaces inside them are removed.
 */
export function originalId(field: string): string | null {
  const text = trimBlanks(decodeEncodedWords(field));
  const inside = /<([^<>]*)>/.exec(text)?.[1]?.replace(/[ \t]/g, '');
  const id = inside ?? (withoutBrackets.test(text) ? text : '');
  return form.test(id) ? `<${id}>` : null;
}

const maxReferences = 50;
const idsIn = (value: string): string[] => value.match(/<[^<>\s]+>/g) ?? [];

/** References ending with the id, or unchanged if they include it. Long lists keep the first and newest. */
function referencesWith(references: string, id: string): string {
  const [first = '', ...later] = idsIn(references);
  if (first === id || later.includes(id)) return references;
  if (later.length + 1 < maxReferences) return trimBlanks(`${references} ${id}`);
  return [first, ...later.slice(2 - maxReferences), id].join(' ');
}

/** Without References, readers use In-Reply-To for threading, so its ids come first in added References. */
const thread = (inReplyTo: string | undefined) => idsIn(inReplyTo ?? '').join(' ');

const nameIn = (headers: object, name: string) =>
  Object.keys(headers).find((given) => given.toLowerCase() === name);

/** Headers with the Message-ID's id moved to References. */
export function takeOriginalId(headers: Record<string, string>): {
  headers: Record<string, string>;
  original_message_id: string | null;
} {
  const name = nameIn(headers, 'message-id');
  if (name === undefined) return { headers, original_message_id: null };
  const { [name]: field = '', ...rest } = headers;
  const id = originalId(field);
  if (id === null) return { headers: rest, original_message_id: null };
  const references = nameIn(rest, 'references') ?? 'References';
  const given = rest[references] ?? thread(rest[nameIn(rest, 'in-reply-to') ?? '']);
  return { headers: { ...rest, [references]: referencesWith(given, id) }, original_message_id: id };
}

/**
 * The same for raw fields, without the Message-ID. Their octets stay unchanged, and the id gets its own line.
 */
export function fieldsWithOriginalId(fields: string, id: string | null): string {
  if (id === null) return fields;
  const all = fields.split(/(?<=\r\n)(?![ \t])/);
  const find = (name: RegExp) => all.findIndex((field) => name.test(field));
  const valueAt = (at: number) => trimBlanks(all[at]?.replace(/^[^:]*:/, '').replace(/\r\n/g, '') ?? '');
  const at = find(/^references:/i);
  const given = valueAt(at);
  if (at < 0)
    return fields + headerField('References', referencesWith(thread(valueAt(find(/^in-reply-to:/i))), id));
  const written = referencesWith(given, id);
  if (written === given) return fields;
  const field = written.startsWith(given)
    ? `${all[at]?.slice(0, -'\r\n'.length)}\r\n ${id}\r\n`
    : headerField('References', written);
  return all.with(at, field).join('');
}
