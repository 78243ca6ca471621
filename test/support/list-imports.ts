import type { Import, ImportError, ImportProvider } from '../../shared/core/records/imports.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Caller } from '../../shared/domain/context.ts';
import type { Importing } from '../../shared/domain/imports/slice.ts';
import { startImport } from '../../shared/domain/imports/start-import.ts';
import { importRowStore, importStore } from '../../shared/store/imports.ts';
import { optOutStore } from '../../shared/store/opt-outs.ts';
import { suppressionStore } from '../../shared/store/suppressions.ts';
import { collectLog } from './log.ts';
import { modelTable } from './memory-table/memory-table.ts';

type Row = Record<string, unknown>;

/** A provider in memory: JSON responses by path, and a dump in pieces, which may throw in the middle. */
type Provider = {
  name: ImportProvider;
  answer: (asked: URL) => unknown;
  dump?: (asked: URL) => Iterable<string>;
};

/** SendGrid, whose lists come page by page. */
export const sendgridLists = (provider: (list: string, query: URLSearchParams) => Row[]) =>
  importedLists({
    name: 'sendgrid',
    answer: ({ pathname, searchParams }) =>
      pathname === '/v3/scopes'
        ? { scopes: [] }
        : provider(pathname.split('/').slice(2).join('/'), searchParams),
  });

/** Imports of lists into a table in memory, on a clock that provider calls move. Thousands of rows take seconds. */
export function importedLists({ name, answer, dump }: Provider) {
  const state = { at: Date.UTC(2026, 5, 1) };
  const sleep = async (ms: number) => {
    state.at += ms;
  };
  const runtime = { ...systemRuntime(() => state.at), sleep };
  const { table, items, objects, bucket } = modelTable(runtime);
  const stored_limits: { suppressions: number | null } = { suppressions: null };
  const ctx = {
    runtime,
    settings: { imports: { slice_s: 25, give_up_s: 600 }, stored_limits },
    log: collectLog().log,
    import_rows: importRowStore(objects),
    import_limits: { count: async () => null },
    cursors: {
      seal: async (_b: string[], text: string) => text,
      open: async (_b: string[], text: string) => text,
    },
    providers: {
      get: async ({ path }: { path: string }) => {
        state.at += 1;
        const body = answer(new URL(path, 'http://x'));
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
      },
      stream: async ({ path }: { path: string }) => {
        const pieces = dump?.(new URL(path, 'http://x')) ?? [];
        const chunks = (async function* () {
          for (const piece of pieces) yield Buffer.from(piece);
        })();
        return { status: 200, headers: {}, chunks, close: () => {} };
      },
    },
    suppressions: suppressionStore(table, runtime),
    opt_outs: optOutStore(table, runtime),
    imports: importStore(table, objects),
  } as unknown as Importing;
  const caller = {
    account: { id: 'acc_1', plan: 'dedicated' },
    scopes: ['full'],
    request_id: 'req_1',
  } as unknown as Caller;
  const request = (cursor?: string) =>
    startImport(ctx, caller, {
      provider: name,
      api_key: 'x',
      resources: ['suppressions'],
      dry_run: false,
      ...(cursor !== undefined && { cursor }),
    });
  /** The newest import as stored. */
  const recorded = () => items.all().findLast(({ et }) => et === 'import') as unknown as Import;
  return {
    state,
    stored_limits,
    request,
    recorded,
    /** The items of suppressed or opted-out addresses. */
    addresses: () => items.all().filter(({ et }) => et === 'address'),
    spooled: () => [...bucket.keys()].filter((key) => key.startsWith('import-rows/')),
    /** What the newest import couldn't bring over. */
    errors: async () => {
      const errors: ImportError[] = [];
      for await (const part of ctx.imports.parts(recorded())) errors.push(...part.errors);
      return errors;
    },
    /** Continues to the end, from a cursor or the beginning, and waits when told to. */
    finish: async (cursor?: string) => {
      let answer = await request(cursor);
      while (answer.next_cursor !== null) {
        state.at += (answer.retry_after_seconds ?? 0) * 1000;
        answer = await request(answer.next_cursor);
      }
      return recorded();
    },
  };
}
