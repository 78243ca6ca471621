import { ConditionFailed, TransactionConflict } from './table.ts';

/** Others change an item between our look and our write a few times at most. */
const rounds = 10;

/** Runs `attempt`, a look and the write that it decided, again while somebody else came between the two. */
export async function settle<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      const passing = error instanceof ConditionFailed || error instanceof TransactionConflict;
      if (!passing || round === rounds) throw error;
    }
  }
}
