import { AppError } from '../../core/errors.ts';
import { inParallel } from '../../core/in-parallel.ts';
import type {
  Import,
  ImportItems,
  ImportPart,
  ImportProgress,
  TemplateItem,
} from '../../core/records/imports.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Caller } from '../context.ts';
import { requireEveryScope } from '../keys/require-scope.ts';
import { checkKey } from './check-key.ts';
import { codeOf } from './code/code-of.ts';
import { seeTemplates, type TemplatesSeen, templatesSeen } from './code/templates-seen.ts';
import { connectionOf } from './connection.ts';
import { notOfThis, openCursor, sealCursor } from './cursor.ts';
import {
  type ImportOf,
  type MigrationRecord,
  migrationRecord,
  type TemplateMap,
  templateMap,
} from './import-record.ts';
import { type ImportRequest, importScopes, requestOf, type StartImport } from './import-request.ts';
import type { Connection } from './providers/provider.ts';
import { withinAnswer } from './report-lists.ts';
import { noWork, runSlice, type Worked } from './run-slice.ts';
import type { Importing, RequestWork } from './slice.ts';
import { itemTotals, startProgress, statusOf } from './totals.ts';
import { secretLost } from './webhooks/notes.ts';

/** Requests per account and hour. */
const limits = {
  new: { max: 10, what: 'new imports' },
  continued: { max: 300, what: 'import requests' },
};

/** Counts a request toward this hour, or throws 429 with the seconds left. Runs before any call. */
async function limitRequests(ctx: Importing, caller: Caller, kind: keyof typeof limits): Promise<void> {
  const { max, what } = limits[kind];
  const left_s = await ctx.import_limits.count(caller.account.id, kind, max);
  if (left_s === null) return;
  const headers = { 'retry-after': String(left_s) };
  throw new AppError('rate_limited', `An account is limited to ${max} ${what} per hour`, { headers });
}

/** Milliseconds that a lease outlasts its request's time. */
const lease_ms = (ctx: Importing) => (ctx.settings.imports.slice_s + 10) * 1000;

/** 409 while another request works on this import, with the time until its lease ends. */
const busy = (left_ms: number) =>
  new AppError('conflict', 'Another request is already running this import', {
    details: { reason: 'in_progress' },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(left_ms / 1000))) },
  });

type Asked = { caller: Caller; body: ImportRequest; connection: Connection };

type Known = {
  progress: ImportProgress;
  done: boolean;
  wait_s: number | null;
  next_cursor: string | null;
  templates: { map: TemplateMap; seen: TemplatesSeen };
};

/** The response: this request's work, and the import's state by then. */
async function answer(
  ctx: Importing,
  of: ImportOf,
  { report, errors, attention, items }: RequestWork,
  { progress, done, wait_s, next_cursor, templates }: Known,
): Promise<MigrationRecord> {
  const record = migrationRecord(of, {
    dry_run: of.id === null,
    status: statusOf(progress, done),
    has_more: !done,
    next_cursor,
    retry_after_seconds: wait_s,
    suppressions: report,
    errors,
    attention,
    items,
    totals: itemTotals(items),
    template_map: templates.map,
    ...(await codeOf(ctx, of.provider, { has_more: !done, templates: templates.seen })),
  });
  return withinAnswer(record);
}

/** Templates found by all recorded requests, then by this one. */
async function templatesSoFar(
  ctx: Importing,
  recorded: Import,
  items: TemplateItem[],
): Promise<Known['templates']> {
  const map: TemplateMap = [];
  const seen = templatesSeen([]);
  const add = (found: TemplateItem[]) => {
    map.push(...templateMap(found));
    seeTemplates(seen, found);
  };
  if (recorded.totals.templates.found > 0)
    for await (const part of ctx.imports.parts(recorded)) add(part.items.templates);
  add(items);
  return { map, seen };
}

/** The import in this request's response: what the request did, and how to continue. */
async function answerImport(
  ctx: Importing,
  { caller, body }: Asked,
  recorded: Import,
  { next, worked, wait_s }: { next: Import; worked: RequestWork; wait_s: number | null },
): Promise<MigrationRecord> {
  const { id, done } = next;
  const next_cursor = done ? null : await sealCursor(ctx, caller, body, id);
  const templates = await templatesSoFar(ctx, recorded, worked.items.templates);
  return answer(ctx, next, worked, { progress: next, done, wait_s, next_cursor, templates });
}

/** Secrets are shown once and not stored. A refused request has not shown them. */
const withoutSecrets = (items: ImportItems, shown: boolean): ImportItems => ({
  ...items,
  webhooks: items.webhooks.map((item) => {
    const message = item.secret === null || shown ? item.message : secretLost;
    return { ...item, secret: null, message };
  }),
});

function afterRequest(ctx: Importing, held: Import, { stop, done, progress }: Worked): Import {
  const now = ctx.runtime.now();
  return {
    ...held,
    ...progress,
    done,
    step: held.step + 1,
    lease_until: 0,
    wait_until: stop !== null && 'wait_s' in stop ? now + stop.wait_s * 1000 : 0,
    updated_at: timestamp(now),
  };
}

/** Deletes rows that are processed and recorded. If the request dies here, they expire after a day. */
const forget = (ctx: Importing, { account, id }: Import, processed: string[]): Promise<unknown> =>
  inParallel(processed, 4, (name) => ctx.import_rows.remove({ account, id }, name).catch(() => {}));

