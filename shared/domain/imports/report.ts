import type { TemplateItem } from '../../core/records/imports.ts';
import { csvLine } from '../suppressions/csv.ts';
import type { MigrationRecord } from './import-record.ts';

const columns = ['resource', 'name', 'status', 'reason', 'detail', 'created_id'];

const kinds = ['bounce', 'complaint', 'unsubscribe', 'manual', 'product_opt_out'] as const;

type Row = [
  resource: string,
  name: string,
  status: string,
  reason: string | null,
  detail: string | null,
  created_id?: string | null,
];

/** A row for each number that is not 0: what was imported by kind, what was there, what was skipped and why. */
function suppressionRows({ totals, skipped_reasons }: MigrationRecord['suppressions']): Row[] {
  const rows: [name: string, status: string, reason: string | null, n: number][] = [
    ...kinds.map((kind) => [kind, 'imported', null, totals[kind]] as [string, string, null, number]),
    ['', 'already_suppressed', null, totals.already_suppressed],
    ...Object.entries(skipped_reasons).map(
      ([reason, n]) => ['', 'skipped', reason, n] as [string, string, string, number],
    ),
    ['', 'failed', null, totals.failed],
  ];
  return rows
    .filter(([, , , n]) => n > 0)
    .map(([name, status, reason, n]) => ['suppressions', name, status, reason, String(n), null]);
}

const templateRow = ({ name, status, reason, message, notes, template_id }: TemplateItem): Row => {
  const detail = [...(message === null ? [] : [message]), ...notes].join('; ');
  return ['templates', name, status, reason, detail, template_id];
};

/** GET /migrations/{id}/report as CSV (M30): RFC 4180, and no cell that a spreadsheet computes. */
export function csvReport(migration: MigrationRecord): string {
  const rows: Row[] = [
    ...migration.domains.items.map(
      ({ name, status, reason, message, domain_id }): Row => [
        ...(['domains', name, status, reason, message] as const),
        domain_id,
      ],
    ),
    ...migration.webhooks.items.map(
      ({ url, status, reason, message, webhook_id }): Row => [
        ...(['webhooks', url, status, reason, message] as const),
        webhook_id,
      ],
    ),
    ...migration.templates.items.map(templateRow),
    ...suppressionRows(migration.suppressions),
    ...migration.errors.map(({ resource, code, message }): Row => [resource, '', 'error', code, message]),
    ...migration.attention.map(
      ({ resource, name, reason, action }): Row => [resource, name, 'attention', reason, action],
    ),
  ];
  return [columns, ...rows.map((row) => columns.map((_, i) => row[i] ?? null))].map(csvLine).join('');
}
