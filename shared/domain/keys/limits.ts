import { AppError, type Issue, invalid } from '../../core/errors.ts';
import { isWithin } from '../../core/ip-ranges.ts';
import type { ApiKey, Maker } from '../../core/records/accounts.ts';
import type { Base, Domains } from '../context.ts';

/** A credential's limits. Null for none. */
export type CredentialLimits = Pick<ApiKey, 'allowed_domains' | 'allowed_ips' | 'expires_at'>;

const unlimited: CredentialLimits = { allowed_domains: null, allowed_ips: null, expires_at: null };

const max_years = 5;

/** The same date and time some years later. Days aren't counted, because a year may have 366. */
const yearsAfter = (now: number, years: number) =>
  new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + years);

/** Throws 400 for an expiry in the past or more than five years away. */
export function checkExpiry(now: number, expires_at: string | null | undefined): void {
  if (expires_at === null || expires_at === undefined) return;
  const end = Date.parse(expires_at);
  if (end > now && end <= yearsAfter(now, max_years)) return;
  const message =
    end > now ? `expires_at: at most ${max_years} years ahead` : 'expires_at: must be later than now';
  throw invalid([{ path: 'expires_at', rule: 'range', message }]);
}

/**
 * 400 for a domain that isn't the account's or the sandbox's, or that the credential's tenant can't send
 * from.
 */
export async function checkDomains(
  ctx: Base & Domains,
  { account, tenant }: Pick<ApiKey, 'account' | 'tenant'>,
  allowed_domains: string[] | null | undefined,
): Promise<void> {
  const names = allowed_domains ?? [];
  const found = await Promise.all(names.map((name) => ctx.domains.read(name)));
  const issues = names.flatMap((name, i): Issue[] => {
    if (name === ctx.settings.sandbox_domain) return [];
    const domain = found[i]?.domain;
    const usable = domain?.account === account && (tenant === null || (domain.tenant ?? tenant) === tenant);
    if (usable) return [];
    const message = `allowed_domains[${i}]: ${name} does not belong to ${tenant === null ? 'the account' : 'the tenant'}`;
    return [{ path: `allowed_domains[${i}]`, rule: 'unknown', message }];
  });
  if (issues.length > 0) throw invalid(issues);
}

const wider = (field: keyof CredentialLimits) =>
  new AppError('forbidden', `${field}: exceeds this key's own limits`, { details: { field } });

/**
 * A10: a key's own limits also apply to the credentials that it creates or changes. Absent fields are
 * inherited. A wider limit throws 403 with details.field. Returns the new credential's limits.
 */
export function limitsWithin(
  maker: Maker,
  given: Partial<{ [K in keyof CredentialLimits]: CredentialLimits[K] | undefined }>,
): CredentialLimits {
  const own: CredentialLimits = maker === 'service' ? unlimited : maker;
  const {
    allowed_domains: domains = own.allowed_domains,
    allowed_ips: ips = own.allowed_ips,
    expires_at: expires = own.expires_at,
  } = given;
  if (own.allowed_domains && !domains?.every((name) => own.allowed_domains?.includes(name)))
    throw wider('allowed_domains');
  if (own.allowed_ips && !ips?.every((ip) => own.allowed_ips?.some((range) => isWithin(ip, range))))
    throw wider('allowed_ips');
  if (own.expires_at && !(expires && Date.parse(expires) <= Date.parse(own.expires_at)))
    throw wider('expires_at');
  return { allowed_domains: domains, allowed_ips: ips, expires_at: expires };
}
