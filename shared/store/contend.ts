import { pause } from '../core/pause.ts';
import { shardOf } from './schema.ts';
import { TransactionConflict } from './table.ts';

const tries = 12;

/** Runs a transaction again when another one was at its items; those who met do not meet again: ids are random. */
export async function contend<T>(id: string, transaction: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof TransactionConflict) || round === tries) throw error;
      await pause(10 * round + shardOf(id, 40 * round));
    }
  }
}
