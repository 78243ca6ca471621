import type { ImportItems } from '../../core/records/imports.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller } from '../context.ts';
import { checkKey } from './check-key.ts';
import { codeOf } from './code/code-of.ts';
import { templatesSeen } from './code/templates-seen.ts';
import { connectionOf, type Importing } from './connection.ts';
import { type MigrationRecord, migrationRecord, templateMap } from './import-record.ts';
import type { ImportRequest } from './import-request.ts';
import { limitRequests } from './limit-requests.ts';
import { withinAnswer } from './report-lists.ts';
import { previewStages, runSlice } from './run-slice.ts';
import { startProgress } from './start-progress.ts';
import { itemTotals, statusOf } from './totals.ts';

/** Ids of what is here are left to an import (M28). */
const withoutIds = ({ domains, webhooks, templates }: ImportItems): ImportItems => ({
  domains,
  webhooks: webhooks.map((item) => ({ ...item, webhook_id: null })),
  templates: templates.map((item) => ({ ...item, template_id: null })),
});

/**
 * What an import would do, from the first page of each list: one request that writes nothing (M28). What there was no time for is
 * not in it, and it says that it is an estimate.
 */
export async function previewImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
): Promise<MigrationRecord> {
  const connection = connectionOf(ctx, body);
  const { provider, region, resources } = body;
  await limitRequests(ctx, caller, 'new');
  const wait_s = await checkKey(connection);
  const started = ctx.runtime.now();
  const given = {
    caller,
    import_id: ctx.runtime.id('mig'),
    resources,
    connection,
    started,
    progress: startProgress(resources),
    salt: '',
    give_up_ms: 0,
    earlier: async () => [],
  };
  const logged = { migration_id: null, step: null };
  const worked = await runSlice(ctx, given, { stages: previewStages, wait_s, logged });
  const { progress, report, done, stop, errors, attention } = worked;
  const items = withoutIds(worked.items);
  if (stop !== null && 'refused' in stop) throw stop.refused;
  const times = { created_at: timestamp(started), updated_at: timestamp(ctx.runtime.now()) };
  const record = migrationRecord(
    { id: null, provider, region, resources, ...times },
    {
      dry_run: true,
      status: statusOf(progress, true),
      has_more: false,
      next_cursor: null,
      retry_after_seconds: stop?.wait_s ?? null,
      suppressions: { ...report, estimated: report.estimated || !done },
      errors,
      attention,
      items,
      totals: itemTotals(items),
      template_map: templateMap(items.templates),
      ...(await codeOf(ctx, { provider, has_more: false, templates: templatesSeen(items.templates) })),
    },
  );
  return withinAnswer(record);
}
