import { canonicalAddress, domainNameOf } from '../../core/addresses.ts';
import { derivedId, type Id } from '../../core/runtime.ts';
import { readSenders, receivedFields } from '../../mail/received/read-header.ts';
import { sentPart } from '../../mail/received/sent-part.ts';
import { withCrlf } from '../../mail/received/with-crlf.ts';
import type { Base, Domains, Inbound, InboundRules, ReceiveQueueing } from '../context.ts';
import { routeOf } from '../inbound-rules/match-route.ts';
import { unblocked } from '../inbound-rules/unblocked.ts';
import { acceptMail, contentHash, type Owner, ownersOf } from './accept-mail.ts';
import { inboundDomains } from './inbound-domain.ts';
import { type SesNotification, verdictsOf } from './ses-notification.ts';

type Accepting = Base & Domains & Inbound & InboundRules & ReceiveQueueing;

/** The prefix of the receipt rule's objects. The same in `infra/constructs/rule-set.ts`. */
const prefix = 'ses/';

/**
 * A recipient whose domain receives mail, in A-labels. Null otherwise, or if a route refuses the recipient.
 */
async function recipientOf(find: ReturnType<typeof inboundDomains>, given: string) {
  const at = given.lastIndexOf('@');
  const name = domainNameOf(given.slice(at + 1));
  if (at < 1 || name === null) return null;
  const domain = await find(name);
  if (domain.state !== 'open') return null;
  const address = `${given.slice(0, at)}@${name}`;
  if (routeOf(domain.routes, address)?.action === 'refuse') return null;
  return { address, account: domain.account, tenant: domain.tenant, domain_id: domain.id };
}

async function openRecipients(ctx: Accepting, recipients: string[]) {
  const find = inboundDomains(ctx);
  const found = await Promise.all(recipients.map((given) => recipientOf(find, given)));
  const open = found.filter((one) => one !== null);
  return [...new Map(open.map((one) => [canonicalAddress(one.address), one])).values()];
}

/** The envelope sender; SES has two forms of the empty one. */
const senderOf = (source: string) => (/^<?>?$|^MAILER-DAEMON@amazonses\.com$/i.test(source) ? '' : source);

/**
 * Accepts a message that SES received: each account and tenant among its recipients gets a copy in the bucket
 * and a receive queue message, as if our own receiver had accepted it. Mail for other domains, refused by a route, or from a
 * blocked sender is dropped, because SES has already answered. Ids are derived, so repeating it is safe. Throws if a
 * store doesn't answer.
 */
export async function acceptSesMail(ctx: Accepting, notification: SesNotification): Promise<void> {
  const { mail, receipt } = notification;
  const { objectKey } = receipt.action;
  const ses_id = mail.messageId;
  if (objectKey !== `${prefix}${ses_id}`) return ctx.log.error('received_unknown_object', { ses_id });
  const recipients = await openRecipients(ctx, receipt.recipients);
  const noted = { ses_id, recipients: receipt.recipients.length };
  if (recipients.length === 0) {
    // The message isn't read, because it may be 40 MB, for a domain that only sends.
    await ctx.received.removeAtSes(ses_id);
    return ctx.log.info('received_at_ses', { ...noted, owners: 0, blocked: 0 });
  }
  const mail_from = senderOf(mail.source);
  const [stored, open] = await Promise.all([
    ctx.received.getAtSes(ses_id),
    unblocked(ctx, recipients, [mail_from]),
  ]);
  // SNS delivered the notification again after the first one was processed.
  if (stored === null) return ctx.log.info('received_gone', { ses_id });
  const raw = withCrlf(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength));
  const sent = sentPart(raw);
  const taken = await unblocked(ctx, open, readSenders(receivedFields(raw), mail_from));
  const owners = ownersOf(taken);
  const at = Date.parse(receipt.timestamp);
  const arrival = {
    mail_from,
    helo: '',
    ip: '',
    owners,
    at,
    content: contentHash().update(sent).digest('base64url'),
    size: sent.length,
    idOf: ({ account, tenant }: Owner) => derivedId('inb', at, ses_id, account, tenant ?? ''),
    store: async ({ account }: Owner, id: Id<'inb'>) => {
      await ctx.received.putRaw({ account, id }, raw);
      return {};
    },
    discard: ({ account }: Owner, id: Id<'inb'>) => ctx.received.removeRaw({ account, id }),
    verdicts: verdictsOf(notification),
  };
  if (owners.length > 0) await acceptMail(ctx, arrival);
  await ctx.received.removeAtSes(ses_id);
  const blocked = recipients.length - taken.length;
  const refused = { counts: { InboundRefused: blocked }, by: { code: 'blocked_sender' } };
  const line = { ...noted, owners: owners.length, blocked };
  ctx.log.info('received_at_ses', line, blocked > 0 ? refused : null);
}
