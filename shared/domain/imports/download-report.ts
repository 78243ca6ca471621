import { answer_bytes, travelBytes } from '../../core/answer-size.ts';
import type { Import } from '../../core/records/imports.ts';
import type { Base, ExportFiles } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { csvLine, csvType } from '../suppressions/csv.ts';
import { currentImportRecord } from './get-import.ts';
import type { MigrationRecord } from './import-record.ts';
import { mergedLists } from './report-lists.ts';

const columns = ['resource', 'name', 'status', 'reason', 'detail', 'created_id'];
const kinds = ['bounce', 'complaint', 'unsubscribe', 'manual', 'product_opt_out'] as const;

type Cell = string | null;
type Row = [resource: string, name: string, status: string, reason: Cell, detail: Cell, created_id?: Cell];

/** A row per nonzero count: imported by kind, already suppressed, and skipped by reason. */
function suppressionRows({ totals, skipped_reasons }: MigrationRecord['suppressions']): Row[] {
  const row = (name: string, status: string, reason: string | null, n: number): Row[] =>
    n > 0 ? [['suppressions', name, status, reason, String(n)]] : [];
  return [
    ...kinds.flatMap((kind) => row(kind, 'imported', null, totals[kind])),
    ...row('', 'already_suppressed', null, totals.already_suppressed),
    ...Object.entries(skipped_reasons).flatMap(([reason, n]) => row('', 'skipped', reason, n)),
    ...row('', 'failed', null, totals.failed),
  ];
}

/** How many items each list has in addition to those shown. */
const leftOut = ({ counts, ...shown }: MigrationRecord): Row[] =>
  (['domains', 'webhooks', 'templates', 'errors', 'attention'] as const).flatMap((name): Row[] => {
    const list = shown[name];
    const there = 'items' in list ? list.items.length : list.length;
    const all = counts?.[name] ?? there;
    return all > there ? [[name, '', 'left_out', null, String(all - there)]] : [];
  });

/** The report as CSV: RFC 4180, with no cell that a spreadsheet evaluates. */
function csvOfReport(migration: MigrationRecord): string {
  const { domains, webhooks, templates, suppressions, errors, attention } = migration;
  const rows: Row[] = [
    ...domains.items.map((one): Row => {
      return ['domains', one.name, one.status, one.reason, one.message, one.domain_id];
    }),
    ...webhooks.items.map((one): Row => {
      return ['webhooks', one.url, one.status, one.reason, one.message, one.webhook_id];
    }),
    ...templates.items.map(({ name, status, reason, message, notes, template_id }): Row => {
      const detail = [...(message === null ? [] : [message]), ...notes].join('; ');
      return ['templates', name, status, reason, detail, template_id];
    }),
    ...suppressionRows(suppressions),
    ...errors.map(({ resource, code, message }): Row => [resource, '', 'error', code, message]),
    ...attention.map(
      ({ resource, name, reason, action }): Row => [resource, name, 'attention', reason, action],
    ),
    ...leftOut(migration),
  ];
  return [columns, ...rows.map((row) => columns.map((_, i) => row[i] ?? null))].map(csvLine).join('');
}

const link_s = 3_600;

const jsonOfReport = (migration: MigrationRecord) => JSON.stringify({ migration });

const forms = {
  csv: { type: csvType, write: csvOfReport },
  json: { type: 'application/json; charset=utf-8', write: jsonOfReport },
};

/**
 * GET /migrations/{id}/report: the report as CSV, or as the JSON of GET /migrations/{id}. Above 5 MB it is a
 * file with each list's first 1,000 items and all counts, linked for an hour.
 */
export async function downloadReport(
  ctx: Base & ExportFiles & Imports,
  one: Import,
  format: keyof typeof forms,
): Promise<{ name: string; type: string; text: string } | { location: string }> {
  const { type, write } = forms[format];
  const name = `${one.id}.${format}`;
  const merged = await mergedLists(ctx.imports.parts(one));
  const text = write(await currentImportRecord(ctx, one, merged));
  if (merged.counts === null && travelBytes(text) <= answer_bytes) return { name, type, text };
  const bytes = Buffer.from(text);
  return { location: await ctx.exports.put(one.account, { name, type, bytes }, link_s) };
}
