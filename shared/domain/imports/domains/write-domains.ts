import { type AppError, isAppError } from '../../../core/errors.ts';
import { inParallel } from '../../../core/in-parallel.ts';
import type { DomainItem, PlannedChange } from '../../../core/records/imports.ts';
import { planDomain, unreadDomain } from '../../domains/apply/plan-domain.ts';
import { createDomain, previewDomain } from '../../domains/create-domain.ts';
import { showDomain } from '../../domains/domain-record.ts';
import { CreateDomain } from '../../domains/domain-request.ts';
import type { DomainWithDns } from '../../ports/domains.ts';
import { leftOf } from '../call-provider.ts';
import type { ForeignDomain, OldRecord, Provider } from '../providers/provider.ts';
import {
  countsOf,
  displayName,
  failed,
  type Importing,
  isOver,
  type Slice,
  type Stop,
  type Work,
} from '../slice.ts';

/** Writes domains. Returns the next domains' items, or the reason why the request ends early. */
type WriteDomains = (ctx: Importing, slice: Slice, next: ForeignDomain[]) => Promise<DomainItem[] | Stop>;

const none = { reason: null, message: null, domain_id: null, records: [] };
const blank = { ...none, dns_plan: null, dashboard_url: null };

type Claim = { record: { type: string; host: string; value: string }; endpoint: string };

/** The message for a claimed name: the record that proves ownership, and the endpoint to call next. */
function claimWords({ message, details }: AppError): string {
  const claim = details?.claim as Claim | undefined;
  if (claim === undefined) return message;
  const { type, host, value } = claim.record;
  return `${message}: publish ${type} ${host} "${value}", then call ${claim.endpoint}`;
}

function refused(error: unknown): Pick<DomainItem, 'status' | 'reason' | 'message'> {
  if (!isAppError(error)) throw error;
  const { code, message } = error;
  const status = 'failed';
  if (code === 'domain_owned_by_tenant') return { status: 'skipped', reason: 'owned_by_tenant', message };
  if (code === 'domain_claimed') return { status, reason: 'domain_claimed', message: claimWords(error) };
  if (code === 'plan_limit') return { status, reason: 'plan_limit', message };
  if (code === 'validation_error') return { status, reason: 'name_refused', message };
  throw error;
}

/** A name's item, from the result or error of `bring`. */
async function domainItem(
  name: string,
  bring: (input: CreateDomain) => Promise<Pick<DomainItem, 'status' | 'reason'>>,
): Promise<DomainItem> {
  const parsed = CreateDomain.safeParse({ name });
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? null;
    return { ...blank, name, status: 'failed', reason: 'name_refused', message };
  }
  try {
    return { ...blank, name, ...(await bring(parsed.data)) };
  } catch (error) {
    return { ...blank, name, ...refused(error) };
  }
}

/** Milliseconds for all of a domain's lookups. */
const questions_ms = 6_000;

/**
 * Whether a request that has already made progress would run out of time during DNS lookups. If so, the next
 * request makes them.
 */
const isLate = (ctx: Importing, { work, progress }: Slice): boolean =>
  progress !== work.progress && ctx.runtime.now() + questions_ms > work.connection.until;

/**
 * A paragraph on which old records to keep for mail in transit, and for how long. Names the usual ones if
 * they are unknown.
 */
function keepOldRecords(
  { title, domains }: Provider,
  name: string,
  { records, changes }: { records: OldRecord[] | null; changes: PlannedChange[] },
): string {
  const found = records?.length ? records : domains.usual(name);
  const named = new Set(found.map(({ type, host }) => `${displayName(type)} ${displayName(host)}`));
  const spf = changes.find(({ purpose }) => purpose === 'spf')?.current ?? '';
  const include = domains.include.exec(spf)?.[0];
  const kept = [
    ...[...named].slice(0, 20),
    ...(include === undefined ? [] : [`${include} in the SPF record of ${name}`]),
  ];
  return `Keep ${kept.join(', ')} until you stop sending through ${title}, and for at least 7 days after the last send. Keep the hosts for tracked links and open pixels for as long as links in sent email need to work.`;
}

