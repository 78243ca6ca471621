import type { Migration, MigrationCreateParams, Resources } from './generated/types.ts';
import type { Runtime } from './runtime.ts';
import type { CallOptions } from './types.ts';

/** `migrations.run`: requests one slice of the import after another. */
export const runOf = ({ migrations }: Resources, runtime: Runtime) =>
  async function* run(
    params: MigrationCreateParams,
    options?: CallOptions,
  ): AsyncGenerator<Migration, void, undefined> {
    for (let next: MigrationCreateParams | null = params; next !== null; ) {
      const slice: Migration = await migrations.create(next, options);
      yield slice;
      const { has_more, next_cursor, retry_after_seconds = 0 } = slice;
      next = has_more && next_cursor !== null ? { ...params, cursor: next_cursor } : null;
      if (next !== null && retry_after_seconds > 0)
        await runtime.sleep(retry_after_seconds * 1000, options?.signal);
    }
  };
