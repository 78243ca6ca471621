import type { Import, ImportPart, ImportProvider } from '../../shared/core/records/imports.ts';
import { type OptOut, type Suppression, weakerThan } from '../../shared/core/records/lists.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import type { Caller } from '../../shared/domain/context.ts';
import type { Importing } from '../../shared/domain/imports/slice.ts';
import { startImport } from '../../shared/domain/imports/start-import.ts';
import { collectLog } from './log.ts';

type Row = Record<string, unknown>;
type Address = { suppression: Suppression | null; opt_outs: OptOut[] };

/** Thrown by a write at which a request is to die. */
class Killed extends Error {}

/** A provider in memory: the JSON that it answers to a path, and a dump piece by piece, which may break off by throwing. */
type MemoryProvider = {
  name: ImportProvider;
  answer: (asked: URL) => unknown;
  dump?: (asked: URL) => Iterable<string>;
};

/** SendGrid, whose lists are answered page by page. */
export const memoryImports = (provider: (list: string, query: URLSearchParams) => Row[]) =>
  memoryImportsOf({
    name: 'sendgrid',
    answer: ({ pathname, searchParams }) =>
      pathname === '/v3/scopes'
        ? { scopes: [] }
        : provider(pathname.split('/').slice(2).join('/'), searchParams),
  });

/**
 * What an import uses, in memory and with the conditions of the table: thousands of runs take seconds. `dieAt` counts writes, and
 * the request dies at that one, without ending its lease.
 */
export function memoryImportsOf({ name, answer, dump }: MemoryProvider) {
  const state = { at: Date.UTC(2026, 5, 1), writes: 0, dieAt: Number.POSITIVE_INFINITY };
  const addresses = new Map<string, Address>();
  let record: Import | null = null;
  const parts: ImportPart[] = [];
  const spooled = new Map<string, unknown[]>();
  const of = (email: string) => addresses.get(email) ?? { suppression: null, opt_outs: [] };
  const write = () => {
    state.writes++;
    if (state.writes >= state.dieAt) throw new Killed();
  };
  const stored_limits: { suppressions: number | null } = { suppressions: null };
  let counted = 0;
  const settings = { imports: { slice_s: 25, give_up_s: 600 }, stored_limits };
  const runtime = {
    ...systemRuntime(() => state.at),
    sleep: async (ms: number) => {
      state.at += ms;
    },
  };
  const ctx = {
    runtime,
    settings,
    log: collectLog().log,
    import_rows: {
      put: async (_of: unknown, part: string, kept: unknown[]) => void spooled.set(part, kept),
      get: async (_of: unknown, part: string) => spooled.get(part) ?? null,
      remove: async (_of: unknown, part: string) => void spooled.delete(part),
    },
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
    suppressions: {
      reserve: async (_account: string, n: number, limit: number) => {
        if (counted + n > limit) return { used: counted };
        counted += n;
        return 'reserved';
      },
      release: async (_account: string, n: number) => {
        counted -= n;
      },
      readStates: async (_list: unknown, emails: string[]) => emails.map(of),
      addImported: async (_list: unknown, entry: Suppression) => {
        const { suppression, opt_outs } = of(entry.email);
        if (suppression !== null && !weakerThan(entry.reason).includes(suppression.reason))
          return { suppression, outcome: 'unchanged' };
        write();
        addresses.set(entry.email, { suppression: entry, opt_outs });
        return { suppression: entry, outcome: suppression === null ? 'created' : 'raised' };
      },
    },
    opt_outs: {
      addImported: async (_list: unknown, entry: OptOut) => {
        const { suppression, opt_outs } = of(entry.email);
        const [existing] = opt_outs;
        if (existing) return { opt_out: existing, created: false };
        write();
        addresses.set(entry.email, { suppression, opt_outs: [entry] });
        return { opt_out: entry, created: true };
      },
    },
    imports: {
      create: async (made: Import) => {
        record = made;
      },
      get: async () => record,
      lease: async (seen: Import, { holder, until }: { holder: string; until: number }) => {
        record = { ...seen, holder, lease_until: until };
        return record;
      },
      release: async () => {},
      record: async (_held: Import, next: Import, part: ImportPart) => {
        write();
        parts.push(part);
        record = next;
        return true;
      },
    },
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
  return {
    state,
    stored_limits,
    addresses,
    request,
    spooled,
    /** The import as it is recorded. */
    recorded: () => record as Import,
    /** What could not be brought, of all requests. */
    errors: () => parts.flatMap(({ errors }) => errors),
    /** Goes on to the end, from a cursor or from the beginning, and waits where it is told to; a request that dies is waited out, and repeated with the cursor before. */
    finish: async (cursor?: string) => {
      let answer = await request(cursor);
      while (answer.next_cursor !== null) {
        state.at += (answer.retry_after_seconds ?? 0) * 1000;
        try {
          answer = await request(answer.next_cursor);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          state.dieAt = Number.POSITIVE_INFINITY;
          state.at += 60_000;
        }
      }
      return record as unknown as Import;
    },
  };
}