/** Records the request's work and ends its lease. */
async function record(
  ctx: Importing,
  held: Import,
  next: Import,
  { stop, errors, attention, hooks, heads, items, processed }: Worked,
): Promise<void> {
  const shown = stop === null || 'wait_s' in stop;
  const part = { errors, attention, hooks, heads, items: withoutSecrets(items, shown) };
  if (!(await ctx.imports.record(held, next, part))) throw busy(lease_ms(ctx));
  await forget(ctx, held, processed);
}

/** Reads the lists that earlier requests saved for later ones, part by part. */
const earlierOf =
  (ctx: Importing, of: Import) =>
  async <T>(listOf: (part: ImportPart) => T[]) => {
    const all: T[] = [];
    for await (const part of ctx.imports.parts(of)) all.push(...listOf(part));
    return all;
  };

const workOf = ({ caller, connection }: Asked, held: Import) => ({
  caller,
  connection,
  import_id: held.id,
  step: held.step,
  resources: held.resources,
  started: Date.parse(held.created_at),
  salt: held.salt,
  progress: held,
});

/** Works on an import whose lease this request holds. If it fails, the next request repeats its work. */
async function work(ctx: Importing, asked: Asked, held: Import, wait_s: number | null) {
  const give_up_ms = ctx.settings.imports.give_up_s * 1000;
  const given = { ...workOf(asked, held), preview: false, give_up_ms, earlier: earlierOf(ctx, held) };
  try {
    const worked = await runSlice(ctx, given, wait_s);
    const { stop } = worked;
    const next = afterRequest(ctx, held, worked);
    // Keep progress even if the provider refused the key (T2).
    if (stop !== null && 'refused' in stop) {
      await record(ctx, held, next, worked);
      throw stop.refused;
    }
    // The response shows secrets, which are recorded as shown. So nothing may fail after that record is
    // written.
    const answered = await answerImport(ctx, asked, held, { next, worked, wait_s: stop?.wait_s ?? null });
    await record(ctx, held, next, worked);
    return answered;
  } catch (error) {
    // Does nothing if the lease has already ended because the work was recorded (M15).
    await ctx.imports.release(held).catch(() => {});
    throw error;
  }
}

/** A new import leased by this request. Nothing is written before the provider accepts the key. */
async function begin(ctx: Importing, { caller, body, connection }: Asked) {
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
  return { held, wait_s };
}

/** Items without ids of existing objects, which previews don't show. */
const withoutIds = ({ domains, webhooks, templates }: ImportItems): ImportItems => ({
  domains,
  webhooks: webhooks.map((item) => ({ ...item, webhook_id: null })),
  templates: templates.map((item) => ({ ...item, template_id: null })),
});

/** Previews an import from each list's first page, without writing. Estimates if time is short. */
async function previewImport(ctx: Importing, asked: Asked): Promise<MigrationRecord> {
  const { held, wait_s } = await begin(ctx, asked);
  // A preview is a single request, without earlier or later ones.
  const given = { ...workOf(asked, held), preview: true, give_up_ms: 0, earlier: async () => [] };
  const worked = await runSlice(ctx, given, wait_s);
  const { progress, stop } = worked;
  if (stop !== null && 'refused' in stop) throw stop.refused;
  const items = withoutIds(worked.items);
  const report = { ...worked.report, estimated: worked.report.estimated || !worked.done };
  const of = { ...held, id: null, updated_at: timestamp(ctx.runtime.now()) };
  const templates = { map: templateMap(items.templates), seen: templatesSeen(items.templates) };
  const known = { progress, done: true, wait_s: stop?.wait_s ?? null, next_cursor: null, templates };
  return answer(ctx, of, { ...worked, items, report }, known);
}

/** A request with a cursor. The record knows where to resume, so any valid cursor of the import works. */
async function continueImport(ctx: Importing, asked: Asked, id: Id<'mig'>): Promise<MigrationRecord> {
  const { caller } = asked;
  const now = ctx.runtime.now();
  const seen = await ctx.imports.get(caller.account.id, id);
  if (seen === null) throw notOfThis();
  if (seen.lease_until > now) throw busy(seen.lease_until - now);
  if (seen.done || seen.wait_until > now) {
    await limitRequests(ctx, caller, 'continued');
    const wait_s = seen.done ? null : Math.ceil((seen.wait_until - now) / 1000);
    return answerImport(ctx, asked, seen, { next: seen, worked: noWork(), wait_s });
  }
  const until = now + lease_ms(ctx);
  const held = await ctx.imports.lease(seen, { holder: caller.request_id, now, until });
  if (held === null) throw busy(lease_ms(ctx));
  await limitRequests(ctx, caller, 'continued').catch(async (refusal) => {
    await ctx.imports.release(held);
    throw refusal;
  });
  return work(ctx, asked, held, null);
}

/**
 * POST /migrations: a preview, or one request of an import. Without a cursor it starts an import. With the
 * last response's cursor it continues. Throws 403, 400 for a bad cursor or a refused key, 409 while another
 * request works on the import, 429 above the hourly limits, and 502 if the provider is down (M4, M8, M15).
 */
export async function startImport(
  ctx: Importing,
  caller: Caller,
  body: StartImport,
): Promise<MigrationRecord> {
  requireEveryScope(caller, importScopes(body));
  const request = requestOf(body);
  const id = body.cursor === undefined ? null : await openCursor(ctx, caller, request, body.cursor);
  const asked = { caller, body: request, connection: connectionOf(ctx, request) };
  if (id !== null) return continueImport(ctx, asked, id);
  if (request.dry_run) return previewImport(ctx, asked);
  const { held, wait_s } = await begin(ctx, asked);
  await ctx.imports.create(held);
  return work(ctx, asked, held, wait_s);
}
