/**
 * Whether an error is of one of our kinds. A file that is loaded on demand has a copy of each class that it uses: a brand
 * from the global registry is the same in all copies, and `instanceof` is not (P50).
 */
export const isBranded = (error: unknown, brand: symbol): boolean =>
  typeof error === 'object' && error !== null && brand in error;
