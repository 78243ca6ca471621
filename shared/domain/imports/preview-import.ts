import type { ImportProgress } from '../../core/records/imports.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller } from '../context.ts';
import { checkKey } from './check-key.ts';
import { codeOf } from './code/code-of.ts';
import { seeTemplates, templatesSeen } from './code/templates-seen.ts';
import { connectionOf, type Importing } from './connection.ts';
import { type ImportCursor, sealCursor } from './cursor.ts';
import { type MigrationRecord, migrationRecord, templateMap } from './import-record.ts';
import type { ImportRequest } from './import-request.ts';
import { limitRequests } from './limit-requests.ts';
import { logRequest } from './log-request.ts';
import { withinAnswer } from './report-lists.ts';
import { runSlice } from './run-slice.ts';
import { startProgress } from './start-progress.ts';
import { itemTotals, statusOf } from './totals.ts';

type Begun = Extract<ImportCursor, { preview: unknown }>['preview'];

/** What several requests say of suppressions: a row that comes twice is known within a request alone (M28). */
const asEstimate = (progress: ImportProgress): ImportProgress => ({
  ...progress,
  suppressions: { ...progress.suppressions, estimated: true },
});

/** What an import would do, from the first page of each list; its cursor holds all that it knows, nothing is written (M28). */
export async function previewImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  before: Begun | null,
): Promise<MigrationRecord> {
  const connection = connectionOf(ctx, body);
  const { provider, region, resources } = body;
  await limitRequests(ctx, caller, before === null ? 'new' : 'continued');
  const wait_s = before === null ? await checkKey(ctx, connection) : null;
  const begun: Begun = before ?? {
    started: ctx.runtime.now(),
    salt: ctx.runtime.secret(16, 'base62'),
    progress: startProgress(resources),
    ...{ hooks: [], heads: [], template_map: [], seen: templatesSeen([]), contents: {} },
  };
  const continued = before !== null && resources.includes('suppressions');
  const progress = continued ? asEstimate(begun.progress) : begun.progress;
  const contents = new Map(Object.entries(begun.contents));
  const worked = await runSlice(ctx, {
    ...{ caller, import_id: null, resources, connection, progress },
    ...{ started: begun.started, salt: begun.salt },
    earlierHooks: async () => begun.hooks,
    earlierHeads: async () => begun.heads,
    ...{ contents, wait_s },
  });
  logRequest(ctx, { migration_id: null, step: null, connection }, worked);
  if (worked.stop !== null && 'refused' in worked.stop) throw worked.stop.refused;
  const template_map = [...begun.template_map, ...templateMap(worked.items.templates)];
  const hooks = [...begun.hooks, ...worked.hooks];
  const heads = worked.progress.stage === 'templates' ? [...begun.heads, ...worked.heads] : [];
  const { seen } = begun;
  seeTemplates(seen, worked.items.templates);
  const next = {
    ...{ ...begun, progress: worked.progress, hooks, heads, template_map, seen },
    contents: Object.fromEntries(contents),
  };
  const record = migrationRecord({
    ...{ truncated: false, id: null, provider, region, resources, dry_run: true, has_more: !worked.done },
    status: statusOf(worked.progress, worked.done),
    next_cursor: worked.done ? null : await sealCursor(ctx, caller, body, { preview: next }),
    retry_after_seconds: worked.stop?.wait_s || null,
    suppressions: { ...worked.report, estimated: worked.progress.suppressions.estimated },
    errors: worked.errors,
    ...{ attention: worked.attention, items: worked.items, totals: itemTotals(worked.items), template_map },
    ...(await codeOf(ctx, { provider, has_more: !worked.done, templates: seen })),
    created_at: timestamp(begun.started),
    updated_at: timestamp(ctx.runtime.now()),
  });
  return withinAnswer(record);
}
