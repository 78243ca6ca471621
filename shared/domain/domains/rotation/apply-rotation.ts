import type { DkimRotation, DnsRecord, Domain, DomainDns, DomainKey } from '../../../core/records/domains.ts';
import type { KeyChanges } from '../../ports/domains.ts';
import { type Moved, removeAfter } from './rotation-after.ts';

export type Keys = { current: DomainKey | null; next: DomainKey | null };

type Checked = { dns: DomainDns | null; record_status: Domain['record_status']; keys: Keys };

type Rotated = {
  change: Pick<Domain, 'dkim_selector' | 'dkim_rotation' | 'record_status'>;
  dns: DomainDns | null;
  keys: KeyChanges;
};

const without = (dns: DomainDns | null, gone: DnsRecord['purpose']): DomainDns | null =>
  dns && { ...dns, records: dns.records.filter(({ purpose }) => purpose !== gone) };

const retiredNote = (rotation: DkimRotation) =>
  `This key no longer signs email. Keep the record until ${removeAfter(rotation)} for email in transit, then remove it.`;

/** Makes the new key's record the domain's, and retires the previous one. */
function promoted(dns: DomainDns, rotation: DkimRotation): DomainDns {
  const note = retiredNote(rotation);
  const next = dns.records.find(({ purpose }) => purpose === 'dkim_next');
  const records = dns.records.flatMap((record): DnsRecord[] => {
    if (record.purpose === 'dkim_next') return [];
    if (record.purpose !== 'dkim' || !next) return [record];
    return [
      { ...next, purpose: 'dkim', note: null },
      { ...record, purpose: 'dkim_retired', note },
    ];
  });
  return { ...dns, records };
}

/** The note is stored with the records, because the domain's own item is limited to 1 KB. */
function splitOf(moved: Moved | undefined): { rotation?: DkimRotation; note?: string } {
  if (moved === undefined) return {};
  const { note, ...rotation } = moved;
  return { rotation, ...(note !== undefined && { note }) };
}

/** A rotation's changes, for one write. `moved` is the rotation after a check, or undefined for none. */
export function applyRotation(
  domain: Domain,
  moved: Moved | undefined,
  { record_status, keys, ...at }: Checked,
): Rotated {
  const { rotation, note } = splitOf(moved);
  const dns = note === undefined ? at.dns : at.dns && { ...at.dns, rotation_note: note };
  const { dkim_selector, dkim_rotation: before } = domain;
  const { dkim_next, dkim_retired: _, ...others } = record_status;
  const change = { dkim_selector, dkim_rotation: rotation, record_status };
  const gone = { ...change, record_status: others };
  if (before?.state === rotation?.state) return { change, dns, keys: {} };
  if (rotation?.state === 'switching')
    return { change, dns, keys: keys.current ? { old: keys.current } : {} };
  if (rotation?.state === 'ended')
    return { change: gone, dns: without(dns, 'dkim_next'), keys: { next: null, old: null } };
  if (rotation === undefined) return { change: gone, dns: without(dns, 'dkim_retired'), keys: { old: null } };
  if (rotation.state !== 'retired' || dns === null || keys.next === null) return { change, dns, keys: {} };
  const dkim_status = { ...others, ...(dkim_next && { dkim: dkim_next }), dkim_retired: 'retired' as const };
  return {
    change: { ...change, dkim_selector: before?.selector ?? dkim_selector, record_status: dkim_status },
    dns: promoted(dns, rotation),
    keys: { current: keys.next, next: null },
  };
}
