import type { Domain } from '../../core/records/domains.ts';
import { wrongRecords } from '../accounts/emit-event.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Identity, Notices } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';

/** Email about a domain not verified in its first 72 hours. A domain that only waits for SES is kept. */
const unverifiedNotice = ({ name }: Domain) => ({
  subject: `Your domain ${name} is not verified`,
  reason: `${name} was added 72 hours ago and is not verified yet.`,
  effect: 'Publish its records. If any is still wrong 14 days after it was added, the domain is released.',
});

function verifiedNotice({ name, status, record_status }: Domain) {
  const what =
    wrongRecords(record_status)
      .map(([purpose, is]) => `${purpose} (${is})`)
      .join(', ') || 'its identity at Amazon SES';
  const reason = `Some records for ${name} are no longer correct: ${what}.`;
  return status === 'failing'
    ? {
        subject: `Your domain ${name} is failing`,
        reason,
        effect: 'Emails from it still go out for 72 hours.',
      }
    : {
        subject: `Your domain ${name} can no longer send`,
        reason,
        effect: 'Emails from it are refused until the records are correct again.',
      };
}

/** Emails the owner that a domain is failing or failed; does nothing for other statuses. */
export async function mailStatus(ctx: Base & Identity & Notices, domain: Domain): Promise<void> {
  const { id: domain_id, account, status, verified_at } = domain;
  if (status !== 'failing' && status !== 'failed') return;
  const { subject, reason, effect } =
    verified_at === null ? unverifiedNotice(domain) : verifiedNotice(domain);
  const where = `GET ${ctx.settings.base_url}/domains/${domain_id} shows what is wrong with each record.`;
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} ${status} ${domain.failing_since ?? domain.wrong_since}`,
    subject,
    text: [reason, '', effect, where, ''].join('\n'),
    fields: { domain_id },
  });
}

/** Emails the former owner that another account proved ownership by DNS. */
export async function mailClaimed(
  ctx: Base & Identity & Notices,
  { account, id: domain_id, name }: DomainMessage,
): Promise<void> {
  const text = `Another account published a record in the DNS of ${name}, which proves ownership of the domain. Your account sent nothing from it for 30 days, so the domain was removed from your account.

Emails from ${name} are refused, and scheduled emails will not go out. If the domain is yours, see who can change its DNS, then claim it with POST ${ctx.settings.base_url}/domains/claims.
`;
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} claimed`,
    subject: `Your domain ${name} moved to another account`,
    text,
    fields: { domain_id },
  });
}
