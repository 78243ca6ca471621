import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Identity, Notices } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';

/** Mails the former owner that another account proved by DNS that the domain is its own (A19). */
export async function mailClaimed(
  ctx: Base & Identity & Notices,
  { account, id: domain_id, name }: DomainMessage,
): Promise<void> {
  const text = [
    `Another account published a record in the DNS of ${name}, which proves that the domain is its own. Nothing was sent from it in your account for 30 days, so it is no longer in your account.`,
    '',
    `Emails from ${name} are refused, and those that were scheduled do not go out. If the domain is yours, see who can change its DNS, then claim it with POST ${ctx.settings.base_url}/domains/claims.`,
    '',
  ].join('\n');
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} claimed`,
    subject: `Your domain ${name} moved to another account`,
    text,
    fields: { domain_id },
  });
}
