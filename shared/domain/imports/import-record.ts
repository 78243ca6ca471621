import * as z from 'zod';
import {
  type ImportItems,
  type ImportResource,
  ItemStatus,
  ItemTotals,
  importProviders,
  importRegions,
  importResources,
  type ResourceTotals,
  type SuppressionReport,
  SuppressionTotals,
  skipReasons,
  TemplateItem,
  TemplateTotals,
  WebhookItem,
} from '../../core/records/imports.ts';
import { Timestamp } from '../../core/schemas.ts';
import { DnsChange } from '../domains/apply/dns-plan.ts';
import { RecordOfDomain } from '../domains/domain-record.ts';

const importStatuses = ['completed', 'partial', 'failed', 'in_progress'] as const;
export type ImportStatus = (typeof importStatuses)[number];

const Count = z.int();

const listCounts = {
  domains: Count,
  webhooks: Count,
  templates: Count,
  errors: Count,
  attention: Count,
  template_map: Count,
};

const Text = z.string().nullable();

const TemplateMap = z.array(z.object({ source_id: z.string(), alias: z.string() }));
export type TemplateMap = z.output<typeof TemplateMap>;

const DomainItem = z.object({
  name: z.string(),
  status: ItemStatus,
  reason: z
    .enum(['already_here', 'owned_by_tenant', 'plan_limit', 'domain_claimed', 'name_refused'])
    .nullable(),
  message: Text,
  domain_id: Text,
  records: z.array(RecordOfDomain),
  dns_plan: z
    .object({
      checked: z.boolean(),
      changes: z.array(DnsChange.omit({ result: true, message: true })),
      keep_old_records: z.string(),
    })
    .nullable(),
  dashboard_url: Text,
});
type DomainItem = z.output<typeof DomainItem>;

const resource = z.enum(importResources);

const about = {
  provider: z.enum(importProviders),
  region: z.enum(importRegions).nullable(),
  status: z.enum(importStatuses),
  resources: z.array(resource),
};

/** An import, as its requests and GET /migrations/{id} return it. */
export const MigrationRecord = z
  .object({
    id: z.string().nullable(),
    ...about,
    dry_run: z.boolean(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    retry_after_seconds: z.int().optional(),
    domains: z.object({ totals: ItemTotals, items: z.array(DomainItem) }),
    webhooks: z.object({ totals: ItemTotals, items: z.array(WebhookItem) }),
    templates: z.object({ totals: TemplateTotals, items: z.array(TemplateItem) }),
    suppressions: z.object({
      totals: SuppressionTotals,
      skipped_reasons: z.record(z.string(), Count),
      estimated: z.boolean(),
    }),
    errors: z.array(z.object({ resource, code: z.string(), message: z.string(), retryable: z.boolean() })),
    attention: z.array(z.object({ resource, name: z.string(), reason: z.string(), action: z.string() })),
    template_map: TemplateMap,
    code_changes: z.array(z.object({ stack: z.string(), label: z.string(), diff: z.string() })),
    agent_prompt: z.string(),
    truncated: z.boolean().optional(),
    counts: z.object(listCounts).optional(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Migration' });
export type MigrationRecord = z.output<typeof MigrationRecord>;

export const MigrationSummary = z
  .object({
    id: z.string(),
    ...about,
    totals: z.object({
      domains: ItemTotals,
      webhooks: ItemTotals,
      templates: TemplateTotals,
      suppressions: SuppressionTotals,
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'MigrationSummary' });
export type MigrationSummary = z.output<typeof MigrationSummary>;

export type ImportOf = Pick<
  MigrationRecord,
  'id' | 'provider' | 'region' | 'resources' | 'created_at' | 'updated_at'
>;

/**
 * The other fields of the import's record. `counts` has the full lengths of lists that aren't shown
 * completely.
 */
type RecordParts = Omit<
  MigrationRecord,
  keyof ImportOf | ImportResource | 'retry_after_seconds' | 'truncated' | 'counts'
> & {
  retry_after_seconds: number | null;
  suppressions: SuppressionReport;
  items: ImportItems;
  totals: ResourceTotals;
  counts?: MigrationRecord['counts'] | null;
};

/** Every provider template that has a counterpart here (T3). */
export const templateMap = (items: TemplateItem[]): TemplateMap =>
  items.flatMap(({ source_id, alias, status }) =>
    alias === null || status === 'failed' ? [] : [{ source_id, alias }],
  );

/** In report order, because the table doesn't preserve map order. */
const ordered = (reasons: SuppressionReport['skipped_reasons']): Record<string, number> =>
  Object.fromEntries(skipReasons.flatMap((reason) => (reasons[reason] ? [[reason, reasons[reason]]] : [])));

export function migrationRecord(
  { id, provider, region, resources, created_at, updated_at }: ImportOf,
  { retry_after_seconds, counts, suppressions, items, totals, ...shown }: RecordParts,
): MigrationRecord {
  const { skipped_reasons, estimated } = suppressions;
  return {
    id,
    provider,
    region,
    resources,
    ...shown,
    ...(retry_after_seconds !== null && { retry_after_seconds }),
    ...(counts && { truncated: true, counts }),
    domains: { totals: totals.domains, items: items.domains as DomainItem[] },
    webhooks: { totals: totals.webhooks, items: items.webhooks },
    templates: { totals: totals.templates, items: items.templates },
    suppressions: { totals: suppressions.totals, skipped_reasons: ordered(skipped_reasons), estimated },
    created_at,
    updated_at,
  };
}
