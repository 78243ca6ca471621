import * as z from 'zod';
import type { ExportFiles } from '../../shared/domain/context.ts';
import { downloadReport } from '../../shared/domain/imports/download-report.ts';
import { getImport, openImport } from '../../shared/domain/imports/get-import.ts';
import { MigrationRecord, MigrationSummary } from '../../shared/domain/imports/import-record.ts';
import { importScopes, StartImport } from '../../shared/domain/imports/import-request.ts';
import { listImports } from '../../shared/domain/imports/list-imports.ts';
import type { Importing } from '../../shared/domain/imports/slice.ts';
import { startImport } from '../../shared/domain/imports/start-import.ts';
import type { Imports } from '../../shared/domain/ports/imports.ts';
import { csvType } from '../../shared/domain/suppressions/csv.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { type FindInput, type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';

const writes = ['domains:write', 'webhooks:write', 'templates:write', 'suppressions:write'] as const;

const common = { bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const read = { ...common, scope: ['account:read', ...writes] } as const;

const One = z.object({ migration: MigrationRecord });

const find = (ctx: Imports, { caller, params }: FindInput<{ id: string }>) =>
  openImport(ctx, caller, params.id);

function reportAnswer(report: Awaited<ReturnType<typeof downloadReport>>): Answer<string> {
  if ('location' in report) return { redirect: report.location };
  const { name, type, text } = report;
  const disposition = `attachment; filename="${name}"`;
  return { body: text, headers: { 'content-disposition': disposition, 'content-type': type } };
}

export const importRoutes: Route<Importing & ExportFiles>[] = [
  route({
    ...common,
    scope: writes,
    every_scope: importScopes,
    method: 'POST',
    path: '/migrations',
    summary: 'Import from another email provider, or continue an import',
    description:
      'Needs the write scope of every resource that is selected. One request works for up to 25 s: repeat the same body with cursor set to next_cursor while has_more is true, after retry_after_seconds when it is present.',
    also: [409, 502],
    body: StartImport,
    response: One,
    run: async (ctx, { caller, body }) => ({ body: { migration: await startImport(ctx, caller, body) } }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/migrations',
    summary: 'List imports, newest first',
    query: ListQuery,
    response: listOf('migrations', MigrationSummary),
    run: async (ctx, { caller, query }) => ({ body: await listImports(ctx, caller, query) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/migrations/{id}',
    summary: 'Get an import, all its requests merged',
    description:
      'Over 5 MB each list of items ends after its first 1,000, or earlier, and truncated is true; the report has the first 1,000 of each, and counts says how many there are.',
    response: One,
    find,
    run: async (ctx, { found }) => ({ body: { migration: await getImport(ctx, found) } }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/migrations/{id}/report',
    summary: 'Download the report of an import as CSV, or as JSON with format=json',
    description: 'A report over 5 MB is a file, to which a 302 redirects; its link lives an hour.',
    also: [302],
    query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
    find,
    produces: csvType,
    also_json: One,
    response: z.string(),
    run: async (ctx, { found, query }) => reportAnswer(await downloadReport(ctx, found, query.format)),
  }),
];
