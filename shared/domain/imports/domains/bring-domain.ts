import type { DomainItem } from '../../../core/records/imports.ts';
import type { Base, Dns, DomainSecrets, Domains, DomainTasks, Identity, Tenants } from '../../context.ts';
import { planDomain, unreadDomain } from '../../domains/apply/plan-domain.ts';
import { createDomain } from '../../domains/create-domain.ts';
import { showDomain } from '../../domains/domain-record.ts';
import { CreateDomain } from '../../domains/domain-request.ts';
import { previewDomain } from '../../domains/preview-domain.ts';
import type { WholeDomain } from '../../ports/domains.ts';
import { leftOf } from '../call-provider.ts';
import type { OldRecord } from '../providers/provider.ts';
import type { Slice, Work } from '../slice.ts';
import { keepOldRecords } from './keep-records.ts';
import { refusedDomain } from './outcome.ts';

/** What domains of an import take. */
export type DomainPorts = Base & Dns & DomainSecrets & Domains & DomainTasks & Identity & Tenants;

/** Milliseconds for all questions of one domain (M35). */
export const questions_ms = 6_000;

const blank = {
  reason: null,
  message: null,
  domain_id: null,
  records: [],
  dns_plan: null,
  dashboard_url: null,
};

const failedItem = (name: string, error: unknown): DomainItem => {
  const refused = refusedDomain(error);
  if (refused === null) throw error;
  return { ...blank, name, ...refused };
};

/** What an import made now would do with a name. */
async function foresee(
  ctx: DomainPorts,
  { work }: Slice,
  input: CreateDomain,
  used: number,
): Promise<Pick<DomainItem, 'status' | 'reason'>> {
  const found = await previewDomain(ctx, work.caller, input, used);
  if (found === 'existing') return { status: 'skipped', reason: 'already_here' };
  return { status: 'would_import', reason: null };
}

/** The plan of POST /domains/{id} in dry run, or that of DNS which could not be read in time. */
async function planOf(ctx: DomainPorts, { connection }: Work, whole: WholeDomain) {
  const most_ms = Math.min(questions_ms, leftOf(ctx, connection));
  const late = ctx.runtime.sleep(most_ms).then(() => unreadDomain(whole));
  return Promise.race([planDomain(ctx, whole), late]);
}

/** The domain here, with its records and what is to be changed in DNS (M34, M36). */
export async function reportImported(
  ctx: DomainPorts,
  { work }: Slice,
  whole: WholeDomain,
  { records: old, item }: { records: OldRecord[] | null; item: DomainItem },
): Promise<DomainItem> {
  const { id, name } = whole.domain;
  const [{ records }, plan] = await Promise.all([showDomain(ctx, whole), planOf(ctx, work, whole)]);
  const changes = plan.changes.map(({ result: _result, message: _message, ...change }) => change);
  const keep_old_records = keepOldRecords(work.connection.provider, name, { records: old, changes });
  return {
    ...item,
    domain_id: id,
    records,
    dns_plan: { checked: plan.checked, changes, keep_old_records },
    dashboard_url: `${ctx.settings.dashboard_url}/domains/${id}`,
  };
}

/** What became of a name; `whole` is null where nothing is here, and in a preview. */
export async function bringDomain(
  ctx: DomainPorts,
  slice: Slice,
  name: string,
  used: number,
): Promise<{ item: DomainItem; whole: WholeDomain | null }> {
  const { caller, import_id } = slice.work;
  const parsed = CreateDomain.safeParse({ name });
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? null;
    return { item: { ...blank, name, status: 'failed', reason: 'name_refused', message }, whole: null };
  }
  try {
    if (import_id === null)
      return { item: { ...blank, name, ...(await foresee(ctx, slice, parsed.data, used)) }, whole: null };
    const whole = await createDomain(ctx, caller, parsed.data, { tenant: null, import: import_id });
    // One that a request made which was killed is new all the same (M17).
    const made = whole.created || whole.domain.import === import_id;
    const said = made
      ? ({ status: 'imported', reason: null } as const)
      : ({ status: 'skipped', reason: 'already_here' } as const);
    return { item: { ...blank, name, ...said }, whole };
  } catch (error) {
    return { item: failedItem(name, error), whole: null };
  }
}
