import type { Joined } from '../domain/ports/emails.ts';
import type { Write } from './table.ts';

/** Names the parts that were joined where a transaction fails. */
export const joinedLabel = 'joined';

/** Writes for the transaction of another repository, under `joinedLabel`. */
export const join = (writes: readonly Write[]): Joined => ({
  joined: writes.map((one) => ({ ...one, label: joinedLabel })),
});

/** The writes that `join` was given: nothing else makes a `Joined`. */
export const writesOf = ({ joined }: Joined): readonly Write[] => joined as readonly Write[];
