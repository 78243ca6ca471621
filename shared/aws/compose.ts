import type { Base } from '../domain/context.ts';
import { makeParts, type Overrides, type Parts } from './parts.ts';

export type Family<Ports extends object> = (parts: Parts) => Ports;

/** `A | B` as `A & B`. */
type Together<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * The context of a function, made once per process: what every verb has and these families, in no order. The compiler
 * refuses a handler whose verbs ask for a family that it does not name. A family that is not named is not in the
 * bundle.
 */
export function compose<Families extends Family<object>[]>(
  families: [...Families],
  overrides: Overrides = {},
): Base & Together<ReturnType<Families[number]>> {
  const parts = makeParts(overrides);
  return Object.assign({ ...parts.base }, ...families.map((family) => family(parts)));
}
