import { answer_bytes, travelBytes } from '../../core/answer-size.ts';
import type { Import } from '../../core/records/imports.ts';
import type { Base, ExportFiles } from '../context.ts';
import type { Imports } from '../ports/imports.ts';
import { csvType } from '../suppressions/csv.ts';
import { shownImport } from './get-import.ts';
import type { MigrationRecord } from './import-record.ts';
import { csvOfReport } from './report.ts';
import { mergedLists } from './report-lists.ts';

const link_s = 3_600;

const forms = {
  csv: { type: csvType, write: csvOfReport },
  json: {
    type: 'application/json; charset=utf-8',
    write: (migration: MigrationRecord) => JSON.stringify({ migration }),
  },
};

/**
 * GET /migrations/{id}/report: what the import reported, as CSV or as the JSON of GET /migrations/{id} (M30). Over 5 MB it is a file
 * with the first 1,000 items of each list and the numbers of all, whose link lives an hour (M31).
 */
export async function downloadReport(
  ctx: Base & ExportFiles & Imports,
  one: Import,
  format: keyof typeof forms,
): Promise<{ name: string; type: string; text: string } | { location: string }> {
  const { type, write } = forms[format];
  const name = `${one.id}.${format}`;
  const merged = await mergedLists(ctx.imports.parts(one));
  const text = write(await shownImport(ctx, one, merged));
  if (merged.counts === null && travelBytes(text) <= answer_bytes) return { name, type, text };
  const bytes = Buffer.from(text);
  return { location: await ctx.exports.put(one.account, { name, type, bytes }, link_s) };
}
