import type { Domain } from '../../core/records/domains.ts';
import { timestamp } from '../../core/runtime.ts';
import { emitFailing, wrongRecords } from '../accounts/emit-event.ts';
import { mailOwner } from '../accounts/mail-owner.ts';
import type { Base, Domains, Identity, Notices, Queueing } from '../context.ts';

const noticeText = (
  name: string,
  since: string,
) => `Amazon SES has refused email from ${name} since ${since} because the domain is no longer verified. Its DKIM record is missing or was changed.

Emails from the domain stay queued and are retried for 24 hours. Publish the domain's DNS records again. It is then verified automatically.
`;

/**
 * Milliseconds until the next check at the latest. A daily check may be hours away, but the domain should
 * soon show its error and recover.
 */
const check_ms = 10 * 60_000;

/** Whether the domain fails only because SES refuses it, although its records are right. */
const isRefused = ({ status, record_status }: Domain): boolean =>
  status === 'failing' && wrongRecords(record_status).length === 0;

/**
 * Handles SES refusing a verified domain: marks it `failing`, checks its records within ten minutes, and
 * notifies the owner once. `repeated` means that the first process may have died before notifying, so this
 * repeats the same event without a second email.
 */
export async function markFailing(
  ctx: Base & Identity & Domains & Queueing & Notices,
  name: string,
  { repeated }: { repeated: boolean },
): Promise<void> {
  const now = ctx.runtime.now();
  const seen = await ctx.domains.get(name);
  const planned = Date.parse(seen?.next_check_at ?? '');
  const next_check_at = timestamp(planned > now && planned < now + check_ms ? planned : now + check_ms);
  const marked = seen && (await ctx.domains.markFailing(seen, { at: timestamp(now), next_check_at }));
  const domain = marked ?? (repeated && seen !== null && isRefused(seen) ? seen : null);
  if (domain === null) return;
  const { id: domain_id, account, failing_since } = domain;
  const since = failing_since ?? timestamp(now);
  if (marked) ctx.log.error('domain_failing', { account, domain_id, cause: 'unverified' });
  await emitFailing(ctx, domain);
  const text = noticeText(name, since);
  await mailOwner(ctx, account, {
    about: `domain ${domain_id} refused ${since}`,
    subject: `Your domain ${name} can no longer send`,
    text,
    fields: { domain_id },
  });
}
