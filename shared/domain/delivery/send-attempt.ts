import { asciiAddress, bareAddress, fromDomain } from '../../core/addresses.ts';
import { dayOf } from '../../core/days.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { Email } from '../../core/records/emails.ts';
import { withDkimSignature } from '../../mail/dkim-signature.ts';
import type { StoredContent } from '../content/pack.ts';
import { emailLink } from '../content/transform.ts';
import type { Delivering } from '../context.ts';
import { emailSettings, readSettings } from '../domains/email-settings.ts';
import { ownSelector } from '../domains/rotation/rotation-after.ts';
import type { AttemptOutcome, DeliverMessage } from '../ports/sending.ts';
import { composeEmail } from './compose-email.ts';

/**
 * Adds our own signature while SES switches the domain's DKIM key, because SES signs with neither key until
 * it has checked DNS. Returns the message unchanged otherwise, or if the key is gone because the switch is
 * over.
 */
async function signWhileSwitching(ctx: Delivering, domain: Domain, raw: Buffer): Promise<Buffer> {
  const selector = ownSelector(domain, ctx.runtime.now());
  if (selector === null) return raw;
  const { account, name } = domain;
  const key = await ctx.domains.readOldKey(name);
  if (key === null) return raw;
  const private_key = await ctx.sealing.open({ account, domain: name }, key.sealed_private_key);
  return withDkimSignature(raw, { domain: name, selector, private_key });
}

/** SES's answer, and when the call began (epoch ms). No `started_at` means no call. */
export type Attempted = AttemptOutcome & { started_at?: number };

/**
 * A failure before the SES call leaves no doubt, so the email is requeued immediately. Otherwise it would
 * wait minutes for a `Send` notification that can't come. If an email can never be prepared, it counts as
 * held mail.
 */
export const unsent =
  (ctx: Delivering, { id: email_id, account }: DeliverMessage) =>
  (error: Error): Extract<AttemptOutcome, { outcome: 'later' }> => {
    ctx.log.warn('send_not_prepared', { email_id, account, cause: error.name });
    return { outcome: 'later', reason: 'busy' };
  };

/** The domain in `from`. Null if another account owns it by now. This email is sent anyway. */
async function ownDomain(ctx: Delivering, { from, account }: Email): Promise<Domain | null> {
  const domain = await ctx.domains.get(fromDomain(from));
  return domain?.account === account ? domain : null;
}

/** How often one process tries per day if the table refuses the write. */
const attempts = 3;

/** Protects a domain in use from claims, with one write per day, in parallel with SES. Never fails a send. */
async function noteSent(ctx: Delivering, domain: Domain): Promise<void> {
  const day = dayOf(ctx.runtime.now());
  if ((domain.last_sent_on ?? '') >= day || ctx.occurrences(`sent ${domain.id} ${day}`) > attempts) return;
  const { account, id: domain_id } = domain;
  await ctx.domains.noteSent(domain, day).catch(({ name: cause }: Error) => {
    ctx.log.warn('domain_use_not_noted', { account, domain_id, cause });
  });
}

type Prepared = { raw: Buffer; tls_mode: string; domain: Domain | null };

/** The composed message. Null if a file is gone. */
async function prepareSend(ctx: Delivering, email: Email, kept: StoredContent): Promise<Prepared | null> {
  const domain = await ownDomain(ctx, email);
  const { tls_mode, open_tracking, click_tracking } = readSettings(email.settings ?? emailSettings(domain));
  const tracking = { opens: open_tracking, clicks: click_tracking };
  const url = kept.unsubscribe ? await emailLink(ctx, email) : null;
  const composed = await composeEmail(ctx, email, kept, { url, tracking });
  if (composed === null) return null;
  const raw = domain === null ? composed : await signWhileSwitching(ctx, domain, composed);
  return { raw, tls_mode, domain };
}

/** Calls SES once. Its tags let notifications find the email without a lookup. null if a file is gone. */
export async function attemptSend(
  ctx: Delivering,
  message: DeliverMessage,
  email: Email,
  kept: StoredContent,
): Promise<Attempted | null> {
  const prepared = await prepareSend(ctx, email, kept).catch(unsent(ctx, message));
  if (prepared === null || 'outcome' in prepared) return prepared;
  const { raw, tls_mode, domain } = prepared;
  const recipients = [...email.to, ...email.cc, ...email.bcc];
  const started_at = ctx.runtime.now();
  const sending = ctx.mailer.send({
    raw,
    source: asciiAddress(bareAddress(email.from)),
    destinations: recipients.map((mailbox) => asciiAddress(bareAddress(mailbox))),
    configuration_set: `${ctx.settings.stage}-${tls_mode}`,
    tenant: domain?.ses_tenant ?? null,
    tags: {
      email_id: email.id,
      account: email.account,
      attempt: String(email.attempt),
      ...(email.tenant !== null && { tenant: email.tenant }),
    },
  });
  const [outcome] = await Promise.all([sending, domain && noteSent(ctx, domain)]);
  return { ...outcome, started_at };
}
