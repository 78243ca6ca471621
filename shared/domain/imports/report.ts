import type {
  Attention,
  DomainItem,
  ImportError,
  TemplateItem,
  WebhookItem,
} from '../../core/records/imports.ts';
import { csvLine } from '../suppressions/csv.ts';
import type { MigrationRecord } from './import-record.ts';
import type { ReportLists } from './report-lists.ts';

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

const domainRow = ({ name, status, reason, message, domain_id }: DomainItem): Row => [
  ...(['domains', name, status, reason, message] as const),
  domain_id,
];

const webhookRow = ({ url, status, reason, message, webhook_id }: WebhookItem): Row => [
  ...(['webhooks', url, status, reason, message] as const),
  webhook_id,
];

const templateRow = ({ name, status, reason, message, notes, template_id }: TemplateItem): Row => {
  const detail = [...(message === null ? [] : [message]), ...notes].join('; ');
  return ['templates', name, status, reason, detail, template_id];
};

const errorRow = ({ resource, code, message }: ImportError): Row => [resource, '', 'error', code, message];

const attentionRow = ({ resource, name, reason, action }: Attention): Row => [
  ...([resource, name, 'attention', reason, action] as const),
];

const csv = (rows: Row[]): string =>
  rows.map((row) => csvLine(columns.map((_, i) => row[i] ?? null))).join('');

/** The CSV of each list of a report, and what is around them (M30): RFC 4180, and no cell that a spreadsheet computes. */
export const csvOf: { [Name in keyof ReportLists]: (items: ReportLists[Name]) => string } = {
  domains: (items) => csv(items.map(domainRow)),
  webhooks: (items) => csv(items.map(webhookRow)),
  templates: (items) => csv(items.map(templateRow)),
  errors: (items) => csv(items.map(errorRow)),
  attention: (items) => csv(items.map(attentionRow)),
  template_map: () => '',
};

export const csvHead = csvLine(columns);
export const csvOfSuppressions = (report: MigrationRecord['suppressions']): string =>
  csv(suppressionRows(report));