/** A domain's old records. Null if the provider doesn't show them, which is not an error. */
async function oldRecords(ctx: Importing, slice: Slice, domain: ForeignDomain) {
  const { connection } = slice.work;
  const { records: read, field } = connection.provider.domains;
  if (read === undefined || domain.records) return domain.records ?? null;
  const called = await read(connection, domain);
  if (called.outcome === 'ok') return called.value;
  // If listing the domains used up the whole request, another request wouldn't get any further either.
  const late = called.outcome === 'wait' && called.seconds === 0 && !isOver(ctx, slice);
  if (late || (called.outcome !== 'wait' && called.outcome !== 'unauthorized')) return null;
  return failed(ctx, slice, { name: 'domains', field }, called) as Stop;
}

/** The plan from POST /domains/{id} in dry run, or a plan for DNS that couldn't be read in time. */
async function planOf(ctx: Importing, { connection }: Work, withDns: DomainWithDns) {
  const max_ms = Math.min(questions_ms, leftOf(ctx, connection));
  const late = ctx.runtime.sleep(max_ms).then(() => unreadDomain(withDns));
  return Promise.race([planDomain(ctx, withDns), late]);
}

/** The domain in Mailwright, with its records and the DNS changes it needs. */
async function showImported(ctx: Importing, work: Work, withDns: DomainWithDns, old: OldRecord[] | null) {
  const { id, name } = withDns.domain;
  const [{ records }, plan] = await Promise.all([showDomain(ctx, withDns), planOf(ctx, work, withDns)]);
  const changes = plan.changes.map(({ result: _result, message: _message, ...change }) => change);
  const keep_old_records = keepOldRecords(work.connection.provider, name, { records: old, changes });
  return {
    domain_id: id,
    records,
    dns_plan: { checked: plan.checked, changes, keep_old_records },
    dashboard_url: `${ctx.settings.dashboard_url}/domains/${id}`,
  };
}

/** Creates domains one by one, after reading their old records. Then reads their DNS together. */
export const makeDomains: WriteDomains = async (ctx, slice, next) => {
  const { work } = slice;
  if (isLate(ctx, slice)) return { wait_s: 0 };
  const olds: (OldRecord[] | null)[] = [];
  for (const domain of next) {
    const old = await oldRecords(ctx, slice, domain);
    if (old !== null && !Array.isArray(old)) return old;
    olds.push(old);
  }
  // Anything started now would have no time for DNS.
  if (isOver(ctx, slice)) return { wait_s: 0 };
  const items: DomainItem[] = [];
  const shown: (() => Promise<void>)[] = [];
  for (const [i, { name }] of next.entries())
    items[i] = await domainItem(name, async (input) => {
      const withDns = await createDomain(ctx, work.caller, input, { tenant: null, import: work.import_id });
      shown.push(async () => {
        const said = await showImported(ctx, work, withDns, olds[i] ?? null);
        items[i] = { ...(items[i] as DomainItem), ...said };
      });
      // Counts as new if a killed request created it (M17).
      return withDns.created || withDns.domain.import === work.import_id
        ? { status: 'imported', reason: null }
        : { status: 'skipped', reason: 'already_here' };
    });
  await inParallel(shown, shown.length, (show) => show());
  return items;
};

export const previewDomains: WriteDomains = async (ctx, { work, progress }, next) => {
  let used = (await countsOf(ctx, work)).domains + progress.totals.domains.imported;
  const items: DomainItem[] = [];
  for (const { name } of next) {
    const item = await domainItem(name, async (input) =>
      (await previewDomain(ctx, work.caller, input, used)) === 'existing'
        ? { status: 'skipped', reason: 'already_here' }
        : { status: 'would_import', reason: null },
    );
    if (item.status === 'would_import') used++;
    items.push(item);
  }
  return items;
};
