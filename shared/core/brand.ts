/**
 * Whether an error is one of ours: its name is the brand. `instanceof` fails for a file loaded on demand, which has
 * its own classes (P50).
 */
export const isBranded = (error: unknown, name: string): boolean =>
  (error as Partial<Error> | null | undefined)?.name === name;
