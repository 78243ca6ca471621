import type { DnsRecord, Domain } from '../../../core/records/domains.ts';
import type { SesIdentity } from '../../ports/sending.ts';
import type { Finding } from './finding.ts';
import { mailFromRecords } from './return-path.ts';

const hour_ms = 3_600_000;

type Offered = { record: DnsRecord; finding: Finding };

/** The parts of a check's outcome that affect the return path. */
export type At = {
  decided: Pick<Domain, 'return_path_seen_at'>;
  identity: SesIdentity | null;
  region: string;
  target: string;
  now: number;
};

const isRight = (offered: Offered[]) => offered.every(({ finding }) => finding.status === 'verified');

/** Whether DNS has our CNAME at the name, whichever records are offered. */
const hasAlias = (offered: Offered[], target: string) =>
  isRight(offered) && offered.every(({ finding }) => finding.current?.includes(target) === true);

export const offeredOf = (records: DnsRecord[], findings: Finding[]): Offered[] =>
  records.flatMap((record, i) => {
    const finding = findings[i];
    return record.purpose === 'return_path' && finding ? [{ record, finding }] : [];
  });

/** Whether DNS has what is offered instead of the CNAME that SES didn't follow. */
export const isPublished = (offered: Offered[], target: string): boolean =>
  offered.length > 0 &&
  isRight(offered) &&
  (offered[0]?.record.type === 'CNAME' || !hasAlias(offered, target));

const yet = "This can take an hour. Until then, email uses SES's own return path";
const unseenAlias = `The CNAME is in DNS, but SES has not recognized it for MAIL FROM yet. ${yet}.`;
const unseenTarget = `The MX and TXT records at the CNAME's target are in DNS, but SES has not recognized them yet. ${yet}.`;
const unseenPair = `The MX and TXT records are in DNS, but SES has not recognized them yet. ${yet}.`;
const instead =
  'SES does not recognize the CNAME for MAIL FROM. Remove the CNAME, then publish the MX and TXT records instead.';
const half =
  'This record is in DNS, but the return path needs both an MX and a TXT record. Publish the other one, too.';

/** In one sentence, what a correct return-path record still needs. Null for nothing. */
function awaited(
  record: DnsRecord,
  { alias, right, unseen }: { alias: boolean; right: boolean; unseen: boolean },
) {
  if (record.type === 'CNAME') {
    if (!unseen) return null;
    return alias ? unseenAlias : unseenTarget;
  }
  if (!right) return half;
  if (!unseen) return null;
  return alias ? instead : unseenPair;
}

/**
 * The return path's records, with what DNS and SES say about them. If SES hasn't seen MAIL FROM an hour after
 * a check saw the CNAME, an MX and TXT pair is offered instead, never both. If SES sees it after all, the
 * CNAME returns. A domain never fails because of what SES says here.
 */
export function returnPathAfter(
  offered: Offered[],
  { decided, identity, region, target, now }: At,
): DnsRecord[] {
  const right = isRight(offered);
  const alias = hasAlias(offered, target);
  const unseen = identity?.mail_from?.pending === true;
  const since = Date.parse(decided.return_path_seen_at ?? '');
  const [first] = offered;
  const shown = offered.map(({ record, finding }): DnsRecord => {
    const { current, status } = finding;
    const note = status === 'verified' ? awaited(record, { alias, right, unseen }) : finding.note;
    return { ...record, current, note };
  });
  if (first === undefined || !alias) return shown;
  const { current } = first.finding;
  const { host } = first.record;
  if (first.record.type === 'CNAME' && unseen && now - since >= hour_ms)
    return mailFromRecords(host, region).map((record) => ({ ...record, current, note: instead }));
  if (first.record.type !== 'CNAME' && identity?.mail_from?.verified === true)
    return [
      { purpose: 'return_path', type: 'CNAME', host, value: target, priority: null, current, note: null },
    ];
  return shown;
}
