import { AppError } from '../../core/errors.ts';
import { inParallel } from '../../core/in-parallel.ts';
import type { Import, ImportItems, ImportPart } from '../../core/records/imports.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller } from '../context.ts';
import { checkKey } from './check-key.ts';
import { codeOf } from './code/code-of.ts';
import { seeTemplates, templatesSeen } from './code/templates-seen.ts';
import { connectionOf, type Importing } from './connection.ts';
import { notOfThis, sealCursor } from './cursor.ts';
import { type MigrationRecord, migrationRecord, type TemplateMap, templateMap } from './import-record.ts';
import type { ImportRequest } from './import-request.ts';
import { limitRequests } from './limit-requests.ts';
import type { Connection } from './providers/provider.ts';
import { withinAnswer } from './report-lists.ts';
import { importStages, noWork, runSlice, type Worked } from './run-slice.ts';
import type { RequestWork } from './slice.ts';
import { startProgress } from './start-progress.ts';
import { itemTotals, statusOf } from './totals.ts';

/** Milliseconds that a lease outlasts the time of its request (M15). */
const lease_ms = (ctx: Importing) => (ctx.settings.imports.slice_s + 10) * 1000;

/** Another request works on this import: 409, and when its lease ends at the latest (M15). */
const busy = (left_ms: number) =>
  new AppError('conflict', 'Another request works on this import', {
    details: { reason: 'in_progress' },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(left_ms / 1000))) },
  });

/** The templates that all requests so far found (M22). */
async function templatesSoFar(ctx: Importing, of: Import) {
  const template_map: TemplateMap = [];
  const seen = templatesSeen([]);
  if (of.totals.templates.found === 0) return { template_map, seen };
  for await (const { items } of ctx.imports.parts(of)) {
    template_map.push(...templateMap(items.templates));
    seeTemplates(seen, items.templates);
  }
  return { template_map, seen };
}

/** An import as this request answers it: what this request did, and how to go on (M22). */
async function answer(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  { next, worked, wait_s }: { next: Import; worked: RequestWork; wait_s: number | null },
): Promise<MigrationRecord> {
  const { id, provider, done } = next;
  const { report, errors, attention, items } = worked;
  const { template_map, seen } = await templatesSoFar(ctx, next);
  const record = migrationRecord(next, {
    dry_run: false,
    status: statusOf(next, done),
    has_more: !done,
    next_cursor: done ? null : await sealCursor(ctx, caller, body, id),
    retry_after_seconds: wait_s,
    suppressions: report,
    errors,
    attention,
    items,
    totals: itemTotals(items),
    template_map,
    ...(await codeOf(ctx, { provider, has_more: !done, templates: seen })),
  });
  return withinAnswer(record);
}

/** Records what the request did and ends its lease; its progress stays, also when the provider refused the key (T2). */
async function record(ctx: Importing, held: Import, worked: Worked): Promise<Import> {
  const now = ctx.runtime.now();
  const { stop, done, progress, errors, attention, hooks, heads, items } = worked;
  const next: Import = {
    ...held,
    ...progress,
    done,
    step: held.step + 1,
    holder: null,
    lease_until: 0,
    wait_until: stop !== null && 'wait_s' in stop ? now + stop.wait_s * 1000 : 0,
    updated_at: timestamp(now),
  };
  const part = { errors, attention, hooks, heads, items: withoutSecrets(items) };
  if (!(await ctx.imports.record(held, next, part))) throw busy(lease_ms(ctx));
  return next;
}

/** A secret is shown once, and not kept (M41). */
const withoutSecrets = (items: ImportItems): ImportItems => ({
  ...items,
  webhooks: items.webhooks.map((item) => ({ ...item, secret: null })),
});

/** Rows that are processed and recorded; what a request leaves that dies here goes after a day (M60). */
const forget = (ctx: Importing, { account, id }: Import, processed: string[]): Promise<void> =>
  inParallel(processed, 4, (name) => ctx.import_rows.remove({ account, id }, name).catch(() => {}));

/** Works on an import whose lease this request holds. When it fails, the next one repeats its work (M17). */
async function work(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  { held, connection, wait_s }: { held: Import; connection: Connection; wait_s: number | null },
): Promise<MigrationRecord> {
  const given = {
    caller,
    import_id: held.id,
    resources: held.resources,
    connection,
    progress: held,
    started: Date.parse(held.created_at),
    salt: held.salt,
    give_up_ms: ctx.settings.imports.give_up_s * 1000,
    earlier: async <T>(listOf: (part: ImportPart) => T[]) => {
      const all: T[] = [];
      for await (const part of ctx.imports.parts(held)) all.push(...listOf(part));
      return all;
    },
  };
  const logged = { migration_id: held.id, step: held.step };
  try {
    const worked = await runSlice(ctx, given, { stages: importStages, wait_s, logged });
    const { stop } = worked;
    const next = await record(ctx, held, worked);
    await forget(ctx, held, worked.processed);
    if (stop !== null && 'refused' in stop) throw stop.refused;
    return await answer(ctx, caller, body, { next, worked, wait_s: stop?.wait_s ?? null });
  } catch (error) {
    // Nothing when its lease has ended with its record (M15).
    await ctx.imports.release(held).catch(() => {});
    throw error;
  }
}

/** The first request of an import: nothing is written before the provider takes the key (M8). */
export async function beginImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
): Promise<MigrationRecord> {
  const connection = connectionOf(ctx, body);
  await limitRequests(ctx, caller, 'new');
  const wait_s = await checkKey(connection);
  const { provider, region, resources } = body;
  const now = ctx.runtime.now();
  const held: Import = {
    ...startProgress(resources),
    id: ctx.runtime.id('mig'),
    account: caller.account.id,
    provider,
    region,
    resources,
    step: 0,
    done: false,
    salt: ctx.runtime.secret(16, 'base62'),
    holder: caller.request_id,
    lease_until: now + lease_ms(ctx),
    wait_until: 0,
    created_at: timestamp(now),
    updated_at: timestamp(now),
  };
  await ctx.imports.create(held);
  return work(ctx, caller, body, { held, connection, wait_s });
}

/** A request with a cursor: where the import goes on is in its record, so any cursor of it that opens goes on there (M14). */
export async function continueImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  id: string,
): Promise<MigrationRecord> {
  const connection = connectionOf(ctx, body);
  const now = ctx.runtime.now();
  const seen = await ctx.imports.get(caller.account.id, id);
  if (seen === null) throw notOfThis();
  if (seen.lease_until > now) throw busy(seen.lease_until - now);
  if (seen.done || seen.wait_until > now) {
    await limitRequests(ctx, caller, 'continued');
    const wait_s = seen.done ? null : Math.ceil((seen.wait_until - now) / 1000);
    return answer(ctx, caller, body, { next: seen, worked: noWork(), wait_s });
  }
  const until = now + lease_ms(ctx);
  const held = await ctx.imports.lease(seen, { holder: caller.request_id, now, until });
  if (held === null) throw busy(lease_ms(ctx));
  await limitRequests(ctx, caller, 'continued').catch(async (refusal) => {
    await ctx.imports.release(held);
    throw refusal;
  });
  return work(ctx, caller, body, { held, connection, wait_s: null });
}
