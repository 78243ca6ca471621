import { type Issue, invalid } from '../../core/errors.ts';
import { isFreeMail } from '../../core/free-mail.ts';
import type { Settings } from '../settings.ts';

/** The service's own mail uses these domains, so customers must not send from them. */
export function isOwnName({ service_domain, sandbox_domain }: Settings, name: string): boolean {
  return [service_domain, sandbox_domain].some((own) => own !== null && `.${name}`.endsWith(`.${own}`));
}

const fault = (message: string, rule: Issue['rule'] = 'blocked') =>
  invalid([{ path: 'name', rule, message }]);

/** The suffix list is as large as the rest of a function, so it loads only where it is needed. */
export const suffixOf = async (name: string) => (await import('../../core/public-suffix.ts')).suffixOf(name);

/** Checks a lower-case name with A-labels: 400 for public suffixes, free mailboxes, and our own names. */
export async function checkName(settings: Settings, name: string): Promise<void> {
  if (isOwnName(settings, name)) throw fault(`${name} belongs to the deployment itself`);
  if ((await suffixOf(name)).is_suffix)
    throw fault(`${name} is a public suffix: add a domain registered under it`);
  if (isFreeMail(name)) throw fault(`${name} belongs to a mailbox provider: add your own domain`);
}

/** H24: a receive-only domain must be a subdomain, so its MX takes no mail from its parent. */
export async function checkReceiveName(name: string): Promise<void> {
  const { registrable } = await suffixOf(name);
  if (registrable !== null && registrable !== name) return;
  throw fault(`a receiving domain must be a subdomain, such as inbound.${name}`, 'format');
}

/**
 * H24: another MX at the name would lose its mail. `found` comes from `Dns.ask`. A failed lookup doesn't
 * refuse the name.
 */
export function checkOtherMx(name: string, inbound_host: string, found: string[] | null): void {
  const others = (found ?? []).filter((record) => !record.endsWith(` ${inbound_host}`));
  if (others.length === 0) return;
  throw fault(`${name} already has another MX record: ${others.slice(0, 3).join(', ')}`, 'conflict');
}
