import type { Domain } from '../../core/records/domains.ts';
import { wrongRecords } from '../accounts/emit-event.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Identity, Notices } from '../context.ts';
import type { DomainMessage } from '../ports/domains.ts';

/** Email about a domain not verified in its first 72 hours. A domain that only waits for SES is kept. */
const unverifiedNotice = ({ name }: Domain) => ({
  subject: `Your domain ${name} is not verified`,
  reason: `You added ${name} 72 hours ago, but it isn't verified yet.`,
  effect:
    'Publish its DNS records. If any are still wrong 14 days after you added the domain, it is removed from your account.',
});

function verifiedNotice({ name, status, record_status }: Domain) {
  const wrong = wrongRecords(record_status).map(([purpose, is]) => `${purpose} (${is})`);
  const reason =
    wrong.length > 0
      ? `Some DNS records for ${name} are no longer correct: ${wrong.join(', ')}.`
      : `Amazon SES can no longer verify ${name}.`;
  return status === 'failing'
    ? {
        subject: `Your domain ${name} is failing`,
        reason,
        effect:
          'Emails from the domain are still sent for 72 hours. After that, they are refused until the domain is verified again.',
      }
    : {
        subject: `Your domain ${name} can no longer send`,
        reason,
        effect: 'Emails from the domain are refused until the domain is verified again.',
      };
}

/** Emails the owner that a domain is failing or failed. Does nothing for other statuses. */
export async function mailStatus(ctx: Base & Identity & Notices, domain: Domain): Promise<void> {
  const { id: domain_id, account, status, verified_at } = domain;
  if (status !== 'failing' && status !== 'failed') return;
  const { subject, reason, effect } =
    verified_at === null ? unverifiedNotice(domain) : verifiedNotice(domain);
  const where = `To see what is wrong with each record, call GET ${ctx.settings.base_url}/domains/${domain_id}.`;
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
  const text = `Another account proved that it owns ${name} by publishing a DNS record. Your account hadn't sent from the domain for 30 days, so it was removed from your account.

New emails from ${name} are refused, and scheduled emails are canceled. If the domain is yours, check who can change its DNS. Then claim it back with POST ${ctx.settings.base_url}/domains/claims.
`;
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} claimed`,
    subject: `Your domain ${name} moved to another account`,
    text,
    fields: { domain_id },
  });
}
