import type {
  Attention,
  ImportError,
  ImportItems,
  ImportProgress,
  ImportResource,
  SuppressionReport,
} from '../../core/records/imports.ts';
import type { Importing } from './connection.ts';
import { endStage, type Slice, type Stage, type Stop, type Work } from './slice.ts';
import { importLists } from './suppressions/import-lists.ts';
import { importTemplates } from './templates/import-templates.ts';
import { emptyReport } from './totals.ts';

export type Worked = {
  progress: ImportProgress;
  /** Of this request alone. */
  report: SuppressionReport;
  errors: ImportError[];
  attention: Attention[];
  items: ImportItems;
  done: boolean;
  stop: Stop | null;
  /** For the log: rows that were read, entries that were written. */
  rows: number;
  written: number;
  processed: string[];
};

/** Characters of items that one answer has, about: Lambda answers with 6 MB at most (M16). */
const maxWeight = 4_000_000;

/** A resource that this release does not import: named, never left out in silence (M26). */
const notImported =
  (resource: ImportResource): Stage<unknown> =>
  async (_ctx, slice) => {
    const message = `this release does not import ${resource}`;
    slice.errors.push({ resource, code: 'not_configured', message, retryable: false });
    slice.progress = { ...slice.progress, errors: slice.progress.errors + 1 };
    endStage(slice);
    return null;
  };

const stages: Record<ImportResource, Stage<Importing>> = {
  domains: notImported('domains'),
  webhooks: notImported('webhooks'),
  templates: importTemplates,
  suppressions: importLists,
};

/**
 * Works through the resources of an import until they are done, the time of the request is over, or the provider is to be
 * waited for (M16).
 */
export async function runSlice(ctx: Importing, work: Work): Promise<Worked> {
  const slice: Slice = {
    ...{ work, progress: work.progress, report: emptyReport(), errors: [], attention: [] },
    ...{ items: { templates: [] }, weight: 0, templates: null, rows: 0, written: 0, processed: [] },
    listing: { recorded: work.progress.position.rows, met: new Set(), brought: new Set() },
  };
  let stop: Stop | null = work.wait_s === null ? null : { wait_s: work.wait_s };
  while (stop === null && ctx.runtime.now() < work.connection.until && slice.weight < maxWeight) {
    const { stage } = slice.progress;
    if (stage === null) break;
    stop = await stages[stage](ctx, slice);
  }
  const { work: _work, listing: _listing, templates: _templates, weight: _weight, ...worked } = slice;
  return { ...worked, done: slice.progress.stage === null, stop };
}
