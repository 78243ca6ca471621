/**
 * Whether an error is ours. `instanceof` doesn't work across files that are loaded on demand, because each
 * has its own copy of the class.
 */
export const isBranded = (error: unknown, brand: symbol): boolean =>
  typeof error === 'object' && error !== null && brand in error;
