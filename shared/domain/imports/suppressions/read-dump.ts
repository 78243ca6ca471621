import { isNotRows, jsonRows } from '../../../core/json-rows.ts';
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import { leftOf, ok, requestOf } from '../call-provider.ts';
import { providerAnswer } from '../provider-answer.ts';
import type { Called, Connection, Dump, Source } from '../providers/provider.ts';

/** The beginning of a refusal, enough to find the time to wait. */
async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk;
  return new Uint8Array();
}

/** Opens a dump; whatever is no stream of rows is an answer like any other (T2). */
async function opened(ctx: Base & Providers, connection: Connection, path: string) {
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

/** The rows of a dump as they come; the last element may be the reason why there are no more (M60). */
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
