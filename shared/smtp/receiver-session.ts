import { canonicalAddress } from '../core/addresses.ts';
import { routeOf } from '../domain/inbound-rules/match-route.ts';
import { unblocked } from '../domain/inbound-rules/unblocked.ts';
import { isSuspended } from '../domain/keys/suspended.ts';
import { contentHash, ownersOf } from '../domain/receiving/accept-mail.ts';
import type { InboundDomain } from '../domain/receiving/inbound-domain.ts';
import type { AdmissionHooks } from './admission.ts';
import { receiveBody } from './body.ts';
import type { Incoming } from './connection.ts';
import { type Door, endOfDraining } from './conversation.ts';
import type { Session } from './listener.ts';
import { parameterFault, readPath, readSender } from './path.ts';
import type { ReceiverOptions, ReceiverPorts, ReceiverState } from './receiver-options.ts';
import { readRecipient } from './receiver-path.ts';
import { offered, replies } from './replies.ts';
import type { Reply } from './reply.ts';
import { limitAge } from './session-age.ts';
import { storeMessage, uploadFor } from './store-message.ts';
import { plainAddress } from './trace.ts';

const maxRecipients = 100;
const maxOwners = 10;
/**
 * Unknown recipients per connection. From the fifth on, replies are delayed. At the tenth, the connection
 * ends.
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
): Door & { state: ReceiverState } {
  const { limits, rates } = receiver;
  const { now, sleep } = ctx.runtime;
  const { service_domain } = ctx.settings;
  const state: ReceiverState = {
    transaction: null,
    deciding: false,
    messages: 0,
    unknown: 0,
    blocked: 0,
    opened_at: now(),
  };
  let dataTimer: NodeJS.Timeout | undefined;
  const stopAge = limitAge(session, state, limits);

  const refuses = (name: string): Reply | null => {
    const idle = state.transaction === null;
    if (hooks.draining() && name === 'MAIL') return replies.shuttingDown;
    if (idle && now() - state.opened_at > limits.session_ms) return replies.sessionOld;
    return name === 'AUTH' ? replies.noLogin : null;
  };

  const ending = () => endOfDraining(hooks.draining(), state.transaction);

  const mail = async (line: string): Promise<Reply> => {
    if (state.transaction !== null) return replies.inTransaction;
    const sender = readSender(line);
    if ('code' in sender) return sender;
    if (state.messages >= limits.messages) return replies.manyMessages;
    state.transaction = { from: sender.address, utf8: sender.utf8, recipients: new Map() };
    return replies.senderOk;
  };

  const unknown = async (): Promise<Reply> => {
    state.unknown++;
    if (state.unknown >= slowFrom) await sleep(limits.unknown_delay_ms);
    return state.unknown >= maxUnknown ? replies.manyUnknownRecipients : replies.unknownRecipient;
  };

  const blocked = (): Reply => {
    state.blocked++;
    receiver.note({ type: 'refused', code: 'blocked_sender' });
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
    const path = readPath(line);
    if (path === null) return replies.notAnAddress;
    const fault = parameterFault(path, 'rcpt');
    if (fault !== null) return fault;
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

  const data = (line: string): Reply | null => {
    if (!/^DATA$/i.test(line)) return replies.dataArgument;
    const { transaction } = state;
    if (!transaction?.recipients.size) return replies.rcptFirst;
    return rates.arrive(transaction.recipients.values(), session.address);
  };

  const message = async ({ octets, isComplete }: Incoming): Promise<Reply> => {
    // A complete message gets the reply for its outcome, even if it is still waiting for its turn.
    const late = () => isComplete() || session.end(replies.messageLate);
    dataTimer = setTimeout(late, limits.data_ms).unref();
    const upload = uploadFor(ctx, ownersOf(state.transaction?.recipients.values() ?? []));
    const hash = contentHash();
    const arrived = await receiveBody(octets, {
      folder: receiver.folder,
      cut: session.cut,
      bareLf: 'refused',
      hash,
      piece: (number, size, read) => receiver.inTurn(size, async () => upload.put(number, await read())),
    });
    clearTimeout(dataTimer);
    const { transaction } = state;
    if (transaction === null) {
      // The client has disconnected in the meantime.
      if (arrived.state === 'complete') await arrived.discard().catch(() => {});
      if (arrived.pieces > 0) await upload.discard(arrived.pieces).catch(() => {});
      return replies.mailFirst;
    }
    state.deciding = true;
    state.messages++;
    const began = now();
    const answer = await storeMessage(ctx, receiver, { transaction, arrived, session, hash, upload });
    state.transaction = null;
    state.deciding = false;
    const code = String(answer.text).match(/\[(\w+)\]$/)?.[1] ?? null;
    if (arrived.state !== 'broken')
      receiver.note(
        answer.code < 300
          ? { type: 'accepted', bytes: arrived.state === 'complete' ? arrived.size : 0 }
          : { type: 'refused', code: code ?? String(answer.code) },
      );
    ctx.log.info('inbound_message', {
      session: session.id,
      reply: answer.code,
      code,
      recipients: transaction.recipients.size,
      bytes: arrived.state === 'complete' ? arrived.size : null,
      ms: now() - began,
    });
    return answer;
  };

  const forget = (): void => {
    state.transaction = null;
  };

  const closed = (): void => {
    clearTimeout(dataTimer);
    stopAge();
    forget();
    hooks.closed();
    ctx.log.info('inbound_session', {
      session: session.id,
      address: plainAddress(session.address),
      messages: state.messages,
      unknown: state.unknown,
      blocked: state.blocked,
      ms: now() - state.opened_at,
    });
  };

  const extensions = () => (session.secure() ? offered : [...offered, 'STARTTLS']);
  return { state, extensions, refuses, ending, auth: null, mail, rcpt, data, message, reset: forget, closed };
}
