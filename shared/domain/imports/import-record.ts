import * as z from 'zod';
import {
  type ImportItems,
  importProviders,
  importRegions,
  importResources,
  type SuppressionReport,
  type TemplateItem,
} from '../../core/records/imports.ts';
import { Timestamp } from '../../core/schemas.ts';
import { emptyTotals, templateTotals } from './totals.ts';

const importStatuses = ['completed', 'partial', 'failed', 'in_progress'] as const;
export type ImportStatus = (typeof importStatuses)[number];

const Count = z.int();

const found = { found: Count, imported: Count, skipped: Count, failed: Count };
const ItemTotals = z.object(found);
const TemplateTotals = z.object({ ...found, needs_attention: Count });
const SuppressionTotals = z.object({
  ...found,
  already_suppressed: Count,
  bounce: Count,
  complaint: Count,
  unsubscribe: Count,
  manual: Count,
  product_opt_out: Count,
});

const Item = z.record(z.string(), z.unknown());
const Text = z.string().nullable();

/** A template of the provider (T3). */
const TemplateRow = z.object({
  name: z.string(),
  source_id: z.string(),
  alias: Text,
  status: z.enum(['imported', 'would_import', 'needs_attention', 'skipped', 'failed']),
  reason: Text,
  message: Text,
  template_id: Text,
  published: z.boolean(),
  variables: z.array(z.string()),
  notes: z.array(z.string()),
});

const TemplateMap = z.array(z.object({ source_id: z.string(), alias: z.string() }));
export type TemplateMap = z.output<typeof TemplateMap>;

const about = {
  provider: z.enum(importProviders),
  region: z.enum(importRegions).nullable(),
  status: z.enum(importStatuses),
  resources: z.array(z.enum(importResources)),
};

/** An import as its requests and GET /migrations/{id} answer it (M23). */
export const MigrationRecord = z
  .object({
    id: z.string().nullable(),
    ...about,
    dry_run: z.boolean(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    retry_after_seconds: z.int().optional(),
    domains: z.object({ totals: ItemTotals, items: z.array(Item) }),
    webhooks: z.object({ totals: ItemTotals, items: z.array(Item) }),
    templates: z.object({ totals: TemplateTotals, items: z.array(TemplateRow) }),
    suppressions: z.object({
      totals: SuppressionTotals,
      skipped_reasons: z.record(z.string(), Count),
      estimated: z.boolean(),
    }),
    errors: z.array(
      z.object({
        resource: z.enum(importResources),
        code: z.string(),
        message: z.string(),
        retryable: z.boolean(),
      }),
    ),
    attention: z.array(
      z.object({
        resource: z.enum(importResources),
        name: z.string(),
        reason: z.string(),
        action: z.string(),
      }),
    ),
    template_map: TemplateMap,
    code_changes: z.array(z.object({ stack: z.string(), label: z.string(), diff: z.string() })),
    agent_prompt: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Migration' });
export type MigrationRecord = z.output<typeof MigrationRecord>;

/** An import as GET /migrations lists it (M29). */
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

/** What an answer or a record of an import has of each resource. */
type Shown = Omit<
  MigrationRecord,
  'retry_after_seconds' | 'domains' | 'webhooks' | 'templates' | 'suppressions'
> & {
  retry_after_seconds: number | null;
  suppressions: SuppressionReport;
  items: ImportItems;
};

/** Every template of the provider that has one here (T3). */
export const templateMap = (items: TemplateItem[]): TemplateMap =>
  items.flatMap(({ source_id, alias, status }) =>
    alias === null || status === 'failed' ? [] : [{ source_id, alias }],
  );

/** The record with what an answer has to say. */
export function migrationRecord(shown: Shown): MigrationRecord {
  const { retry_after_seconds, suppressions, items, ...rest } = shown;
  const { totals, skipped_reasons, estimated } = suppressions;
  const none = emptyTotals();
  return {
    ...rest,
    ...(retry_after_seconds !== null && { retry_after_seconds }),
    domains: { totals: none.domains, items: [] },
    webhooks: { totals: none.webhooks, items: [] },
    templates: { totals: templateTotals(items.templates), items: items.templates },
    suppressions: { totals, skipped_reasons: { ...skipped_reasons }, estimated },
  };
}
