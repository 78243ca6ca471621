import { AppError } from '../core/errors.ts';
import { pause } from '../core/pause.ts';
import { ConditionFailed, TransactionConflict } from './table.ts';

/** Of ten who meet on one item one wins each round, so that ten rounds serve them all; bulk mail are asked to come again. */
const rounds = 12;

/**
 * Runs `attempt`, a look and the write that it decided, again while somebody else came between the two. Throws
 * 503 unavailable when they keep coming.
 */
export async function settle<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      const met = error instanceof TransactionConflict;
      if (!(met || error instanceof ConditionFailed)) throw error;
      if (round === rounds) {
        throw new AppError('unavailable', 'Try again', { headers: { 'retry-after': '1' }, cause: error });
      }
      // A lost condition means that another one is done; who met is still at it.
      if (met) await pause(5 * round);
    }
  }
}
