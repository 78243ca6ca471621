import type { Domain, RecordPurpose, RecordStatus } from '../../../core/records/domains.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { CheckedFields } from '../../ports/domains.ts';
import { isRequired } from '../records.ts';
import type { RecordFinding } from './finding.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
/** A29: if two checks this far apart are wrong, it isn't a brief failure. */
const confirm_ms = 10 * minute_ms;
/** How long a failing domain still sends, and how long a new domain has to verify. */
const grace_ms = 72 * hour_ms;
/** A19: a never verified domain is released. */
const release_ms = 14 * day_ms;

/** Whether SES has verified the identity. Null if there is no identity or SES didn't answer. */
export type SesAnswer = { verified: boolean } | null;

/** The status for a purpose is the worst status of its records. */
const order: RecordStatus[] = ['retired', 'verified', 'pending', 'missing', 'mismatch', 'error'];

function statusesOf(findings: RecordFinding[]): Partial<Record<RecordPurpose, RecordStatus>> {
  const statuses: Partial<Record<RecordPurpose, RecordStatus>> = {};
  for (const { purpose, status } of findings) {
    const known = statuses[purpose];
    if (known === undefined || order.indexOf(status) > order.indexOf(known)) statuses[purpose] = status;
  }
  return statuses;
}

/** Whether a never verified domain is free for the name's owner. If DNS is right, it waits for SES instead. */
export const isReleased = ({ verified_at, waiting_since, created_at }: Domain, now: number): boolean =>
  verified_at === null && waiting_since === null && now - Date.parse(created_at) >= release_ms;

/** A check is due during its planned minute, because the sweep processes the current minute. */
export const isDue = ({ next_check_at }: Domain, now: number): boolean =>
  next_check_at !== null && Math.floor(Date.parse(next_check_at) / minute_ms) * minute_ms <= now;

type Verdict = 'right' | 'wrong' | 'waiting' | 'unknown';

type Found = { findings: RecordFinding[]; ses: SesAnswer; needs_ses: boolean };

/**
 * `wrong` requires an answer from DNS, because silence proves nothing. `waiting` means that DNS is right but
 * SES hasn't verified the domain, including a failed domain whose DNS is right again. A receive-only domain
 * needs SES only where SES receives. An adopted domain needs only SES.
 */
function verdictOf(domain: Domain, { findings, ses, needs_ses }: Found): Verdict {
  const required = findings.filter(({ purpose }) => isRequired(purpose));
  const isWrong = required.some(({ status }) => status === 'missing' || status === 'mismatch');
  if (isWrong) return 'wrong';
  if (required.some(({ status }) => status === 'error')) return 'unknown';
  if (!needs_ses || ses?.verified) return 'right';
  if (ses === null) return 'unknown';
  return domain.verified_at === null || domain.status === 'failed' ? 'waiting' : 'wrong';
}

type Progress = Pick<Domain, 'status' | 'verified_at' | 'wrong_since' | 'failing_since' | 'waiting_since'>;

/**
 * The status after a check. A new domain is verified, or fails after 72 h. A verified one fails only after a
 * grace period.
 */
function progressOf(domain: Domain, verdict: Verdict, now: number): Progress {
  const { status, verified_at, wrong_since, failing_since, waiting_since } = domain;
  const at = timestamp(now);
  const kept = { status, verified_at, wrong_since, failing_since, waiting_since: null };
  if (verdict === 'right') {
    const verified = verified_at ?? at;
    return { ...kept, status: 'verified', verified_at: verified, wrong_since: null, failing_since: null };
  }
  if (verified_at === null || status === 'failed') {
    const old = now - Date.parse(domain.created_at) >= grace_ms;
    const waiting = { wrong: null, waiting: waiting_since ?? at, unknown: waiting_since };
    return { ...kept, status: old ? 'failed' : status, waiting_since: waiting[verdict] };
  }
  if (verdict !== 'wrong') return kept;
  if (status === 'failing' && failing_since !== null && now - Date.parse(failing_since) >= grace_ms)
    return { ...kept, status: 'failed' };
  const confirmed = wrong_since !== null && now - Date.parse(wrong_since) >= confirm_ms;
  if (status === 'verified' && confirmed) return { ...kept, status: 'failing', failing_since: at };
  return { ...kept, wrong_since: wrong_since ?? at };
}

/**
 * Milliseconds until the next check.
 * - every minute for an hour while SES doesn't see what DNS has
 * - after ten minutes following the first wrong answer, then hourly while failing
 * - otherwise every 5 minutes in the first hour, hourly to 72 h, then daily
 */
function waitAfter(domain: Domain, { status, wrong_since, waiting_since }: Progress, now: number): number {
  const age = now - Date.parse(domain.created_at);
  const waited = waiting_since === null ? null : now - Date.parse(waiting_since);
  if (waited !== null && waited < hour_ms) return minute_ms;
  if (status === 'failing') return hour_ms;
  if (status === 'verified' && wrong_since !== null) return confirm_ms;
  if (age < hour_ms) return 5 * minute_ms;
  return age < grace_ms ? hour_ms : day_ms;
}

/**
 * When checks first saw the return path in DNS. A failed lookup leaves the time unchanged. Any other result
 * resets it.
 */
function pathSeenAt({ return_path_seen_at = null }: Domain, status: RecordStatus | undefined, now: number) {
  if (status === 'error') return return_path_seen_at;
  return status === 'verified' ? (return_path_seen_at ?? timestamp(now)) : null;
}

/** The changes that a check makes to its domain. */
export function decideCheck(
  domain: Domain,
  input: Found & { identity: Domain['identity']; now: number },
): CheckedFields {
  const { findings, identity, now } = input;
  const progress = progressOf(domain, verdictOf(domain, input), now);
  const record_status = statusesOf(findings);
  return {
    ...progress,
    identity,
    record_status,
    return_path_seen_at: pathSeenAt(domain, record_status.return_path, now),
    last_checked_at: timestamp(now),
    next_check_at: timestamp(now + waitAfter(domain, progress, now)),
  };
}
