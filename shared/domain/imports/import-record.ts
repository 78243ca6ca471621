import * as z from 'zod';
import {
  importProviders,
  importRegions,
  importResources,
  type SuppressionReport,
} from '../../core/records/imports.ts';
import { Timestamp } from '../../core/schemas.ts';
import { emptyTotals } from './totals.ts';

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
    templates: z.object({ totals: TemplateTotals, items: z.array(Item) }),
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
    template_map: z.array(z.object({ source_id: z.string(), alias: z.string() })),
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
  | 'retry_after_seconds'
  | 'domains'
  | 'webhooks'
  | 'templates'
  | 'suppressions'
  | 'template_map'
  | 'code_changes'
  | 'agent_prompt'
> & {
  retry_after_seconds: number | null;
  suppressions: SuppressionReport;
};

/** The record with what an answer has to say. */
export function migrationRecord(shown: Shown): MigrationRecord {
  const { retry_after_seconds, suppressions, ...rest } = shown;
  const { totals, skipped_reasons, estimated } = suppressions;
  const none = emptyTotals();
  return {
    ...rest,
    ...(retry_after_seconds !== null && { retry_after_seconds }),
    domains: { totals: none.domains, items: [] },
    webhooks: { totals: none.webhooks, items: [] },
    templates: { totals: none.templates, items: [] },
    suppressions: { totals, skipped_reasons: { ...skipped_reasons }, estimated },
    template_map: [],
    code_changes: [],
    agent_prompt: '',
  };
}
