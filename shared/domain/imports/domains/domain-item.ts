import { type AppError, isAppError } from '../../../core/errors.ts';
import type { DomainItem } from '../../../core/records/imports.ts';
import { CreateDomain } from '../../domains/domain-request.ts';

const blank = {
  reason: null,
  message: null,
  domain_id: null,
  records: [],
  dns_plan: null,
  dashboard_url: null,
};

/** The words of a claim: what proves that a name is ours, and where to say so (A19). */
function claimWords({ message, details }: AppError): string {
  const claim = details?.claim as
    | { record: { type: string; host: string; value: string }; endpoint: string }
    | undefined;
  if (claim === undefined) return message;
  const { record, endpoint } = claim;
  return `${message}: publish ${record.type} ${record.host} "${record.value}", then call ${endpoint}`;
}

function refused(error: unknown): Pick<DomainItem, 'status' | 'reason' | 'message'> {
  if (!isAppError(error)) throw error;
  const { code, message } = error;
  if (code === 'domain_owned_by_tenant') return { status: 'skipped', reason: 'owned_by_tenant', message };
  if (code === 'plan_limit') return { status: 'failed', reason: 'plan_limit', message };
  if (code === 'domain_claimed')
    return { status: 'failed', reason: 'domain_claimed', message: claimWords(error) };
  if (code === 'validation_error') return { status: 'failed', reason: 'name_refused', message };
  throw error;
}

/** The item of a name, by what `bring` finds or throws about it (M33). */
export async function domainItem(
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
