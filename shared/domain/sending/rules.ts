import { fromDomain, isSameMailbox } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import type { Account } from '../../core/records/accounts.ts';
import { canSend } from '../../core/records/domains.ts';
import type { Category } from '../../core/records/emails.ts';
import type { Base, Caller } from '../context.ts';
import type { SendFacts } from '../ports/emails.ts';
import type { Settings } from '../settings.ts';
import { type Blocked, blockedRecipients } from '../suppressions/blocked.ts';

/** A33: a domain-limited key can't send from any other domain, existing or not. */
export function checkAllowedDomains(caller: Caller, domain: string): void {
  if (caller.allowed_domains?.includes(domain) ?? true) return;
  throw new AppError('domain_not_allowed', 'This key is not allowed to send from this domain', {
    details: { domain },
  });
}

/**
 * POST /emails rules 2 and 12: the from-domain is the account's (C8: no subdomain), not another tenant's, and
 * verified.
 */
function checkFromDomain(caller: Caller, name: string, { domain, tenant }: SendFacts): void {
  const own = domain?.account === caller.account.id ? domain : null;
  // Check ownership first, because callers must not learn the status of another tenant's domain.
  if (own !== null && own.tenant !== null && own.tenant !== tenant?.id) {
    const details = { domain: name };
    throw new AppError('domain_not_allowed', `The domain ${name} belongs to another tenant`, { details });
  }
  if (own === null || !canSend(own)) {
    const details = { domain: name, status: own?.status ?? null };
    throw new AppError('domain_not_verified', `The domain ${name} is not verified`, { details });
  }
}

/** POST /emails rule 3: the sandbox sender reaches only the account's own mailbox. */
function checkSandbox(account: Account, canonical: string[]): void {
  if (canonical.every((address) => isSameMailbox(address, account.email))) return;
  const details = { allowed_recipient: account.email };
  throw new AppError('sandbox_recipient', 'The sandbox sender can send only to the account email', {
    details,
  });
}

/**
 * POST /emails rule 4: until production is unlocked, even verified domains reach only the account email. The
 * from-domain's stored status counts, because the cached account may lag behind.
 */
function checkProduction(account: Account, canonical: string[], settings: Settings): void {
  if (account.unlocked === true || account.payment_method) return;
  if (canonical.every((address) => isSameMailbox(address, account.email))) return;
  const missing = ['payment_method'];
  const message = 'Production sending is locked: you can send only to the account email';
  const upgrade_url = `${settings.dashboard_url}/billing`;
  throw new AppError('production_locked', message, { details: { missing }, upgrade_url });
}

/**
 * Checks the rules that need stored state, in C12's order: from-domain, sandbox and production, suppression
 * and opt-outs. Throws 403. Returns the blocked recipients for the caller to handle, or null.
 */
export function checkRules(
  ctx: Base,
  caller: Caller,
  send: { from: string; category: Category; canonical: string[]; facts: SendFacts },
): Blocked | null {
  const { canonical, facts } = send;
  const domain = fromDomain(send.from);
  checkAllowedDomains(caller, domain);
  if (domain === ctx.settings.sandbox_domain) checkSandbox(caller.account, canonical);
  else {
    checkFromDomain(caller, domain, facts);
    checkProduction(caller.account, canonical, ctx.settings);
  }
  return blockedRecipients(canonical, send.category, facts);
}
