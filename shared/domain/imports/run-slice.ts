import type { ImportProgress, ImportResource } from '../../core/records/imports.ts';
import type { Importing, RequestWork, Slice, Stage, Stop, Work } from './slice.ts';
import { emptyItems, emptyReport } from './totals.ts';

export type Worked = RequestWork & { progress: ImportProgress; done: boolean; stop: Stop | null };

/** Approximate bytes of items in one response. Lambda allows 6 MB. */
const maxWeight = 4_000_000;

/** Each resource's code, loaded on demand: GET needs none, and most requests need one. */
const stages: Record<ImportResource, Stage> = {
  domains: async (...step) => (await import('./domains/import-domains.ts')).importDomains(...step),
  webhooks: async (...step) => (await import('./webhooks/import-webhooks.ts')).importWebhooks(...step),
  templates: async (...step) => (await import('./templates/import-templates.ts')).importTemplates(...step),
  suppressions: async (...step) => (await import('./suppressions/import-lists.ts')).importLists(...step),
};

export const noWork = (): RequestWork => ({
  report: emptyReport(),
  errors: [],
  attention: [],
  items: emptyItems(),
  heads: [],
  hooks: [],
  processed: [],
  rows: 0,
  written: 0,
});

/** An import request's log line: ids, counts, and codes, never a name, an address, or a key. */
function logRequest(ctx: Importing, { connection, preview, import_id, step }: Work, worked: Worked): void {
  const { progress, rows, written, report, done, errors, stop } = worked;
  const { name, provider, seen, until } = connection;
  const { stage, position } = progress;
  const list = stage === 'suppressions' ? provider.lists[position.list]?.name : undefined;
  ctx.log.info('import_request', {
    migration_id: preview ? null : import_id,
    provider: name,
    step: preview ? null : step,
    phase: done ? 'done' : (list ?? stage),
    rows,
    written,
    skipped: report.totals.skipped,
    calls: seen.calls,
    waits: seen.waits,
    ms: ctx.runtime.now() - (until - ctx.settings.imports.slice_s * 1000),
    code: stop === null ? (errors.at(-1)?.code ?? null) : 'wait_s' in stop ? 'wait' : 'provider_auth_failed',
  });
}

/**
 * Works through an import's resources until it is done, out of time, or told to wait by the provider.
 * `wait_s` has the seconds to wait from the key check. If set, no work is done.
 */
export async function runSlice(ctx: Importing, work: Work, wait_s: number | null): Promise<Worked> {
  const slice: Slice = {
    work,
    progress: work.progress,
    request: noWork(),
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
  // If only our own time is up, there is nothing to wait for (M10).
  if (stop !== null && 'wait_s' in stop && stop.wait_s === 0) stop = null;
  const { progress, request } = slice;
  // The template heads are needed only by later requests that still read templates.
  const heads = progress.stage === 'templates' ? request.heads : [];
  const worked = { ...request, heads, progress, done: progress.stage === null, stop };
  logRequest(ctx, work, worked);
  return worked;
}
