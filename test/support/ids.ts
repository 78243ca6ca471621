import { type Id, type IdPrefix, isId } from '../../shared/core/runtime.ts';

/** The id in a response. Throws if it isn't of this kind. */
export function idOf<P extends IdPrefix>(prefix: P, value: unknown): Id<P> {
  if (typeof value === 'string' && isId(prefix, value)) return value;
  throw new Error(`${JSON.stringify(value)} is not an id with the prefix ${prefix}_`);
}
