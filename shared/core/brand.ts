/** Whether an error is ours. `instanceof` fails across files loaded on demand, which have their own classes. */
export const isBranded = (error: unknown, brand: symbol): boolean =>
  typeof error === 'object' && error !== null && brand in error;
