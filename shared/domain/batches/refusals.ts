import { packJson, unpackJson } from '../../core/compress.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import type { RefusedTrace } from '../sending/refuse-suppressed.ts';

/** An item's refusal, stored for replays. `trace` has the content for its record and email.suppressed. */
export type Refusal = Pick<AppError, 'code' | 'message' | 'status' | 'details' | 'hint' | 'upgrade_url'> & {
  index: number;
  trace: RefusedTrace | undefined;
};

/**
 * The longest list in an item's details. A template can lack 1,000 variables, and 100 such items would exceed
 * the response limit.
 */
const maxListed = 100;

const shortened = (details: AppError['details']): AppError['details'] =>
  details &&
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, maxListed) : value,
    ]),
  );

/** Rethrows anything but a refusal, because it leaves the item undecided. */
export function refusalOf(index: number, thrown: unknown, trace?: RefusedTrace): Refusal {
  if (!isAppError(thrown) || thrown.status >= 500) throw thrown;
  const { code, message, status, details, hint, upgrade_url } = thrown;
  return { index, code, message, status, details: shortened(details), hint, upgrade_url, trace };
}

/** The result of `make` in a list. Empty if `make` refuses the item, which is noted in `refusals`. */
export function orRefused<T>(refusals: Refusal[], index: number, make: () => T): T[] {
  try {
    return [make()];
  } catch (error) {
    refusals.push(refusalOf(index, error));
    return [];
  }
}

/** The error that the item would get in a separate request. */
export function errorOf({ code, message, ...options }: Refusal): AppError {
  return new AppError(code, message, options);
}

export const packRefusals = (refusals: Refusal[]): Uint8Array | null =>
  refusals.length === 0 ? null : packJson(refusals);

export const unpackRefusals = (packed: Uint8Array | null): Refusal[] =>
  packed === null ? [] : unpackJson<Refusal[]>(packed);
