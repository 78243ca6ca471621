import type { DkimRotation, Domain, DomainDns, DomainKey } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, CheckContext, DomainIdentities, DomainTasks, Identity } from '../context.ts';
import type { CheckedFields, DomainWithDns } from '../ports/domains.ts';
import type { SesSearch } from '../ports/sending.ts';
import { checkRecords, type PrivateKeys } from './checks/check-records.ts';
import { decideCheck } from './checks/decide.ts';
import type { RecordFinding } from './checks/finding.ts';
import { isPublished, offeredOf } from './checks/mail-from.ts';
import { recordsAfter } from './checks/records-after.ts';
import { ensureDkimKey } from './dkim-key.ts';
import { hostOf } from './dns-host.ts';
import { type AtSes, answerOf, notAsked } from './identity.ts';
import { needsIdentity, withInboundRecords } from './inbound-records.ts';
import { serviceHosts } from './records.ts';
import { applyRotation, type Keys } from './rotation/apply-rotation.ts';
import { isOpen, keyForSes, rotationAfter, waitForRotation } from './rotation/rotation-after.ts';

/** Seconds until a notice is sent. The status must be stored by then, or the notice does nothing. */
const notice_s = 60;

/** The first verified domain unlocks production. The owner gets an email when a domain is failing or failed. */
async function noticeStatus(
  ctx: Base & Identity & DomainTasks,
  before: Domain,
  { status }: CheckedFields,
): Promise<void> {
  if (before.status === status) return;
  const { account, id, name } = before;
  ctx.log.info('domain_status', { account, domain_id: id, from: before.status, to: status });
  if (status === 'verified' && before.sending_enabled)
    await ctx.accounts.markDomainVerified(account, timestamp(ctx.runtime.now()));
  if (status === 'failing' || status === 'failed')
    await ctx.domain_tasks.enqueue([{ task: 'notice', id, name, account }], notice_s);
}

/**
 * Lookups that SES abandoned after 72 hours, although DNS now has the records. Setting the value again
 * restarts a lookup.
 */
function stoppedSearches(
  { state, identity }: AtSes,
  { dns, findings, target }: { dns: DomainDns | null; findings: RecordFinding[]; target: string },
): SesSearch[] {
  if (state !== 'ready' || identity === null) return [];
  const hasKey = findings.some(({ purpose, status }) => purpose === 'dkim' && status === 'verified');
  const hasPath = isPublished(offeredOf(dns?.records ?? [], findings), target);
  return [
    ...(identity.dkim_failed && hasKey ? (['dkim'] as const) : []),
    ...(identity.mail_from?.failed && hasPath ? (['mail_from'] as const) : []),
  ];
}

/** A check's SES calls: read or create the identity, and restart abandoned lookups. */
type AskSes = {
  read: (ctx: Base & DomainIdentities, domain: Domain, private_key: string | null) => Promise<AtSes>;
  restart: (domain: Domain, stopped: { private_key: string; searches: SesSearch[] }) => Promise<void>;
};

async function readKeys(ctx: CheckContext, { name, dkim_rotation }: Domain): Promise<Keys> {
  const [current, next] = await Promise.all([
    ctx.domains.readKey(name),
    isOpen(dkim_rotation) ? ctx.domains.readNextKey(name) : null,
  ]);
  return { current, next };
}

async function openKeys(ctx: CheckContext, { account, name }: Domain, keys: Keys): Promise<PrivateKeys> {
  const open = (key: DomainKey | null) =>
    key && ctx.sealing.open({ account, domain: name }, key.sealed_private_key);
  const [current, next] = await Promise.all([open(keys.current), open(keys.next)]);
  return { current, next };
}

/** The SES identity, with the key it must sign with at this point of a rotation. */
function askSes(ctx: CheckContext, domain: Domain, keys: PrivateKeys, ses: AskSes) {
  if (!needsIdentity(ctx, domain)) return notAsked(domain.identity);
  const wanted = keyForSes(domain, ctx.runtime.now());
  if (wanted === 'as_is') return ses.read(ctx, domain, null);
  if (wanted === 'current') return ses.read(ctx, domain, keys.current);
  const dkim_selector = domain.dkim_rotation?.selector ?? domain.dkim_selector;
  return ses.read(ctx, { ...domain, dkim_selector }, keys.next);
}

/** When the next check is due. A rotation may need it earlier than planned. */
const earlier = (planned: string, wait: number | null, now: number): string =>
  wait === null ? planned : timestamp(Math.min(Date.parse(planned), now + wait));

function logRotation({ log }: Base, { account, id, dkim_rotation: before }: Domain, after?: DkimRotation) {
  if (before === undefined || before.state === after?.state) return;
  const to = after?.state ?? 'removed';
  log.info('dkim_rotation', { account, domain_id: id, from: before.state, to });
}

/**
 * Checks a domain in DNS, with a signing self-test, and at SES. Null if it was changed or deleted in the
 * meantime.
 */
export async function checkDomain(
  ctx: CheckContext,
  withDns: DomainWithDns,
  ses: AskSes,
): Promise<DomainWithDns | null> {
  const keyed = await ensureDkimKey(ctx, withDns);
  if (keyed === null) return null;
  const { domain, dns, stored } = withInboundRecords(ctx, keyed);
  const now = ctx.runtime.now();
  const keys = await readKeys(ctx, domain);
  const opened = await openKeys(ctx, domain, keys);
  const records = dns?.records ?? [];
  const [findings, atSes, host] = await Promise.all([
    checkRecords(ctx, domain, records, opened),
    askSes(ctx, domain, opened, ses),
    hostOf(ctx.dns, domain.name),
  ]);
  const { state, identity } = atSes;
  const { return_path: target } = serviceHosts(ctx);
  const searches = stoppedSearches(atSes, { dns, findings, target }).filter(
    (search) => search !== 'dkim' || domain.dkim_rotation?.state !== 'switching',
  );
  if (opened.current !== null && searches.length > 0)
    await ses.restart(domain, { private_key: opened.current, searches });
  const decided = decideCheck(domain, {
    findings,
    ses: answerOf(domain, atSes, now),
    identity: state,
    now,
    needs_ses: needsIdentity(ctx, domain),
  });
  const { region } = ctx.settings;
  const after = dns && recordsAfter(dns, { domain, decided, identity, findings, host, region, target, now });
  const rotation = rotationAfter(domain, { findings, identity, now });
  const { record_status } = decided;
  const rotated = applyRotation(domain, rotation, { dns: after ?? dns, record_status, keys });
  const changed = JSON.stringify(rotated.dns) === JSON.stringify(withDns.dns) ? null : rotated.dns;
  // Notify before the write. After a crash in between, the repeated check would see no change.
  await noticeStatus(ctx, domain, decided);
  const planned = earlier(decided.next_check_at, waitForRotation(rotation, now), now);
  // Repeated verify requests don't postpone the worker's own check.
  const next_check_at = atSes.owed ? (domain.next_check_at ?? planned) : planned;
  const change = { ...decided, ...rotated.change, ses_tenant: atSes.tenant, next_check_at };
  const saved = await ctx.domains.saveCheck(domain, change, changed, rotated.keys);
  if (saved === null) return null;
  logRotation(ctx, domain, rotation);
  return { domain: saved, dns: rotated.dns, stored };
}
