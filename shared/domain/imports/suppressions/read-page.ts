import { isNotRows, jsonRows } from '../../../core/json-rows.ts';
import type { ImportPosition } from '../../../core/records/imports.ts';
import type { Base, Paging } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import { mapped, ok, remember, requestOf, tryCalls } from '../call-provider.ts';
import { providerAnswer } from '../provider-answer.ts';
import type { Called, Connection, Dump, PageList, Source } from '../providers/provider.ts';
import { readPage } from '../read-pages.ts';
import type { Importing, Slice, Work } from '../slice.ts';
import type { Place } from './places.ts';

/** How much of a refusal to read, which is enough to find the time to wait. */
async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk;
  return new Uint8Array();
}

/** Opens a dump. Anything but a stream of rows is an ordinary response (T2). */
async function opened(ctx: Base & Providers, connection: Connection, path: string) {
  const stream = await ctx.providers.stream(requestOf(ctx, connection, { path }));
  if (!('error' in stream) && stream.status >= 200 && stream.status < 300) return stream;
  const timing = { now: ctx.runtime.now(), usual_s: connection.provider.usual_wait_s };
  if ('error' in stream) return providerAnswer(stream, timing);
  const { status, headers, close } = stream;
  const body = await firstBytes(stream.chunks).catch(() => new Uint8Array());
  close();
  return providerAnswer({ status, headers, body }, timing);
}

/** A dump's rows as they arrive. The last element may say why there are no more. */
export async function* dumpRows(
  ctx: Base & Providers,
  connection: Connection,
  dump: Dump,
  source: Source,
): AsyncGenerator<Called<unknown[]>> {
  const stream = await opened(ctx, connection, dump.path(source.name));
  if ('outcome' in stream) {
    yield stream.outcome === 'ok' ? { outcome: 'bad_answer', status: 200 } : stream;
    return;
  }
  try {
    for await (const value of jsonRows(stream.chunks, dump.rows)) yield ok(value);
  } catch (error) {
    yield { outcome: isNotRows(error) ? 'bad_answer' : 'unavailable', status: stream.status };
  } finally {
    stream.close();
  }
}

/** How many rows are done, and how many of them no earlier request counted. */
type Done = { done: number; counted: number };

export type Batch = {
  rows: unknown[];
  more: boolean;
  /** The position after the first rows. `unread` means that the list ended early. */
  behind: (first: Done) => Promise<{ position: ImportPosition; ended: boolean; unread?: boolean }>;
};

/** A stored link is sealed because it may contain an address, which records must not. */
const boundTo = ({ caller, import_id }: Work) => [caller.account.id, 'migrations', 'link', import_id];

/** The page at a position. If its link no longer opens, the list starts over. */
async function pageAt(ctx: Paging, work: Work, { paging }: PageList, { offset, link }: ImportPosition) {
  if (paging === 'rows') return offset === 0 ? null : String(offset);
  return link === null ? null : ctx.cursors.open(boundTo(work), link);
}

/**
 * A paged list's next rows. Pages shift if rows are added or removed in between. A second import finds rows
 * that were missed.
 */
export async function readRows(
  ctx: Importing,
  { work }: Slice,
  { list, source, position }: Place & { list: PageList },
): Promise<Called<Batch>> {
  const { connection, started, salt } = work;
  const at = await pageAt(ctx, work, list, position);
  const pages = list.pages({ source, started });
  const called = await readPage(connection, pages, { at, before: position.print, salt });
  if (called.outcome !== 'ok') return called;
  const { rows, next, print } = called.value;
  const begin = list.paging === 'rows' ? 0 : position.within;
  const behind: Batch['behind'] = async ({ done, counted }) => {
    const whole = begin + done >= rows.length;
    const moved = { ...position, offset: position.offset + done, rows: position.rows + counted };
    if (!whole) return { position: { ...moved, within: begin + done, print: null }, ended: false };
    const keeps = list.paging === 'links' && next !== null;
    const link = keeps ? await ctx.cursors.seal(boundTo(work), next) : null;
    return {
      position: { ...moved, pages: position.pages + 1, within: 0, link, print },
      ended: next === null,
    };
  };
  const more = next !== null && rows.length >= connection.provider.page;
  return ok({ rows: rows.slice(begin), more, behind });
}

const previewRows = 500;

type First = Pick<Batch, 'rows' | 'more'>;

const sampleDump = (ctx: Importing, { work: { connection } }: Slice, dump: Dump, source: Source) =>
  remember(connection, `dump of ${source.key}`, () =>
    tryCalls<First>(ctx, connection, async () => {
      const rows: unknown[] = [];
      for await (const called of dumpRows(ctx, connection, dump, source)) {
        if (called.outcome !== 'ok') return called;
        rows.push(...called.value);
        if (rows.length > previewRows) break;
      }
      return ok({ rows: rows.slice(0, previewRows), more: rows.length > previewRows });
    }),
  );

async function firstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<First>> {
  const { list, source, position } = place;
  if (list.paging !== 'dump') return readRows(ctx, slice, { ...place, list });
  const dump = slice.work.connection.provider.dump as Dump;
  return mapped(await sampleDump(ctx, slice, dump, source as Source), ({ rows, more }) => ({
    rows: rows.filter((raw) => dump.listOf(raw) === position.list).map(dump.kept),
    more,
  }));
}

/** A preview's rows: a list's first page, or those among a dump's first rows. */
export async function readFirstRows(ctx: Importing, slice: Slice, place: Place): Promise<Called<Batch>> {
  const { position } = place;
  return mapped(await firstRows(ctx, slice, place), ({ rows, more }) => ({
    rows,
    more,
    behind: async ({ done }) => ({ position, ended: true, unread: more || done < rows.length }),
  }));
}
