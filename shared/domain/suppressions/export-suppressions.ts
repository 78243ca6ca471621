import { AppError } from '../../core/errors.ts';
import type { List } from '../../core/records/lists.ts';
import type { Base, Caller, ExportFiles, Lists, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import type { ExportedList } from '../ports/lists.ts';
import { withTenantNames } from '../tenants/names.ts';
import { csvLine, csvType } from './csv.ts';
import { listOf } from './list-of.ts';
import { type SuppressionRecord, suppressionRecord } from './records.ts';

/** Rows per response. A longer list goes to an object (Q30: a function returns 6 MB). */
const answered_rows = 20_000;
/** About the number of entries in one DynamoDB index page (1 MB). */
const per_page = 4_000;
const link_s = 3_600;
/** Max reading time per request. A function has 29 s and must also write the rows. */
const reading_ms = 18_000;

const columns = ['email', 'reason', 'tenant', 'source', 'email_id', 'created_at'] as const;

const rowOf = (record: SuppressionRecord): string => csvLine(columns.map((name) => record[name]));

/** Where an export resumes: its list, and the entry to read below. Null at the start. */
type Position = { tenant: List['tenant']; before: string | null };

/**
 * The list after this one: first the account's list, then its tenants' lists, newest first. Null after the
 * last.
 */
async function listAfter(ctx: Tenants, { account, tenant }: List): Promise<Position | null> {
  const { entries } = await ctx.tenants.list(account, { limit: 1, before: tenant });
  const [next] = entries;
  return next === undefined ? null : { tenant: next.id, before: null };
}

/**
 * Rows from a position on, as many as the request's time allows. `next` is where the remaining rows start.
 */
async function readRows(
  ctx: Base & Lists & Tenants,
  account: List['account'],
  { from, all }: { from: Position; all: boolean },
) {
  const until = ctx.runtime.now() + reading_ms;
  const chunks: string[] = [];
  let rows = 0;
  let next: Position | null = from;
  do {
    const list: List = { account, tenant: next.tenant };
    const page = await ctx.suppressions.list(list, { limit: per_page, before: next.before });
    const found = await withTenantNames(ctx, account, page.entries, suppressionRecord);
    // Skip a tenant deleted meanwhile. Without its name, the entries would look like the account's.
    const records = list.tenant === null ? found : found.filter((record) => record.tenant !== null);
    rows += records.length;
    chunks.push(records.map(rowOf).join(''));
    if (page.next !== null) next = { tenant: list.tenant, before: page.next };
    else next = all ? await listAfter(ctx, list) : null;
  } while (next !== null && ctx.runtime.now() < until);
  return { bytes: Buffer.from(chunks.join('')), rows, next };
}

export type Exported = { csv: string } | { location: string };

/**
 * GET /suppressions/export: the list as RFC 4180 with CRLF and a header row, newest first. `all` means the
 * account's list, then all its tenants' lists. Responds with up to 20,000 rows. A longer list goes to an
 * object, linked for an hour. If one request can't read the whole list, each request but the last returns 503
 * with retry-after, and the next request continues.
 */
export async function exportSuppressions(
  ctx: Base & Lists & Tenants & ExportFiles,
  caller: Caller,
  { all }: { all: boolean },
): Promise<Exported> {
  requireScope(caller, ['suppressions:read']);
  const { account, tenant } = listOf(caller);
  // An export of all lists keeps its progress under its own key.
  const progress: ExportedList = { account, tenant: all ? `${account}#all` : tenant };
  const begun = await ctx.exports.begun(progress);
  const from: Position = begun === null ? { tenant, before: null } : JSON.parse(begun.before);
  const { bytes, rows, next } = await readRows(ctx, account, { from, all });
  const name = `suppressions-${ctx.runtime.id('req')}.csv`;
  if (next !== null) {
    const part = { name: `part-${name}`, bytes, rows, before: JSON.stringify(next) };
    await ctx.exports.keep(progress, begun, part);
    const headers = { 'retry-after': '1' };
    throw new AppError('unavailable', 'The export is still being written. Try again shortly.', { headers });
  }
  const earlier = begun === null ? [] : await ctx.exports.read(progress, begun.parts);
  const file = Buffer.concat([Buffer.from(csvLine([...columns])), ...earlier, bytes]);
  const exported =
    (begun?.rows ?? 0) + rows <= answered_rows
      ? { csv: file.toString() }
      : { location: await ctx.exports.put(account, { name, type: csvType, bytes: file }, link_s) };
  if (begun !== null) await ctx.exports.end(progress);
  return exported;
}
