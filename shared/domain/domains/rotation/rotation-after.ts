import type { DkimRotation, Domain } from '../../../core/records/domains.ts';
import { timestamp } from '../../../core/runtime.ts';
import type { SesIdentity } from '../../ports/sending.ts';
import type { RecordFinding } from '../checks/finding.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
/** N26: a rotation ends if its record doesn't appear. */
const open_ms = 30 * day_ms;
/** N28: covers mail in transit, which other servers retry for up to five days. */
const retired_ms = 7 * day_ms;
/** N27: if SES doesn't sign with the new key by then, it gets the current key back. */
const switch_ms = day_ms;
/**
 * The time between writing a state and the SES call for it. By then, earlier workers have ended (60 s), and
 * deliveries sign as the new state requires.
 */
const lead_ms = 2 * minute_ms;

const ageOf = ({ since }: DkimRotation, now: number) => now - Date.parse(since);

/** Whether a rotation is in progress, so another can't start. */
export const isOpen = (rotation: DkimRotation | undefined): boolean =>
  rotation?.state === 'pending' || rotation?.state === 'switching' || rotation?.state === 'reverting';

/** Whether SES is switching keys. During the switch, its signature status doesn't reflect on the domain. */
export const isChanging = ({ dkim_rotation: rotation }: Domain, now: number): boolean =>
  (rotation?.state === 'switching' || rotation?.state === 'reverting') && ageOf(rotation, now) < switch_ms;

/** When an open rotation expires, or null if it doesn't. */
export const endsAt = ({ state, started_at }: DkimRotation): string | null =>
  state === 'pending' ? timestamp(Date.parse(started_at) + open_ms) : null;

/** When the retired record may be removed from DNS, or null. */
export const removeAfter = ({ state, since }: DkimRotation): string | null =>
  state === 'retired' ? timestamp(Date.parse(since) + retired_ms) : null;

/** The key that SES should have. `as_is` means that it keeps the one it has now. */
export function keyForSes({ dkim_rotation: rotation }: Domain, now: number): 'current' | 'next' | 'as_is' {
  if (rotation?.state !== 'switching' && rotation?.state !== 'reverting') return 'current';
  if (ageOf(rotation, now) < lead_ms) return 'as_is';
  return rotation.state === 'switching' ? 'next' : 'current';
}

/** How long to keep signing after SES says that it signs. Not all of SES may know the new key yet. */
const after_ms = 10 * minute_ms;

/** The selector that deliveries sign with while SES may not be signing. Null if none. */
export function ownSelector({ dkim_selector, dkim_rotation: rotation }: Domain, now: number): string | null {
  if (rotation?.state === 'switching' || rotation?.state === 'reverting') return dkim_selector;
  return rotation?.state === 'retired' && ageOf(rotation, now) < after_ms ? rotation.selector : null;
}

/** Milliseconds until a rotation needs a check. Null if it doesn't. */
export function waitForRotation(rotation: DkimRotation | undefined, now: number): number | null {
  if (!rotation || !isOpen(rotation)) return null;
  const age = ageOf(rotation, now);
  if (rotation.state !== 'pending') return age < hour_ms ? minute_ms : 5 * minute_ms;
  if (age < hour_ms) return 5 * minute_ms;
  return age < 3 * day_ms ? hour_ms : day_ms;
}

/** `identity` is SES's current state. Null if SES wasn't asked or has no such identity. */
type Found = { findings: RecordFinding[]; identity: SesIdentity | null; now: number };

/** A rotation in its new state, with a reason if one should be shown. */
export type Moved = DkimRotation & { note?: string };

function afterPending(rotation: DkimRotation, { findings, identity, now }: Found): Moved {
  const finding = findings.find(({ purpose }) => purpose === 'dkim_next');
  const since = timestamp(now);
  if (finding?.status === 'verified')
    return identity === null ? rotation : { ...rotation, state: 'switching', since };
  // DNS silence says nothing (A29).
  if (finding?.status === 'error' || now - Date.parse(rotation.started_at) < open_ms) return rotation;
  const why = finding?.note ?? 'it is not in DNS';
  const note = `The new key's record was not found within 30 days: ${why}`;
  return { ...rotation, state: 'ended', since, note };
}

function afterSwitching(domain: Domain, rotation: DkimRotation, { findings, identity, now }: Found): Moved {
  const since = timestamp(now);
  const inDns = findings.some(({ purpose, status }) => purpose === 'dkim_next' && status === 'verified');
  if (inDns && identity?.signed && identity.dkim_selector === rotation.selector) {
    const { started_at, request } = rotation;
    const retired: DkimRotation = { state: 'retired', selector: domain.dkim_selector, started_at, since };
    return { ...retired, ...(request !== undefined && { request }) };
  }
  if (ageOf(rotation, now) < switch_ms) return rotation;
  const note = 'SES did not sign with the new key within 24 hours, so the current key stays active.';
  return { ...rotation, state: 'reverting', since, note };
}

function afterReverting(domain: Domain, rotation: DkimRotation, { identity, now }: Found): DkimRotation {
  const signs = identity?.signed && identity.dkim_selector === domain.dkim_selector;
  // An earlier worker may still give SES the new key.
  if (!signs || ageOf(rotation, now) < lead_ms) return rotation;
  return { ...rotation, state: 'ended', since: timestamp(now) };
}

/**
 * The rotation after a check, or undefined once it is over. SES gets the new key only after DNS has its
 * record. The new key becomes the domain's key only once SES signs with it.
 */
export function rotationAfter(domain: Domain, found: Found): Moved | undefined {
  const { dkim_rotation: rotation } = domain;
  switch (rotation?.state) {
    case 'pending':
      return afterPending(rotation, found);
    case 'switching':
      return afterSwitching(domain, rotation, found);
    case 'reverting':
      return afterReverting(domain, rotation, found);
    case 'retired':
      return ageOf(rotation, found.now) < retired_ms ? rotation : undefined;
    default:
      return rotation;
  }
}
