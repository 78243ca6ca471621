import { invalid } from '../../core/errors.ts';
import { escapeHtml } from '../../core/escape.ts';
import { isObject } from '../../core/json-path.ts';
import { unsubscribeMarker } from '../content/placeholders.ts';
import { isReference, type Piece, type Reference, referenced, type Scope, scan } from './references.ts';

/** A value inside other text: strings as they are, everything else as compact JSON (U26); nothing is empty text. */
const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The run fails: the reference decides where something goes, and finds nothing (U25). Names no value (U37). */
const missing = (path: string, { path: reference }: Reference) =>
  invalid([{ path, rule: 'required', message: `${path}: {{${reference}}} has no value` }]);

const asWritten = '{{unsubscribe_url}}';

type Options = {
  /** How a value is written; literal text around it never changes (U24). */
  escaped?: (text: string) => string;
  /** What stands for the link of managed unsubscribe. */
  link?: string;
};

function join(
  pieces: Piece[],
  scope: Scope,
  { escaped = (text) => text, link = asWritten }: Options,
): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return isReference(piece) ? escaped(textOf(referenced(piece, scope))) : link;
    })
    .join('');
}

/** A text with its values, each put in once and never looked at again (U24); what is missing is empty (U25). */
export const fillText = (text: string, scope: Scope, options: Options = {}): string =>
  join(scan(text).pieces, scope, options);

/** The same for html, the link of managed unsubscribe as its marker where `managed`. */
export const fillHtml = (html: string, scope: Scope, managed: boolean): string =>
  fillText(html, scope, { escaped: escapeHtml, ...(managed && { link: unsubscribeMarker }) });

/** The same for text parts and the subject. */
export const fillPart = (text: string, scope: Scope, managed: boolean): string =>
  fillText(text, scope, managed ? { link: unsubscribeMarker } : {});

/** A text whose every reference must find a value; `path` names the field in the error. Throws 400. */
export function fillWhole(path: string, text: string, scope: Scope, options: Options = {}): string {
  const { pieces } = scan(text);
  const lost = pieces.filter(isReference).find((piece) => referenced(piece, scope) === undefined);
  if (lost) throw missing(path, lost);
  return join(pieces, scope, options);
}

/** The one reference that a string is, with nothing around it; null when it is more or less. */
function onlyReference(text: string): Reference | null {
  const { pieces, fault } = scan(text);
  const [first] = pieces;
  return fault === null && pieces.length === 1 && first !== undefined && isReference(first) ? first : null;
}

/**
 * A condition's value with its references: a string that is just one keeps the type of what it finds, undefined when it
 * finds nothing; of a list the elements that are there (U26).
 */
export function fillValue(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value))
    return value.map((element) => fillValue(element, scope)).filter((element) => element !== undefined);
  if (typeof value !== 'string') return value;
  const reference = onlyReference(value);
  return reference ? referenced(reference, scope) : fillText(value, scope);
}

/** A JSON value with the references of its strings filled: one that is just a reference becomes its value, else null (U25). */
export function fillJson(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return fillValue(value, scope) ?? null;
  if (Array.isArray(value)) return value.map((element) => fillJson(element, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillJson(member, scope)]));
}
