import { timestamp } from '../../core/runtime.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Domains, Identity, Ses } from '../context.ts';

const noticeText = (name: string, since: string) =>
  [
    `Since ${since} Amazon SES takes no mail from ${name}, because its identity there is no longer verified: the DKIM record of the domain is missing or was changed.`,
    '',
    'Emails from it stay queued and are tried again for 24 hours. Publish the records of the domain again; verification needs nothing else.',
    '',
  ].join('\n');

/** SES refuses a domain that was verified: it becomes `failing`, and its owner is notified once (P7, A29). */
export async function markFailing(ctx: Base & Identity & Domains & Ses, name: string): Promise<void> {
  const since = timestamp(ctx.runtime.now());
  const domain = await ctx.domains.markFailing(name, since);
  if (domain === null) return;
  const { id: domain_id, account } = domain;
  ctx.log.error('domain_failing', { account, domain_id, cause: 'unverified' });
  const text = noticeText(name, since);
  await mailOwner(ctx, account, {
    subject: `Your domain ${name} can no longer send`,
    text,
    fields: { domain_id },
  });
}
