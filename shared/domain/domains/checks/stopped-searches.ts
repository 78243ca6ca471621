import type { DomainDns } from '../../../core/records/domains.ts';
import type { SesSearch } from '../../ports/sending.ts';
import type { AtSes } from '../identity.ts';
import type { RecordFinding } from './finding.ts';
import { isPublished, offeredOf } from './mail-from.ts';

/**
 * What SES gave up to look for although it is in DNS now: SES looks 72 hours for a DKIM key and for MAIL FROM, and again
 * only when the setting is put again (A14, A1). Nothing of an identity that is not ours. `target`: of the CNAME. Pure.
 */
export function stoppedSearches(
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
