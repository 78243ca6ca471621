import { bytesIn } from '../../core/answer-size.ts';
import type { AppError } from '../../core/errors.ts';
import type {
  Attention,
  ImportError,
  ImportItems,
  ImportPart,
  ImportProgress,
  ImportResource,
  SuppressionReport,
  TemplateHead,
} from '../../core/records/imports.ts';
import type { Template } from '../../core/records/templates.ts';
import type { Id } from '../../core/runtime.ts';
import type {
  Base,
  Caller,
  Claims,
  Dns,
  DomainSecrets,
  Domains,
  DomainTasks,
  Identity,
  Lists,
  Paging,
  Resolving,
  Templates,
  Tenants,
  Webhooks,
} from '../context.ts';
import type { Imports, Providers } from '../ports/imports.ts';
import { once } from './call-provider.ts';
import { authFailed } from './check-key.ts';
import type { Called, Connection, KeyField } from './providers/provider.ts';
import { addTotals, startOfList } from './totals.ts';

type ForDomains = Claims & Dns & DomainSecrets & Domains & DomainTasks & Resolving & Tenants;
type ForLists = Identity & Imports & Lists & Paging & Providers;
export type Importing = Base & ForDomains & ForLists & Templates & Webhooks;

/** Entries that one import may write. */
export const maxWritten = 500_000;

export type Work = {
  caller: Caller;
  /** The import that the entries' marks name. A preview's id is never shown. */
  import_id: Id<'mig'>;
  /** Whether it writes nothing and shows what an import would create. */
  preview: boolean;
  step: number;
  resources: ImportResource[];
  connection: Connection;
  /** When the import began, epoch ms. */
  started: number;
  salt: string;
  /** How many milliseconds to keep trying a provider that is down. */
  give_up_ms: number;
  progress: ImportProgress;
  /** Lists that earlier requests saved for later ones. */
  earlier: <T>(listOf: (part: ImportPart) => T[]) => Promise<T[]>;
};

/**
 * Why a request ends early. `wait_s` is the number of seconds until the next request. 0 means immediately.
 */
export type Stop = { wait_s: number } | { refused: AppError };

/** A provider's template. `here` is the template created from it. `alias` is its actual or planned alias. */
export type PlannedTemplate = { head: TemplateHead; here: Template | null; alias: string };

/** One request's work: its response, and what is recorded with it. */
export type RequestWork = ImportPart & {
  report: SuppressionReport;
  /** Names of spooled rows that are processed once this request is recorded. */
  processed: string[];
  /** For the log: rows read and entries written. */
  rows: number;
  written: number;
};

export type Slice = {
  work: Work;
  /** Progress of the whole import, stored when the request ends. */
  progress: ImportProgress;
  request: RequestWork;
  /** Bytes of the request's items when serialized. */
  weight: number;
  /** The provider's templates by source id, once all lists are read. */
  templates: PlannedTemplate[] | null;
  listing: {
    /** Rows of the current suppression list counted by earlier requests. */
    recorded: number;
    /** This request's rows as `<list> <kind of record> <address>`, to skip repeats within a list. */
    met: Set<string>;
    /** Imported rows as `<kind of record> <address>`. The same row in another list is a duplicate. */
    brought: Set<string>;
  };
};

/** One step of a resource. Returns why the request ends, or null to continue. `endStage` ends a stage. */
export type Stage = (ctx: Importing, slice: Slice) => Promise<Stop | null>;

/** Whether a request with progress is out of time. The next request then redoes the step. */
export const isOver = (ctx: Importing, { work, progress }: Slice): boolean =>
  ctx.runtime.now() >= work.connection.until && progress !== work.progress;

/** The account's resource counts, read once per request. A preview adds nothing to them. */
export const countsOf = (ctx: Importing, { connection, caller }: Work) =>
  once(connection, 'counts', () => ctx.accounts.readCounts(caller.account.id));

/** Stores the import's new progress. Returns null, which a step returns to continue the request. */
export function advance(slice: Slice, change: Partial<ImportProgress>): null {
  slice.progress = { ...slice.progress, ...change };
  return null;
}

const resourceOf = ({ progress }: Slice) => progress.stage as ImportResource;

