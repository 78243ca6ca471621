import { seal, unseal } from '../core/seal.ts';
import type { Cursors } from '../domain/context.ts';
import { keys } from '../store/schema.ts';
import { ConditionFailed, type Table } from '../store/table.ts';

const day_ms = 86_400_000;

/**
 * The deployment's secret number 1: made by whoever needs it first, kept in the table, read once per process.
 * Old numbers stay, so that what they sealed can still be opened.
 */
export function deploymentSecret(table: Table, make: () => string): () => Promise<string> {
  let known: Promise<string> | null = null;
  const load = async (): Promise<string> => {
    const stored = await table.get(keys.secret(1), { consistent: true });
    if (stored) return stored.secret as string;
    const secret = make();
    try {
      await table.put({ ...keys.secret(1), et: 'secret', secret }, { condition: 'attribute_not_exists(pk)' });
      return secret;
    } catch (error) {
      if (error instanceof ConditionFailed) return load();
      throw error;
    }
  };
  return () => {
    known ??= load().catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
}

/** Cursors that callers cannot read, alter, move to another list or keep for more than a day (C5). */
export function sealedCursors(secret: () => Promise<string>, now: () => number): Cursors {
  return {
    seal: async (bound, position) => seal(await secret(), 'cursor', bound, JSON.stringify([now(), position])),
    open: async (bound, cursor) => {
      const text = unseal(await secret(), 'cursor', bound, cursor);
      if (text === null) return null;
      const [at, position] = JSON.parse(text) as [number, string];
      return now() - at <= day_ms ? position : null;
    },
  };
}
