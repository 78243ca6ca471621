import { type AppError, type IssueRule, invalid } from '../../core/errors.ts';
import { escapeHtml } from '../../core/escape.ts';
import { isObject } from '../../core/json-path.ts';
import { unsubscribeMarker } from '../content/placeholders.ts';
import { isReference, type Reference, referenced, type Scope, scan } from './references.ts';
import { anyRoom, jsonRoom, lineRoom, type Room, textRoom } from './room.ts';

/** Event objects as JSON, cached because a definition may refer to one a thousand times. */
const texts = new WeakMap<object, string>();

/**
 * A value inside other text. Strings stay unchanged, a missing value is empty, and everything else becomes
 * compact JSON.
 */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** Throws 400 for a field that its values make invalid, and the run fails. The message includes no values. */
export const fillFault = (path: string, rule: IssueRule, message: string): AppError =>
  invalid([{ path, rule, message: `${path}: ${message}` }]);

const asWritten = '{{unsubscribe_url}}';

type Options = {
  /** Escapes values. Literal text stays unchanged. */
  escaped?: (text: string) => string;
  /** The text that replaces the managed unsubscribe link. */
  link?: string;
};

/** Fills each reference once, without scanning values again. Missing values are empty. */
export function fillText(text: string, scope: Scope, room: Room, options: Options = {}): string {
  const { escaped = (value) => value, link = asWritten } = options;
  let filled = '';
  for (const piece of scan(text).pieces) {
    const literal = typeof piece === 'string' ? piece : link;
    const next = isReference(piece) ? escaped(textOf(referenced(piece, scope))) : literal;
    filled += next;
    if (!room(next)) break;
  }
  return filled;
}

const linkOf = (managed: boolean) => (managed ? unsubscribeMarker : asWritten);

/** Like `fillText` for html. The managed unsubscribe link becomes its marker if `managed`. */
export const fillHtml = (html: string, scope: Scope, managed: boolean): string =>
  fillText(html, scope, textRoom('html'), { escaped: escapeHtml, link: linkOf(managed) });

/** Like `fillHtml`, for the text part and subject. */
export const fillPart = (text: string, scope: Scope, room: Room, managed: boolean): string =>
  fillText(text, scope, room, { link: linkOf(managed) });

/** Throws 400 for a reference without a value. `path` names the field in the error. */
export function requireValues(path: string, text: string, scope: Scope): void {
  const lost = scan(text)
    .pieces.filter(isReference)
    .find((piece) => referenced(piece, scope) === undefined);
  if (lost) throw fillFault(path, 'required', `{{${lost.path}}} has no value`);
}

/** Fills a line in which every reference needs a value. Throws 400 and `filledTooLarge`. */
export function fillWhole(path: string, text: string, scope: Scope, options: Options = {}): string {
  requireValues(path, text, scope);
  return fillText(text, scope, lineRoom(path), options);
}

/** The reference that a string consists of, or null if it has any other content. */
function onlyReference(text: string): Reference | null {
  const { pieces, fault } = scan(text);
  const [first] = pieces;
  return fault === null && pieces.length === 1 && first !== undefined && isReference(first) ? first : null;
}

/**
 * Fills the references in a value. A string that is a single reference keeps its value's type. Undefined if
 * missing.
 */
export function fillValue(value: unknown, scope: Scope, room: Room): unknown {
  if (typeof value !== 'string') return value;
  const reference = onlyReference(value);
  return reference ? referenced(reference, scope) : fillText(value, scope, room);
}

function* jsonPieces(value: unknown, scope: Scope): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [i, element] of value.entries()) {
      if (i > 0) yield ',';
      yield* jsonPieces(element, scope);
    }
    yield ']';
  } else if (isObject(value)) {
    yield '{';
    for (const [i, [key, member]] of Object.entries(value).entries()) {
      yield `${i > 0 ? ',' : ''}${JSON.stringify(key)}:`;
      yield* jsonPieces(member, scope);
    }
    yield '}';
  } else yield JSON.stringify(fillValue(value, scope, anyRoom()) ?? null);
}

/**
 * A JSON value as text. A string that is a single reference becomes its value, or null. Throws
 * `filledTooLarge`.
 */
export function fillJson(path: string, value: unknown, scope: Scope): string {
  const room = jsonRoom(path);
  let filled = '';
  for (const piece of jsonPieces(value, scope)) {
    room(piece);
    filled += piece;
  }
  return filled;
}