export function endStage(slice: Slice): null {
  const { resources } = slice.work;
  const stage = resources[resources.indexOf(resourceOf(slice)) + 1] ?? null;
  return advance(slice, { stage, after: null, position: startOfList(0, null), failing: null });
}

/** Counts items and adds them to this request's response. */
export function addItems<Name extends keyof ImportItems>(
  slice: Slice,
  name: Name,
  items: ImportItems[Name],
): void {
  const { request } = slice;
  request.items = { ...request.items, [name]: [...request.items[name], ...items] };
  slice.weight += bytesIn(items);
  const { totals } = slice.progress;
  advance(slice, { totals: { ...totals, [name]: addTotals(totals[name], items) } });
}

/** Adds a note that isn't an error. */
export const note = (slice: Slice, attention: Omit<Attention, 'resource'>): void =>
  void slice.request.attention.push({ resource: resourceOf(slice), ...attention });

/** If an account has no domains, the first resource that needs them notes it. */
export function noteNoDomains({ settings }: Importing, slice: Slice, found: number): void {
  const { resources, connection } = slice.work;
  const action = connection.provider.no_domains?.(connection.region);
  const asked = resources.find((one) => one !== 'domains' || settings.service_domain !== null);
  if (action !== undefined && found === 0 && asked === resourceOf(slice))
    note(slice, { name: '', reason: 'no_domains', action });
}

type Fault = Pick<ImportError, 'code' | 'retryable'> & { name: string; what: string };

/** Names what could not be read, in our words. */
export function addError(slice: Slice, { name, what, ...error }: Fault): void {
  slice.request.errors.push({ resource: resourceOf(slice), ...error, message: `${name}: ${what}` });
  advance(slice, { errors: slice.progress.errors + 1 });
}

type Failure = Exclude<Called<unknown>, { outcome: 'ok' | 'wait' }>;

const codes = {
  forbidden: 'provider_forbidden',
  not_found: 'provider_not_found',
  refused: 'provider_refused',
  unavailable: 'provider_unavailable',
  bad_answer: 'provider_bad_answer',
} as const;

/** Seconds until a provider that is down is retried, by how many requests ended that way. */
const downFor = (times: number) => Math.min(60, 5 * 2 ** times);

function wordsFor({ outcome, status }: Failure, title: string): string {
  if (outcome === 'unavailable') return `${title} did not respond`;
  if (outcome === 'bad_answer') return `${title} returned an unexpected response`;
  return `${title} returned status ${status}`;
}

/** The provider is too slow to finish one step within a whole request. */
const tooSlow = { outcome: 'unavailable', status: 0 } as const;

/**
 * Why the request ends if a list, domain, or stream can't be read. Null means to skip it and report it in
 * errors (T2, M11).
 */
export function failed(
  ctx: Importing,
  slice: Slice,
  { field, name }: { name: string; field?: KeyField },
  failure: Exclude<Called<unknown>, { outcome: 'ok' }>,
): Stop | null {
  const { connection, give_up_ms } = slice.work;
  if (failure.outcome === 'wait' && (failure.seconds > 0 || isOver(ctx, slice)))
    return { wait_s: failure.seconds };
  const fault = failure.outcome === 'wait' ? tooSlow : failure;
  if (fault.outcome === 'unauthorized') return { refused: authFailed(connection, field) };
  const retryable = fault.outcome === 'unavailable' || fault.outcome === 'bad_answer';
  const now = ctx.runtime.now();
  const { since, times } = slice.progress.failing ?? { since: now, times: 0 };
  if (retryable && now - since < give_up_ms) {
    advance(slice, { failing: { since, times: times + 1 } });
    return { wait_s: fault === tooSlow ? 0 : downFor(times) };
  }
  const what = wordsFor(fault, connection.provider.title);
  addError(slice, { name, retryable, code: codes[fault.outcome], what });
  return advance(slice, { failing: null });
}

/** A provider's name, made safe to show. */
export function displayName(text: string): string {
  const shown = text.slice(0, 1000).toWellFormed();
  return [...shown.replace(/\p{Cc}+/gu, ' ')].slice(0, 255).join('');
}
