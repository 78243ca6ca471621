import * as z from 'zod';
import type { Import } from '../../shared/core/records/imports.ts';
import type { Caller } from '../../shared/domain/context.ts';
import type { Importing } from '../../shared/domain/imports/connection.ts';
import { getImport, openImport } from '../../shared/domain/imports/get-import.ts';
import { MigrationRecord, MigrationSummary } from '../../shared/domain/imports/import-record.ts';
import { importScopes, StartImport } from '../../shared/domain/imports/import-request.ts';
import { listImports } from '../../shared/domain/imports/list-imports.ts';
import { csvReport } from '../../shared/domain/imports/report.ts';
import { startImport } from '../../shared/domain/imports/start-import.ts';
import type { Imports } from '../../shared/domain/ports/imports.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { type Route, route } from '../../shared/http/route.ts';
import { ListQuery, listOf } from '../../shared/http/schemas.ts';

const writes = ['domains:write', 'webhooks:write', 'templates:write', 'suppressions:write'] as const;

const common = { bucket: 'other', tenant_keys: 'closed', status: 200 } as const;
const read = { ...common, scope: ['account:read', ...writes] } as const;

const One = z.object({ migration: MigrationRecord });

const find = (
  ctx: Imports,
  { caller, params }: { caller: Caller; params: { id: string } },
): Promise<Import> => openImport(ctx, caller, params.id);

function download(migration: MigrationRecord, format: 'csv' | 'json'): Answer<string> {
  const named = { 'content-disposition': `attachment; filename="${migration.id}.${format}"` };
  if (format === 'csv') return { body: csvReport(migration), headers: named };
  const headers = { ...named, 'content-type': 'application/json; charset=utf-8' };
  return { body: JSON.stringify({ migration }), headers };
}

/** The imports group. */
export const importRoutes: Route<Importing>[] = [
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
    response: One,
    find,
    run: async (ctx, { found }) => ({ body: { migration: await getImport(ctx, found) } }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/migrations/{id}/report',
    summary: 'Download the report of an import as CSV, or as JSON with format=json',
    query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
    find,
    produces: 'text/csv; charset=utf-8',
    response: z.string(),
    run: async (ctx, { found, query }) => download(await getImport(ctx, found), query.format),
  }),
];
