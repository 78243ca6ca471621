import { isNotRows, jsonRows } from '../../../core/json-rows.ts';
import type { Base } from '../../context.ts';
import type { Imports, Providers } from '../../ports/imports.ts';
import { leftOf, requestOf, tryCalls } from '../call-provider.ts';
import { providerAnswer } from '../provider-answer.ts';
import type { Called, Provider, Source } from '../providers/provider.ts';
import type { Work } from '../slice.ts';

/** Rows of one object of the spool (M60). */
export const partRows = 10_000;
/** Rows of a dump that a preview looks at (M28). */
const previewRows = 500;

type Dump = NonNullable<Provider['dump']>;

/** Where the rows of one kind are, by the number of the object; the name of a stream is foreign. */
export const partName = (source: Source, list: number, part: number): string =>
  `${encodeURIComponent(source.key)}-${list}/${part}`;

/** Opens a dump; whatever is no stream of rows is an answer like any other (T2). */
async function opened(ctx: Base & Providers, { connection }: Work, path: string) {
  const stream = await ctx.providers.stream({
    ...requestOf(ctx, connection, { path }),
    timeout_ms: leftOf(ctx, connection),
  });
  if (!('error' in stream) && stream.status >= 200 && stream.status < 300) return stream;
  const timing = { now: ctx.runtime.now(), usual_s: connection.provider.usual_wait_s };
  if ('error' in stream) return providerAnswer(stream, timing);
  const { status, headers, close } = stream;
  const body = await firstBytes(stream.chunks).catch(() => new Uint8Array());
  close();
  return providerAnswer({ status, headers, body }, timing);
}

/** Enough of a refusal to find how long to wait. */
async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk;
  return new Uint8Array();
}

/** Reads a dump as it comes; `take` is called with each stretch of rows, and ends it by `false`. */
async function readDump(
  ctx: Base & Providers,
  work: Work,
  { dump, source, take }: { dump: Dump; source: Source; take: (rows: unknown[]) => Promise<boolean> },
): Promise<Called<true>> {
  const stream = await opened(ctx, work, dump.path(source.name));
  if ('outcome' in stream) {
    if (stream.outcome === 'ok') return { outcome: 'bad_answer', status: 200 };
    return stream;
  }
  try {
    for await (const rows of jsonRows(stream.chunks, dump.rows)) if (!(await take(rows))) break;
    return { outcome: 'ok', value: true };
  } catch (error) {
    if (isNotRows(error)) return { outcome: 'bad_answer', status: stream.status };
    if (error instanceof SpoolFailed) throw error.cause;
    return { outcome: 'unavailable', status: stream.status };
  } finally {
    stream.close();
  }
}

/** Our own store failed, not the provider. */
class SpoolFailed extends Error {}

/** Reads a dump once and puts its rows aside by their list, in parts; how many there are of each (M60). */
export function spoolDump(
  ctx: Base & Imports & Providers,
  work: Work & { import_id: string },
  { dump, source, lists }: { dump: Dump; source: Source; lists: number },
): Promise<Called<number[]>> {
  const of = { account: work.caller.account.id, id: work.import_id };
  return tryCalls(ctx, work.connection, async () => {
    const waiting = Array.from({ length: lists }, () => [] as unknown[]);
    const counts = Array.from({ length: lists }, () => 0);
    const store = (list: number, rows: unknown[]) => {
      const part = (counts[list] as number) / partRows;
      counts[list] = (counts[list] as number) + rows.length;
      return ctx.import_rows.put(of, partName(source, list, part), rows);
    };
    const take = async (rows: unknown[]) => {
      for (const raw of rows) waiting[dump.listOf(raw)]?.push(dump.kept(raw));
      for (const [list, kept] of waiting.entries())
        while (kept.length >= partRows) await store(list, kept.splice(0, partRows)).catch(spoolFailed);
      return true;
    };
    const read = await readDump(ctx, work, { dump, source, take });
    if (read.outcome !== 'ok') return read;
    for (const [list, rest] of waiting.entries()) if (rest.length > 0) await store(list, rest);
    return { outcome: 'ok', value: counts };
  });
}

function spoolFailed(cause: unknown): never {
  throw new SpoolFailed('', { cause });
}

/** The first rows of a dump by their list, then its connection is cut; `more`: it had others (M28). */
export function sampleDump(
  ctx: Base & Providers,
  work: Work,
  { dump, source, lists }: { dump: Dump; source: Source; lists: number },
): Promise<Called<{ rows: unknown[][]; more: boolean }>> {
  return tryCalls(ctx, work.connection, async () => {
    const all: unknown[] = [];
    const take = async (rows: unknown[]) => {
      all.push(...rows);
      return all.length <= previewRows;
    };
    const read = await readDump(ctx, work, { dump, source, take });
    if (read.outcome !== 'ok') return read;
    const rows = Array.from({ length: lists }, () => [] as unknown[]);
    for (const raw of all.slice(0, previewRows)) rows[dump.listOf(raw)]?.push(dump.kept(raw));
    return { outcome: 'ok', value: { rows, more: all.length > previewRows } };
  });
}
