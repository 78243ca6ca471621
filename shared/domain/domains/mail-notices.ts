import type { Domain } from '../../core/records/domains.ts';
import { wrongRecords } from '../accounts/emit-event.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Identity, Notices } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';

/** Mails the owner that a domain is failing or has failed (A29); nothing for any other status. */
export async function mailStatus(ctx: Base & Identity & Notices, domain: Domain): Promise<void> {
  const { id: domain_id, account, name, status, record_status } = domain;
  if (status !== 'failing' && status !== 'failed') return;
  const what =
    wrongRecords(record_status)
      .map(([purpose, is]) => `${purpose} (${is})`)
      .join(', ') || 'its identity at Amazon SES';
  const since = `Records of ${name} are no longer right: ${what}.`;
  const then =
    status === 'failing'
      ? 'Emails from it still go out for 72 hours.'
      : 'Emails from it are refused until the records are right again.';
  const where = `GET ${ctx.settings.base_url}/domains/${domain_id} says for each record what DNS has and what is wrong.`;
  const subject =
    status === 'failing' ? `Your domain ${name} is failing` : `Your domain ${name} can no longer send`;
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} ${status} ${domain.failing_since ?? domain.wrong_since}`,
    subject,
    text: [since, '', then, where, ''].join('\n'),
    fields: { domain_id },
  });
}

/** Mails the former owner that another account proved by DNS that the domain is its own (A19). */
export async function mailClaimed(
  ctx: Base & Identity & Notices,
  { account, id: domain_id, name }: DomainMessage,
): Promise<void> {
  const text = `Another account published a record in the DNS of ${name}, which proves that the domain is its own. Nothing was sent from it in your account for 30 days, so it is no longer in your account.

Emails from ${name} are refused, and those that were scheduled do not go out. If the domain is yours, see who can change its DNS, then claim it with POST ${ctx.settings.base_url}/domains/claims.
`;
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} claimed`,
    subject: `Your domain ${name} moved to another account`,
    text,
    fields: { domain_id },
  });
}
