import { type Id, type IdPrefix, isId } from '../../shared/core/runtime.ts';

/** The id that an answer shows: throws when it is none of this kind. */
export function idOf<P extends IdPrefix>(prefix: P, value: unknown): Id<P> {
  if (typeof value === 'string' && isId(prefix, value)) return value;
  throw new Error(`${JSON.stringify(value)} is no id with the prefix ${prefix}_`);
}
