import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Runtime } from '../runtime.ts';
import type { Body, CallOptions, Query, Result, Schemas } from '../types.ts';

type Migration = Schemas['Migration'];
type MigrationSummary = Schemas['MigrationSummary'];

type Params = Body<'postMigrations'>;
type Report = {
  (id: string, params: { format: 'json' }, options?: CallOptions): Promise<unknown>;
  (id: string, params?: { format?: 'csv' }, options?: CallOptions): Promise<string>;
};

export function migrationsOf(call: Call, runtime: Runtime) {
  const create = (params: Params, options?: CallOptions) =>
    call<Migration>('POST', '/migrations', { body: params, unwrap: 'migration' }, options);

  /** Every slice of an import, with the waits that it asks for; one that broke off goes on from `cursor`. */
  async function* run(params: Params, options?: CallOptions): AsyncGenerator<Migration, void, undefined> {
    for (let next: Params | null = params; next !== null; ) {
      const slice: Migration = await create(next, options);
      yield slice;
      const { has_more, next_cursor, retry_after_seconds = 0 } = slice;
      next = has_more && next_cursor !== null ? { ...params, cursor: next_cursor } : null;
      if (next !== null && retry_after_seconds > 0)
        await runtime.sleep(retry_after_seconds * 1000, options?.signal);
    }
  }

  return {
    /** One slice of an import; `run` makes all of them. */
    create,
    run,
    list: (params?: Query<'getMigrations'>, options?: CallOptions) =>
      listOf<MigrationSummary>(call, '/migrations', 'migrations', params, options),
    get: (id: string, options?: CallOptions) =>
      call<Migration>('GET', path`/migrations/${id}`, { unwrap: 'migration' }, options),
    /** The report: CSV as text, or the parsed JSON. */
    report: ((id: string, params?: Query<'getMigrationsIdReport'>, options?: CallOptions) =>
      call<Result<'getMigrationsId'>>(
        'GET',
        path`/migrations/${id}/report`,
        { query: params, text: 'csv' },
        options,
      )) as unknown as Report,
  };
}
