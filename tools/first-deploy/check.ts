import type { Lab } from './lab.ts';

/** An answer; `as_assumed` null: it could not be looked at here. */
export type Seen = { found: string; as_assumed: boolean | null };

/** One assumption of the code about AWS that no page documents. */
export type Check = {
  id: string;
  question: string;
  /** The code's answer until it is known. */
  assumed: string;
  look: (lab: Lab) => Promise<Seen>;
};

/** A check that is not possible in this deployment, and what it would take. */
export const notTried = (why: string): Seen => ({ found: `not tried: ${why}`, as_assumed: null });

export const named = (error: unknown): string => {
  const { name, message } = error as Error;
  return `${name}: ${message}`;
};

/** The middle and the largest of some milliseconds. */
export function spread(values: number[]): { p50: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}

export const simulator = (name: string) => `${name}@simulator.amazonses.com`;
