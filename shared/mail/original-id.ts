import { trimBlanks } from '../core/characters.ts';
import { headerField } from './header-value.ts';
import { decodeEncodedWords } from './mime/words.ts';

/** An id that fits a line of References. */
const form = /^[!-;=?-~]{1,800}$/;
const withoutBrackets = /^[^@\s]+@[^@\s]+$/;

/**
 * The id that a program gave its message, in angle brackets; null where a Message-ID holds none that References could
 * (R80). Encoded words are decoded, brackets may be missing, blanks inside them are dropped.
 */
export function originalId(field: string): string | null {
  const text = trimBlanks(decodeEncodedWords(field));
  const inside = /<([^<>]*)>/.exec(text)?.[1]?.replace(/[ \t]/g, '');
  const id = inside ?? (withoutBrackets.test(text) ? text : '');
  return form.test(id) ? `<${id}>` : null;
}

const maxReferences = 50;
const idsIn = (value: string): string[] => value.match(/<[^<>\s]+>/g) ?? [];

/** References that end with the id: one that has it stays, and of a long one the oldest but the first are dropped (R80). */
function referencesWith(references: string, id: string): string {
  const [first = '', ...later] = idsIn(references);
  if (first === id || later.includes(id)) return references;
  if (later.length + 1 < maxReferences) return trimBlanks(`${references} ${id}`);
  return [first, ...later.slice(2 - maxReferences), id].join(' ');
}

/** Without References, readers find the thread by In-Reply-To: its ids come first, where References is added. */
const thread = (inReplyTo: string | undefined) => idsIn(inReplyTo ?? '').join(' ');

const nameIn = (headers: object, name: string) =>
  Object.keys(headers).find((given) => given.toLowerCase() === name);

/** Headers without their Message-ID, whose id is in References instead (R80). */
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

/** The same for whole fields, which have no Message-ID any more: octets as they came, the id on a line of its own. */
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
