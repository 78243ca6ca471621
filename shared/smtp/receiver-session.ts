import { canonicalAddress } from '../core/addresses.ts';
import { routeOf } from '../domain/inbound-rules/match-route.ts';
import { unblocked } from '../domain/inbound-rules/unblocked.ts';
import { isSuspended } from '../domain/keys/suspended.ts';
import { contentHash, ownersOf } from '../domain/receiving/accept-mail.ts';
import type { InboundDomain } from '../domain/receiving/inbound-domain.ts';
import type { AdmissionHooks, OpenDoor } from './admission.ts';
import type { Incoming } from './connection.ts';
import type { Session } from './listener.ts';
import { readRcpt, readRecipient } from './path.ts';
import type { ReceiverOptions, ReceiverPorts, Transaction } from './receiver-options.ts';
import { offered, replies } from './replies.ts';
import type { Reply } from './reply.ts';
import { storeMessage, uploadFor } from './store-message.ts';
import { createTransactions } from './transactions.ts';

const maxRecipients = 100;
const maxOwners = 10;
/**
 * Unknown recipients per connection. Replies are delayed from the fifth one on, and the tenth ends the
 * connection.
 */
const slowFrom = 5;
const maxUnknown = 10;

type Open = Extract<InboundDomain, { state: 'open' }>;

/** One session of the receiver on port 25. */
export function receiverDoor(
  ctx: ReceiverPorts,
  receiver: ReceiverOptions,
  session: Session,
  hooks: AdmissionHooks,
): OpenDoor {
  const { limits, rates, note } = receiver;
  const { service_domain } = ctx.settings;
  const transactions = createTransactions<Transaction>(ctx, { session, hooks, limits, note });
  const { state } = transactions;
  /** Counts of recipients rejected as unknown, and because of a blocked sender. */
  const rejected = { unknown: 0, blocked: 0 };

  const refuses = (name: string): Reply | null =>
    transactions.refuses(name) ?? (name === 'AUTH' ? replies.noLogin : null);

  const mail = async (line: string): Promise<Reply> => {
    const sender = transactions.sender(line);
    if ('code' in sender) return sender;
    state.transaction = { from: sender.address, utf8: sender.utf8, recipients: new Map() };
    return replies.senderOk;
  };

  const unknown = async (): Promise<Reply> => {
    rejected.unknown++;
    if (rejected.unknown >= slowFrom) await ctx.runtime.sleep(limits.unknown_delay_ms);
    return rejected.unknown >= maxUnknown ? replies.manyUnknownRecipients : replies.unknownRecipient;
  };

  const blocked = (): Reply => {
    rejected.blocked++;
    note({ type: 'refused', code: 'blocked_sender' });
    return replies.blockedSender;
  };

  /** A recipient's domain, or the reply that rejects this sender's mail to it. */
  const lookUp = async (address: string, domain: string, from: string): Promise<Open | Reply> => {
    try {
      const found = await receiver.find(domain);
      if (found.state === 'closed') return unknown();
      if (found.state === 'failed') return replies.domainUnverified;
      const [account, open] = await Promise.all([
        ctx.accounts.get(found.account),
        unblocked(ctx, [{ ...found, domain_id: found.id }], [from]),
      ]);
      if (account !== null && isSuspended(account)) return replies.mailboxSuspended;
      if (routeOf(found.routes, address)?.action === 'refuse') return unknown();
      return open.length === 0 ? blocked() : found;
    } catch {
      return replies.noLookUp;
    }
  };

  const rcpt = async (line: string): Promise<Reply> => {
    const { transaction } = state;
    if (transaction === null) return replies.mailFirst;
    const path = readRcpt(line);
    if ('code' in path) return path;
    const read = readRecipient(path.address, { utf8: transaction.utf8, service_domain });
    if ('code' in read) return read.code === 550 ? unknown() : read;
    const { address, domain } = read;
    const key = canonicalAddress(address);
    if (transaction.recipients.has(key)) return replies.recipientOk;
    const found = await lookUp(address, domain, transaction.from);
    if ('code' in found) return found;
    const { id: domain_id, account, tenant } = found;
    const recipient = { address, domain, domain_id, account, tenant };
    const next = new Map(transaction.recipients).set(key, recipient);
    if (next.size > maxRecipients || ownersOf(next.values()).length > maxOwners)
      return replies.manyRecipients;
    const refusal = rates.refusal(domain, session.address);
    if (refusal !== null) return refusal;
    transaction.recipients.set(key, recipient);
    return replies.recipientOk;
  };

  const recipients = () => state.transaction?.recipients.values() ?? [];

  const data = (line: string): Reply | null =>
    transactions.data(line) ?? rates.arrive(recipients(), session.address);

  const message = (incoming: Incoming): Promise<Reply> => {
    const upload = uploadFor(ctx, ownersOf(recipients()));
    const hash = contentHash();
    return transactions.message(
      incoming,
      {
        folder: receiver.folder,
        bareLf: 'refused',
        hash,
        piece: (number, size, read) => receiver.inTurn(size, async () => upload.put(number, await read())),
      },
      async (transaction, arrived) => ({
        answer: await storeMessage(ctx, receiver, { transaction, arrived, session, hash, upload }),
        log: (outcome) => ctx.log.info('inbound_message', { session: session.id, ...outcome }),
      }),
      async ({ pieces }) => {
        if (pieces > 0) await upload.discard(pieces);
      },
    );
  };

  const forget = (): void => {
    state.transaction = null;
  };

  const closed = (): void => {
    transactions.close();
    forget();
    hooks.closed();
    ctx.log.info('inbound_session', {
      session: session.id,
      address: session.address,
      messages: state.messages,
      ...rejected,
      ms: transactions.age_ms(),
    });
  };

  const extensions = () => (session.secure() ? offered : [...offered, 'STARTTLS']);
  const { ending } = transactions;
  return { state, extensions, refuses, ending, auth: null, mail, rcpt, data, message, reset: forget, closed };
}
