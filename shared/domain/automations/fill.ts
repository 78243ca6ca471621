import { isReference, type Piece, type Reference, referenced, type Scope, scan } from './references.ts';

/** A value inside other text: strings as they are, everything else as compact JSON (U26); nothing is empty text. */
const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The pieces with their values, each put in once and never looked at again (U24). */
function join(pieces: Piece[], scope: Scope): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return isReference(piece) ? textOf(referenced(piece, scope)) : '{{unsubscribe_url}}';
    })
    .join('');
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
  return reference ? referenced(reference, scope) : join(scan(value).pieces, scope);
}
