import * as z from 'zod';
import type { ExportFiles } from '../../shared/domain/context.ts';
import { downloadReport } from '../../shared/domain/imports/download-report.ts';
import { getImport, openImport } from '../../shared/domain/imports/get-import.ts';
import { MigrationRecord, MigrationSummary } from '../../shared/domain/imports/import-record.ts';
import { importScopes, StartImport } from '../../shared/domain/imports/import-request.ts';
import { listImports } from '../../shared/domain/imports/list-imports.ts';
import type { Importing } from '../../shared/domain/imports/slice.ts';
import { startImport } from '../../shared/domain/imports/start-import.ts';
import { csvType } from '../../shared/domain/suppressions/csv.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { type Route, route } from '../../shared/http/route.ts';

const writes = ['domains:write', 'webhooks:write', 'templates:write', 'suppressions:write'] as const;

function reportAnswer(report: Awaited<ReturnType<typeof downloadReport>>): Answer<string> {
  if ('location' in report) return { redirect: report.location };
  const { name, type, text } = report;
  const disposition = `attachment; filename="${name}"`;
  return { body: text, headers: { 'content-disposition': disposition, 'content-type': type } };
}

export const migrations: Resource<Importing & ExportFiles> = resource({
  path: '/migrations',
  id: 'mig',
  one: 'migration',
  many: 'migrations',
  noun: 'an import',
  named: 'provider',
  pages: '/imports',
  about: 'Imports from SendGrid, Postmark, and Mailgun.',
  read: ['account:read', ...writes],
  write: writes,
  tenant_keys: 'closed',
  record: MigrationRecord,
  row: MigrationSummary,
  show: (_ctx, migration) => migration,
  create: {
    summary: 'Import from another email provider, or continue an import',
    description:
      'Needs the write scope for every selected resource. Each request runs for up to 25 seconds. While `has_more` is true, repeat the same body with `cursor` set to `next_cursor`. If `retry_after_seconds` is present, wait that long first.',
    every_scope: importScopes,
    status: 200,
    also: [409, 502],
    body: StartImport,
    verb: async (ctx, caller, body) => ({ migration: await startImport(ctx, caller, body) }),
  },
  list: { verb: listImports, description: "Returns totals only. Previews aren't stored." },
  get: {
    summary: 'Get an import with its full report',
    description:
      "Combines the results of all the import's requests. If they exceed 5 MB, `truncated` is true, each list has at most 1,000 items, and `counts` shows the full lengths.",
    verb: getImport,
  },
  sample: { provider: 'sendgrid', api_key: 'SG.key', resources: ['suppressions'] },
});

export const importRoutes: Route<Importing & ExportFiles>[] = [
  ...migrations.routes,
  route({
    method: 'GET',
    path: '/migrations/{id}/report',
    sdk: 'migrations.report',
    scope: migrations.read,
    bucket: 'other',
    tenant_keys: 'closed',
    status: 200,
    summary: "Download an import's report as CSV or JSON",
    description:
      'Returns CSV, or JSON with `format=json`. If the report is over 5 MB, redirects (302) to a file. The link works for one hour.',
    also: [302],
    query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
    find: (ctx, { caller, params }) => openImport(ctx, caller, params.id),
    produces: csvType,
    also_json: z.object({ migration: MigrationRecord }),
    response: z.string(),
    run: async (ctx, { found, query }) => reportAnswer(await downloadReport(ctx, found, query.format)),
  }),
];
