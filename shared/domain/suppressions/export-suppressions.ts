import { AppError } from '../../core/errors.ts';
import type { List } from '../../core/records/lists.ts';
import type { Base, Caller, ExportFiles, Lists } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { withTenantNames } from '../tenants/names.ts';
import { csvLine } from './csv.ts';
import { listOf } from './list-of.ts';
import { type SuppressionRecord, suppressionRecord } from './records.ts';

/** Rows that an answer carries; more go into an object (Q30: a function answers 6 MB). */
const answered_rows = 20_000;
/** About what DynamoDB answers of an index at once (1 MB). */
const per_page = 4_000;
const link_s = 3_600;

/** How long one request reads: a function has 29 s, and has to write what it read. */
const reading_ms = 18_000;

const columns = ['email', 'reason', 'tenant', 'source', 'email_id', 'created_at'] as const;

const rowOf = (record: SuppressionRecord): string => csvLine(columns.map((name) => record[name]));

/** The rows from below `before` on that the time of a request is enough for; `next`: where the rest begins. */
async function readRows(ctx: Base & Lists, list: List, from: string | null) {
  const until = ctx.runtime.now() + reading_ms;
  const chunks: string[] = [];
  let rows = 0;
  let next = from;
  do {
    const page = await ctx.suppressions.list(list, { limit: per_page, before: next });
    rows += page.suppressions.length;
    const records = await withTenantNames(ctx, page.suppressions, suppressionRecord);
    chunks.push(records.map(rowOf).join(''));
    next = page.next;
  } while (next !== null && ctx.runtime.now() < until);
  return { bytes: Buffer.from(chunks.join('')), rows, next };
}

export type Exported = { csv: string } | { location: string };

/**
 * GET /suppressions/export: the list as RFC 4180 with CRLF and a header row, newest first. Up to 20,000 rows
 * are the answer; more are written to an object, whose link lives an hour (Q30). A list that one request has no
 * time for is written by several: each but the last is 503 with retry-after, and the next goes on from there.
 */
export async function exportSuppressions(ctx: Base & Lists & ExportFiles, caller: Caller): Promise<Exported> {
  requireScope(caller, ['suppressions:read']);
  const list = listOf(caller);
  const begun = await ctx.exports.begun(list);
  const read = await readRows(ctx, list, begun?.before ?? null);
  const name = `suppressions-${ctx.runtime.id('req')}.csv`;
  const { bytes, rows, next } = read;
  if (next !== null) {
    await ctx.exports.keep(list, begun, { name: `part-${name}`, bytes, rows, before: next });
    const headers = { 'retry-after': '1' };
    throw new AppError('unavailable', 'The export is being written, ask again', { headers });
  }
  const earlier = begun === null ? [] : await ctx.exports.read(list, begun.parts);
  const file = Buffer.concat([Buffer.from(csvLine([...columns])), ...earlier, bytes]);
  const all = (begun?.rows ?? 0) + rows;
  const exported =
    all <= answered_rows
      ? { csv: file.toString() }
      : { location: await ctx.exports.put(list.account, name, file, link_s) };
  if (begun !== null) await ctx.exports.end(list);
  return exported;
}
