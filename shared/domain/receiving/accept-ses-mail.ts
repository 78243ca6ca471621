import { canonicalAddress, domainNameOf } from '../../core/addresses.ts';
import { derivedId } from '../../core/runtime.ts';
import type { Base, Domains, Inbound, ReceiveQueueing } from '../context.ts';
import { acceptMail, contentHash, type Owner, ownersOf } from './accept-mail.ts';
import { inboundDomains } from './inbound-domain.ts';
import { type SesNotification, sentPart, verdictsOf } from './ses-notification.ts';

type Accepting = Base & Domains & Inbound & ReceiveQueueing;

/** Where the receipt rule writes; `infra/constructs/rule-set.ts` names the same. */
const prefix = 'ses/';

type Recipient = { address: string; account: string; tenant: string | null };

/** A recipient whose domain takes mail, with its domain as A-labels; null for any other (R36). */
async function recipientOf(
  find: ReturnType<typeof inboundDomains>,
  given: string,
): Promise<Recipient | null> {
  const at = given.lastIndexOf('@');
  const name = domainNameOf(given.slice(at + 1));
  if (at < 1 || name === null) return null;
  const domain = await find(name);
  if (domain.state !== 'open') return null;
  return { address: `${given.slice(0, at)}@${name}`, account: domain.account, tenant: domain.tenant };
}

/** The accounts and tenants whose domains take mail, each with its own recipients (R36, R39). */
async function openOwners(ctx: Accepting, recipients: string[]): Promise<Owner[]> {
  const find = inboundDomains(ctx);
  const found = await Promise.all(recipients.map((given) => recipientOf(find, given)));
  const open = found.filter((one) => one !== null);
  return ownersOf(new Map(open.map((one) => [canonicalAddress(one.address), one])).values());
}

/** SES shows the empty sender so. */
const senderOf = (source: string) => (/^<?>?$|^MAILER-DAEMON@amazonses\.com$/i.test(source) ? '' : source);

/**
 * A message that SES received (R58): for each account and tenant among its recipients a copy in the bucket and a message of
 * the receive queue, as the receiver makes them. Mail for a domain that takes none is dropped: SES has answered it, and no
 * answer goes by mail (R37). Safe to repeat: ids are derived. Throws when a store does not answer.
 */
export async function acceptSesMail(ctx: Accepting, notification: SesNotification): Promise<void> {
  const { mail, receipt } = notification;
  const { objectKey } = receipt.action;
  const ses_id = mail.messageId;
  if (objectKey !== `${prefix}${ses_id}`) return ctx.log.error('received_unknown_object', { ses_id });
  const owners = await openOwners(ctx, receipt.recipients);
  const noted = { ses_id, owners: owners.length, recipients: receipt.recipients.length };
  if (owners.length === 0) {
    // Not read: it may be 40 MB, of a domain that only sends.
    await ctx.received.removeAtSes(ses_id);
    return ctx.log.info('received_at_ses', noted);
  }
  const stored = await ctx.received.getAtSes(ses_id);
  // A repeat of SNS after the first one was done.
  if (stored === null) return ctx.log.info('received_gone', { ses_id });
  const raw = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const sent = sentPart(raw);
  const at = Date.parse(receipt.timestamp);
  await acceptMail(ctx, {
    ...{ mail_from: senderOf(mail.source), helo: '', ip: '', owners, at },
    content: contentHash().update(sent).digest('base64url'),
    size: sent.length,
    idOf: ({ account, tenant }) => derivedId('inb', at, ses_id, account, tenant ?? ''),
    store: async ({ account }, id) => {
      await ctx.received.putRaw({ account, id }, raw);
      return {};
    },
    discard: ({ account }, id) => ctx.received.removeRaw({ account, id }),
    verdicts: verdictsOf(notification),
  });
  await ctx.received.removeAtSes(ses_id);
  ctx.log.info('received_at_ses', noted);
}
