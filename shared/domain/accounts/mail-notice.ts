import type { Base, Identity, NoticeClaiming, SendingStates, Ses } from '../context.ts';
import { waitForSlot } from '../limits/wait-for-slot.ts';
import type { OwnerMessage } from '../ports/notices.ts';
import type { AttemptOutcome } from '../ports/sending.ts';

/**
 * One of the service's own emails takes a slot like an email that has waited. If no slot is free soon, it is
 * sent without one.
 */
const pace = { ahead_ms: 1_000, attempts: 4 };

/** A plain text message with ASCII headers. The base64 body keeps lines short. */
function noticeMail(input: Record<'from' | 'to' | 'subject' | 'text' | 'id', string> & { at: number }) {
  const body = Buffer.from(input.text).toString('base64').replace(/.{76}/g, '$&\r\n');
  const headers = [
    `From: Mailwright <${input.from}>`,
    `To: ${input.to}`,
    `Subject: ${input.subject}`,
    `Date: ${new Date(input.at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${input.id}@${input.from.slice(input.from.indexOf('@') + 1)}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}\r\n`);
}

type Mail = { to: string; subject: string; text: string };
type Outcome = AttemptOutcome['outcome'] | 'no_sender';

async function awaitSlot(ctx: Base & SendingStates): Promise<void> {
  const { rate } = await ctx.sending_state.read();
  await waitForSlot(ctx, { rate, want: 1, ahead_ms: pace.ahead_ms }, pace.attempts);
}

/**
 * Sends one of the service's own emails through SES at its rate. It isn't recorded or counted, and also goes
 * to suppressed addresses. `subject` is ASCII. `no_sender` means that the deployment has no sandbox domain.
 */
export async function mailNotice(
  ctx: Base & Ses & SendingStates,
  { to, subject, text }: Mail,
): Promise<Outcome> {
  const { sandbox_domain } = ctx.settings;
  if (sandbox_domain === null) return 'no_sender';
  await awaitSlot(ctx).catch(({ name: cause }: Error) => ctx.log.warn('notice_not_paced', { cause }));
  const from = `notifications@${sandbox_domain}`;
  const at = ctx.runtime.now();
  const { outcome } = await ctx.mailer.send({
    raw: noticeMail({ from, to, subject, text, at, id: ctx.runtime.id('req') }),
    source: from,
    destinations: [to],
    configuration_set: `${ctx.settings.stage}-opportunistic`,
    tags: {},
  });
  return outcome;
}

/**
 * Sends an email once per `about`. Null if already sent. Throws when SES defers it, so the queue retries.
 * Never repeats an email that SES may have accepted.
 */
export async function mailOnce(
  ctx: Base & Ses & SendingStates & NoticeClaiming,
  about: string,
  mail: Mail,
): Promise<Outcome | null> {
  if (!(await ctx.notice_claims.take(about))) return null;
  const outcome = await mailNotice(ctx, mail);
  if (outcome !== 'later') return outcome;
  await ctx.notice_claims.release(about);
  throw new Error('notice: later');
}

/** Emails a notice to the account's owner. Logs what isn't sent. */
export async function sendNotice(
  ctx: Base & Identity & Ses & SendingStates & NoticeClaiming,
  { account: id, about, subject, text, fields }: OwnerMessage,
): Promise<void> {
  const account = await ctx.accounts.get(id);
  if (account === null) return;
  const outcome = await mailOnce(ctx, about, { to: account.email, subject, text });
  if (outcome !== null && outcome !== 'accepted')
    ctx.log.error('owner_not_notified', { account: id, ...fields, outcome });
}
