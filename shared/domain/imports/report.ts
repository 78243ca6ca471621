import type {
  Attention,
  DomainItem,
  ImportError,
  TemplateItem,
  WebhookItem,
} from '../../core/records/imports.ts';
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

/** What a list has beyond what is shown of it (M31). */
const leftOut = ({ counts, ...shown }: MigrationRecord): Row[] =>
  (['domains', 'webhooks', 'templates', 'errors', 'attention'] as const).flatMap((name): Row[] => {
    const list = shown[name];
    const there = 'items' in list ? list.items.length : list.length;
    const all = counts?.[name] ?? there;
    return all > there ? [[name, '', 'left_out', null, String(all - there)]] : [];
  });

/** The report as CSV (M30): RFC 4180, and no cell that a spreadsheet computes. */
export function csvOfReport(migration: MigrationRecord): string {
  const { domains, webhooks, templates, suppressions, errors, attention } = migration;
  const rows = [
    ...(domains.items as DomainItem[]).map(domainRow),
    ...webhooks.items.map(webhookRow),
    ...templates.items.map(templateRow),
    ...suppressionRows(suppressions),
    ...(errors as ImportError[]).map(errorRow),
    ...(attention as Attention[]).map(attentionRow),
    ...leftOut(migration),
  ];
  return [columns, ...rows.map((row) => columns.map((_, i) => row[i] ?? null))].map(csvLine).join('');
}
