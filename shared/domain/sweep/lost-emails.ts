import { minuteOf } from '../../core/days.ts';
import { inParallel } from '../../core/in-parallel.ts';
import type { Account } from '../../core/records/accounts.ts';
import type { Email } from '../../core/records/emails.ts';
import { firstId } from '../../core/runtime.ts';
import type { Base, Identity, Mail, Queueing } from '../context.ts';
import { queueMessage } from '../sending/schedule.ts';
import { again_min } from './email-rows.ts';

const hour_ms = 3_600_000;

/** How far back the first search looks. Workers fail emails after 24 hours. */
const oldest_ms = 26 * hour_ms;

/** Time limit for a search. The sweep ends after 50 s. */
const max_ms = 25_000;

const page = { accounts: 25, emails: 100 };

/** Emails of a page checked in parallel. */
const concurrency = 25;

type Searching = Base & Identity & Mail & Queueing;
type Range = { since: number; until: number };

/**
 * Once an hour, requeues emails that have waited over an hour without an outbox row, so probably without a
 * message, because an older release deleted it or the request died at the wrong moment. Each email is checked
 * once, when one to two hours old. An extra message does no harm, because only one worker gets the lease.
 */
export async function sweepLostEmails(ctx: Searching): Promise<void> {
  const now = ctx.runtime.now();
  if (minuteOf(now) % 60 !== 0) return;
  const since = (await ctx.emails.readChecked()) ?? now - oldest_ms;
  await findLost(ctx, { since, until: now - hour_ms }, now + max_ms);
}

async function findLost(ctx: Searching, range: Range, deadline: number): Promise<void> {
  for (let before: string | null = null; ; ) {
    const { entries, next } = await ctx.accounts.list({ limit: page.accounts, before });
    await Promise.all(entries.map((account) => findLostOf(ctx, account, range, deadline)));
    before = next;
    if (next === null || ctx.runtime.now() >= deadline) break;
  }
  // The search counts as done even if it was cut short. Otherwise it would grow every hour and never end.
  await ctx.emails.writeChecked(range.until);
  if (ctx.runtime.now() >= deadline) ctx.log.error('lost_emails_not_searched');
}

async function findLostOf(ctx: Searching, account: Account, { since, until }: Range, deadline: number) {
  const { id, email_shards: shards } = account;
  const list = { account: id, tenant: null, shards, limit: page.emails, since: firstId('msg', since) };
  for (let before: string | null = firstId('msg', until); before !== null; ) {
    const { entries, next }: Awaited<ReturnType<Mail['emails']['list']>> = await ctx.emails.list({
      ...list,
      before,
    });
    await queueLost(ctx, entries, until);
    before = next;
    if (ctx.runtime.now() >= deadline) return;
  }
}

/** Whether no message will bring the email to a worker again, such as after a long-expired lease. */
async function isLost(ctx: Searching, email: Email, until: number): Promise<boolean> {
  const { id, state, outbox, lease_until, message_id } = email;
  if (state === 'sending') return message_id === null && (lease_until ?? 0) < until;
  if (state !== 'queued') return false;
  return outbox === null || !(await ctx.emails.hasOutboxRow(id, outbox));
}

/** Queues a page's lost emails together, because a rollback can leave thousands. */
async function queueLost(ctx: Searching, listed: Email[], until: number): Promise<void> {
  const lost: Email[] = [];
  await inParallel(listed, concurrency, async (one) => {
    if (!(await isLost(ctx, one, until))) return;
    // A worker may have leased the email or moved its row since it was listed.
    const email = await ctx.emails.getMeta(one.id);
    if (email === null || !(await isLost(ctx, email, until))) return;
    const { id: email_id, account } = email;
    ctx.log.error('lost_email_queued', { email_id, account });
    await ctx.emails.restoreOutboxRow(email, minuteOf(ctx.runtime.now()) + again_min);
    lost.push(email);
  });
  if (lost.length > 0) await ctx.queues.deliver(lost.map((email) => queueMessage(ctx, email)));
}
