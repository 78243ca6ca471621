import { AppError } from '../../core/errors.ts';
import { inParallel } from '../../core/in-parallel.ts';
import type { Import, ImportItems, ImportPart, ImportProgress } from '../../core/records/imports.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller } from '../context.ts';
import { checkKey } from './check-key.ts';
import { codeOf } from './code/code-of.ts';
import { seeTemplates, type TemplatesSeen, templatesSeen } from './code/templates-seen.ts';
import { connectionOf } from './connection.ts';
import { notOfThis, sealCursor } from './cursor.ts';
import { type ImportOf, type MigrationRecord, migrationRecord, templateMap } from './import-record.ts';
import type { ImportRequest } from './import-request.ts';
import type { Importing } from './importing.ts';
import type { Connection } from './providers/provider.ts';
import { withinAnswer } from './report-lists.ts';
import { importStages, noWork, previewStages, runSlice, type Worked } from './run-slice.ts';
import type { RequestWork } from './slice.ts';
import { startProgress } from './start-progress.ts';
import { itemTotals, statusOf } from './totals.ts';

/** Requests of an account in an hour (M5). */
const limits = { new: 10, continued: 300 } as const;

const limited = { new: 'new imports', continued: 'continued requests of imports' } as const;

/** Counts a request of this hour, or throws 429 with the seconds to its end; nothing was called before (M5). */
async function limitRequests(ctx: Importing, caller: Caller, kind: keyof typeof limits): Promise<void> {
  const left_s = await ctx.import_limits.count(caller.account.id, kind, limits[kind]);
  if (left_s === null) return;
  throw new AppError('rate_limited', `An account has ${limits[kind]} ${limited[kind]} an hour`, {
    headers: { 'retry-after': String(left_s) },
  });
}

/** Milliseconds that a lease outlasts the time of its request (M15). */
const lease_ms = (ctx: Importing) => (ctx.settings.imports.slice_s + 10) * 1000;

/** Another request works on this import: 409, and when its lease ends at the latest (M15). */
const busy = (left_ms: number) =>
  new AppError('conflict', 'Another request works on this import', {
    details: { reason: 'in_progress' },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(left_ms / 1000))) },
  });

type Said = {
  dry_run: boolean;
  progress: ImportProgress;
  done: boolean;
  wait_s: number | null;
  next_cursor: string | null;
  template_map: MigrationRecord['template_map'];
  seen: TemplatesSeen;
};

/** The work of this request, and what is known of the import by then (M22). */
async function answer(
  ctx: Importing,
  of: ImportOf,
  { report, errors, attention, items }: RequestWork,
  { dry_run, progress, done, wait_s, next_cursor, template_map, seen }: Said,
): Promise<MigrationRecord> {
  const record = migrationRecord(of, {
    dry_run,
    status: statusOf(progress, done),
    has_more: !done,
    next_cursor,
    retry_after_seconds: wait_s,
    suppressions: report,
    errors,
    attention,
    items,
    totals: itemTotals(items),
    template_map,
    ...(await codeOf(ctx, { provider: of.provider, has_more: !done, templates: seen })),
  });
  return withinAnswer(record);
}

/** The templates that all requests so far found (M22). */
async function templatesSoFar(ctx: Importing, of: Import): Promise<Pick<Said, 'template_map' | 'seen'>> {
  const template_map: MigrationRecord['template_map'] = [];
  const seen = templatesSeen([]);
  if (of.totals.templates.found === 0) return { template_map, seen };
  for await (const { items } of ctx.imports.parts(of)) {
    template_map.push(...templateMap(items.templates));
    seeTemplates(seen, items.templates);
  }
  return { template_map, seen };
}

/** An import as this request answers it: what this request did, and how to go on. */
async function answerImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  { next, worked, wait_s }: { next: Import; worked: RequestWork; wait_s: number | null },
): Promise<MigrationRecord> {
  const { id, done } = next;
  const next_cursor = done ? null : await sealCursor(ctx, caller, body, id);
  const templates = await templatesSoFar(ctx, next);
  const said = { dry_run: false, progress: next, done, wait_s, next_cursor };
  return answer(ctx, next, worked, { ...said, ...templates });
}

/** A secret is shown once, and not kept (M41). */
const withoutSecrets = (items: ImportItems): ImportItems => ({
  ...items,
  webhooks: items.webhooks.map((item) => ({ ...item, secret: null })),
});

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

/** Rows that are processed and recorded; what a request leaves that dies here goes after a day (M60). */
const forget = (ctx: Importing, { account, id }: Import, processed: string[]): Promise<void> =>
  inParallel(processed, 4, (name) => ctx.import_rows.remove({ account, id }, name).catch(() => {}));

const workOf = (caller: Caller, connection: Connection, { id, resources, created_at, ...of }: Import) => ({
  caller,
  connection,
  import_id: id,
  resources,
  started: Date.parse(created_at),
  salt: of.salt,
});

/** Works on an import whose lease this request holds. When it fails, the next one repeats its work (M17). */
async function work(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
  { held, connection, wait_s }: { held: Import; connection: Connection; wait_s: number | null },
): Promise<MigrationRecord> {
  const given = {
    ...workOf(caller, connection, held),
    progress: held,
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
    return await answerImport(ctx, caller, body, { next, worked, wait_s: stop?.wait_s ?? null });
  } catch (error) {
    // Nothing when its lease has ended with its record (M15).
    await ctx.imports.release(held).catch(() => {});
    throw error;
  }
}

/** A new import, with the lease of this request; nothing is written before the provider takes the key (M8). */
async function begin(ctx: Importing, caller: Caller, body: ImportRequest) {
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
  return { held, connection, wait_s };
}

/** The first request of an import. */
export async function beginImport(
  ctx: Importing,
  caller: Caller,
  body: ImportRequest,
): Promise<MigrationRecord> {
  const begun = await begin(ctx, caller, body);
  await ctx.imports.create(begun.held);
  return work(ctx, caller, body, begun);
}

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
  const { held, connection, wait_s } = await begin(ctx, caller, body);
  // No later request asks again, and none came before.
  const alone = { progress: startProgress(held.resources), give_up_ms: 0, earlier: async () => [] };
  const worked = await runSlice(
    ctx,
    { ...workOf(caller, connection, held), ...alone },
    { stages: previewStages, wait_s, logged: { migration_id: null, step: null } },
  );
  const { progress, report, stop } = worked;
  if (stop !== null && 'refused' in stop) throw stop.refused;
  const items = withoutIds(worked.items);
  const estimated = report.estimated || !worked.done;
  return answer(
    ctx,
    { ...held, id: null, updated_at: timestamp(ctx.runtime.now()) },
    { ...worked, items, report: { ...report, estimated } },
    {
      dry_run: true,
      progress,
      done: true,
      wait_s: stop?.wait_s ?? null,
      next_cursor: null,
      template_map: templateMap(items.templates),
      seen: templatesSeen(items.templates),
    },
  );
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
    return answerImport(ctx, caller, body, { next: seen, worked: noWork(), wait_s });
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
