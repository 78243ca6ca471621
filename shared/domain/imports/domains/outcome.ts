import { type AppError, isAppError } from '../../../core/errors.ts';
import type { DomainItem } from '../../../core/records/imports.ts';

type Refused = Pick<DomainItem, 'status' | 'reason' | 'message'>;

/** The words of a claim: what proves that a name is ours, and where to say so (A19). */
function claimWords({ message, details }: AppError): string {
  const claim = details?.claim as
    | { record: { type: string; host: string; value: string }; endpoint: string }
    | undefined;
  if (claim === undefined) return message;
  const { record, endpoint } = claim;
  return `${message}: publish ${record.type} ${record.host} "${record.value}", then call ${endpoint}`;
}

/** What becomes of a domain that POST /domains refuses (T3); null: the refusal is no answer about the domain. */
export function refusedDomain(error: unknown): Refused | null {
  if (!isAppError(error)) return null;
  const { code, message } = error;
  if (code === 'domain_owned_by_tenant') return { status: 'skipped', reason: 'owned_by_tenant', message };
  if (code === 'plan_limit') return { status: 'failed', reason: 'plan_limit', message };
  if (code === 'domain_claimed')
    return { status: 'failed', reason: 'domain_claimed', message: claimWords(error) };
  if (code === 'validation_error') return { status: 'failed', reason: 'name_refused', message };
  return null;
}
