/** Finds our errors where `instanceof` does not: a file that is loaded on demand has its own copies of classes (P50). */
export const isBranded = (error: unknown, brand: symbol): boolean =>
  typeof error === 'object' && error !== null && brand in error;
