import type { Joined } from '../domain/ports/emails.ts';
import type { Write } from './table.ts';

/** Names the parts that were joined where a transaction fails. */
export const joinedLabel = 'joined';

class JoinedWrites {
  readonly joined: readonly Write[];
  constructor(writes: readonly Write[]) {
    this.joined = writes.map((one) => ({ ...one, label: joinedLabel }));
  }
}

/** Writes for the transaction of another repository, under `joinedLabel`. */
export const join = (writes: readonly Write[]): Joined => new JoinedWrites(writes);

/** The writes that `join` was given. Throws TypeError for those of another store. */
export function writesOf(joined: Joined): readonly Write[] {
  if (joined instanceof JoinedWrites) return joined.joined;
  throw new TypeError('only writes of this store can be joined');
}
