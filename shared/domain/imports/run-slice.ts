import type { ImportProgress, ImportResource } from '../../core/records/imports.ts';
import type { Importing } from './connection.ts';
import type { RequestWork, Slice, Stage, Stop, Work } from './slice.ts';
import { emptyReport, mergedItems } from './totals.ts';

export type Worked = RequestWork & { progress: ImportProgress; done: boolean; stop: Stop | null };

/** Bytes of items that one answer has, about: Lambda answers with 6 MB at most (M16). */
const maxWeight = 4_000_000;

type Stages = Record<ImportResource, Stage<Importing>>;

/** Each resource with the writer of an import. Loaded when they are needed: GET works on none, and most requests on one (M70). */
export const importStages: Stages = {
  domains: async (...step) => (await import('./domains/import-domains.ts')).importDomains(...step),
  webhooks: async (...step) => (await import('./webhooks/import-webhooks.ts')).importWebhooks(...step),
  templates: async (...step) => (await import('./templates/import-templates.ts')).importTemplates(...step),
  suppressions: async (...step) => (await import('./suppressions/import-lists.ts')).importLists(...step),
};

/** Each resource with a writer that writes nothing, and answers what an import would make (M28). */
export const previewStages: Stages = {
  domains: async (...step) => (await import('./domains/import-domains.ts')).previewDomains(...step),
  webhooks: async (...step) => (await import('./webhooks/import-webhooks.ts')).previewWebhooks(...step),
  templates: async (...step) => (await import('./templates/import-templates.ts')).previewTemplates(...step),
  suppressions: async (...step) => (await import('./suppressions/import-lists.ts')).previewLists(...step),
};

/**
 * Works through the resources of an import until they are done, the time of the request is over, or the provider is to be
 * waited for (M16). `wait_s`: the seconds that the key check says to wait (M8); then nothing is done.
 */
export async function runSlice(
  ctx: Importing,
  work: Work,
  { stages, wait_s }: { stages: Stages; wait_s: number | null },
): Promise<Worked> {
  const slice: Slice = {
    work,
    progress: work.progress,
    request: {
      report: emptyReport(),
      errors: [],
      attention: [],
      items: mergedItems([]),
      heads: [],
      hooks: [],
      processed: [],
      rows: 0,
      written: 0,
    },
    weight: 0,
    templates: null,
    listing: { recorded: work.progress.position.rows, met: new Set(), brought: new Set() },
  };
  let stop: Stop | null = wait_s === null ? null : { wait_s };
  while (stop === null && ctx.runtime.now() < work.connection.until && slice.weight < maxWeight) {
    const { stage } = slice.progress;
    if (stage === null) break;
    stop = await stages[stage](ctx, slice);
  }
  // When its own time is over nothing is to be waited for (M10).
  if (stop !== null && 'wait_s' in stop && stop.wait_s === 0) stop = null;
  const { progress, request } = slice;
  // Heads are for the requests that still read templates.
  const heads = progress.stage === 'templates' ? request.heads : [];
  return { ...request, heads, progress, done: progress.stage === null, stop };
}
