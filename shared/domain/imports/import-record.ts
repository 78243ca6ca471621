import * as z from 'zod';
import {
  type ImportError,
  type ImportResource,
  importProviders,
  importRegions,
  importResources,
  type SuppressionReport,
} from '../../core/records/imports.ts';
import { Timestamp } from '../../core/schemas.ts';

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
      z.object({ resource: z.string(), name: z.string(), reason: z.string(), action: z.string() }),
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

const noItems = { found: 0, imported: 0, skipped: 0, failed: 0 };

/** Totals of what this release does not import: none was looked for, and `errors` says so. */
export const otherTotals = {
  domains: noItems,
  webhooks: noItems,
  templates: { ...noItems, needs_attention: 0 },
} as const;

type Shown = Pick<
  MigrationRecord,
  | 'id'
  | 'provider'
  | 'region'
  | 'resources'
  | 'dry_run'
  | 'status'
  | 'next_cursor'
  | 'created_at'
  | 'updated_at'
> & {
  has_more: boolean;
  retry_after_seconds: number | null;
  suppressions: SuppressionReport;
  errors: ImportError[];
};

/** The record with what an answer has to say. */
export function migrationRecord(shown: Shown): MigrationRecord {
  const { retry_after_seconds, suppressions, ...rest } = shown;
  const { totals, skipped_reasons, estimated } = suppressions;
  return {
    ...rest,
    ...(retry_after_seconds !== null && { retry_after_seconds }),
    domains: { totals: otherTotals.domains, items: [] },
    webhooks: { totals: otherTotals.webhooks, items: [] },
    templates: { totals: otherTotals.templates, items: [] },
    suppressions: { totals, skipped_reasons: { ...skipped_reasons }, estimated },
    attention: [],
    template_map: [],
    code_changes: [],
    agent_prompt: '',
  };
}

/** The errors of resources that this release does not import, each once (M26). */
export function unsupported(resources: ImportResource[]): ImportError[] {
  return resources
    .filter((resource) => resource !== 'suppressions')
    .map((resource) => ({
      resource,
      code: 'not_configured',
      message: `this release does not import ${resource}`,
      retryable: false,
    }));
}
