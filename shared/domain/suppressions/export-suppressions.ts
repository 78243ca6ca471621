import type { Suppression } from '../../core/records.ts';
import type { Caller, Context } from '../context.ts';
import { csvLine } from './csv.ts';
import { listOf } from './list-of.ts';
import { suppressionRecord } from './records.ts';

/** Rows that an answer carries; more go into an object (Q30: a function answers 6 MB). */
const answered_rows = 20_000;
const per_page = 1_000;
const link_s = 3_600;

const columns = ['email', 'reason', 'tenant', 'source', 'email_id', 'created_at'] as const;

function rowOf(entry: Suppression): string {
  const record = suppressionRecord(entry, null);
  return csvLine(columns.map((name) => record[name]));
}

export type Exported = { csv: string } | { location: string };

/**
 * GET /suppressions/export: the list as RFC 4180 with CRLF and a header row, newest first. Up to 20,000 rows
 * are the answer; more are written to an object, whose link lives an hour (Q30).
 */
export async function exportSuppressions(ctx: Context, caller: Caller): Promise<Exported> {
  const list = listOf(caller);
  const chunks = [csvLine([...columns])];
  let rows = 0;
  for (let before: string | null = null, more = true; more; more = before !== null) {
    const page = await ctx.suppressions.list(list, { limit: per_page, before });
    rows += page.suppressions.length;
    chunks.push(page.suppressions.map(rowOf).join(''));
    before = page.next;
  }
  const csv = chunks.join('');
  if (rows <= answered_rows) return { csv };
  const name = `suppressions-${ctx.runtime.id('req')}.csv`;
  return { location: await ctx.exports.put(list.account, name, Buffer.from(csv), link_s) };
}
