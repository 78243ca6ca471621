/** Whether an error is one of ours. `instanceof` fails for a file loaded on demand, which has its own classes. */
export const isBranded = (error: unknown, brand: symbol): boolean =>
  typeof error === 'object' && error !== null && brand in error;
