import type { Base } from '../domain/context.ts';
import { makeParts, type Overrides, type Parts } from './parts.ts';

export type Family<Ports extends object> = (parts: Parts) => Ports;

/** Turns the type `A | B` into `A & B`. */
type Together<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * A function's context, built once per process: the base that all operations need, plus these families in any
 * order. The compiler rejects a handler whose operations need a family that isn't listed. Unlisted families
 * stay out of the bundle.
 */
export function compose<Families extends Family<object>[]>(
  families: [...Families],
  overrides: Overrides = {},
): Base & Together<ReturnType<Families[number]>> {
  const parts = makeParts(overrides);
  return Object.assign({ ...parts.base }, ...families.map((family) => family(parts)));
}
