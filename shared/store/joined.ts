import type { Joined } from '../domain/ports/emails.ts';
import type { Write } from './table.ts';

/** Labels the joined parts when a transaction fails. */
export const joinedLabel = 'joined';

class JoinedWrites {
  readonly joined: readonly Write[];
  constructor(writes: readonly Write[]) {
    this.joined = writes.map((one) => ({ ...one, label: joinedLabel }));
  }
}

/** Writes for another repository's transaction, under `joinedLabel`. */
export const join = (writes: readonly Write[]): Joined => new JoinedWrites(writes);

/** The writes that were given to `join`. Throws a TypeError for those of another store. */
export function writesOf(joined: Joined): readonly Write[] {
  if (joined instanceof JoinedWrites) return joined.joined;
  throw new TypeError('only writes of this store can be joined');
}
