import { asciiAddress, canonicalAddress } from '../core/addresses.ts';
import { publicError } from '../core/errors.ts';
import type { Caller } from '../domain/context.ts';
import { authenticateSmtp, type SmtpLogin, smtpCaller } from '../domain/keys/authenticate-smtp.ts';
import { isSuspension } from '../domain/keys/suspended.ts';
import { rateLimited } from '../domain/limits/rate.ts';
import { suppressedAtRcpt, suppressedRecipient } from '../domain/sending/relay-recipients.ts';
import type { OpenDoor } from './admission.ts';
import type { Incoming } from './connection.ts';
import type { Answer } from './conversation.ts';
import { decide, noteRefused } from './decide.ts';
import type { Session } from './listener.ts';
import { readRcpt, recipientFault } from './path.ts';
import type { Hooks, RelayOptions, RelayPorts, Transaction } from './relay-options.ts';
import { offered, replies } from './replies.ts';
import { errorReply, type Reply } from './reply.ts';
import { beginAuth, type Exchange } from './sasl.ts';
import { createTransactions } from './transactions.ts';

const plaintext = new Set(['EHLO', 'HELO', 'NOOP', 'RSET', 'QUIT', 'HELP', 'STARTTLS']);
const needLogin = new Set(['MAIL', 'RCPT', 'DATA']);
const maxRecipients = 50;
const maxBadAuth = 10;

/**
 * The reply to an error before the message: `codes` if a dependency is down, otherwise the error's own codes.
 */
const dependencyDown = (error: unknown, codes: string): Reply => {
  const shown = publicError(error);
  return shown.status >= 500 ? errorReply(shown, codes) : errorReply(shown);
};

export function relayDoor(ctx: RelayPorts, relay: RelayOptions, session: Session, hooks: Hooks): OpenDoor {
  const { limits, guard, note } = relay;
  const client = { address: session.address, request_id: session.id };
  const transactions = createTransactions<Transaction>(ctx, { session, hooks, limits, note });
  const { state } = transactions;
  let login: SmtpLogin | null = null;
  let bad_auth = 0;
  let isClosed = false;
  const loginTimer = setTimeout(() => session.end(replies.loginLate), limits.login_ms);
  loginTimer.unref();

  const forget = (): void => {
    const left = state.transaction;
    state.transaction = null;
    // If a message is being decided, it records them itself.
    if (left && !state.deciding) hooks.background(noteRefused(ctx, left, null));
  };

  const refuses = (name: string): Reply | null => {
    const refusal = transactions.refuses(name);
    if (refusal !== null) return refusal;
    if (!session.secure() && !plaintext.has(name)) return replies.tlsFirst;
    return login === null && needLogin.has(name) ? replies.loginFirst : null;
  };

  const badAuth = (fault: Reply): Reply => (++bad_auth >= maxBadAuth ? replies.manyFailedLogins : fault);

  const failed = async (): Promise<Reply> => {
    const locked = guard.failed(session.address);
    note({ type: 'auth_failed' });
    await ctx.runtime.sleep(limits.failed_login_ms);
    return locked ? replies.lockedOut : replies.wrongLogin;
  };

  const logIn = async (given: { authzid: string; username: string; password: string }): Promise<Reply> => {
    // The fifth failure may have come from another connection during this AUTH.
    if (guard.isLocked(session.address)) return replies.lockedOut;
    let found: SmtpLogin | null;
    try {
      found = await authenticateSmtp(ctx, { ...given, ...client });
    } catch (error) {
      if (isSuspension(error)) return errorReply(error, '525 5.7.13');
      return dependencyDown(error, '454 4.7.0');
    }
    if (found === null) return failed();
    // The client has already disconnected. If its connection were counted now, it would never be released.
    if (isClosed) return replies.loginLate;
    if (guard.joined(found.caller.account.id) > limits.account_connections) {
      guard.parted(found.caller.account.id);
      return replies.manyOfAccount;
    }
    login = found;
    clearTimeout(loginTimer);
    return replies.loggedIn;
  };

  const proceed = async (exchange: Exchange): Promise<Answer> => {
    if ('fault' in exchange) return badAuth(exchange.fault);
    if ('credentials' in exchange) return logIn(exchange.credentials);
    return { ask: exchange.ask, next: (line) => proceed(exchange.next(line)) };
  };

  const auth = async (line: string): Promise<Answer> => {
    if (login !== null || state.transaction !== null) return replies.loggedInAlready;
    if (guard.isLocked(session.address)) return replies.lockedOut;
    return proceed(beginAuth(line));
  };

  /** Reads the credential and its account again. */
  const mail = async (line: string): Promise<Reply> => {
    const sender = transactions.sender(line);
    if ('code' in sender) return sender;
    let caller: Caller | null;
    try {
      caller = await smtpCaller(ctx, login?.hash ?? '', client);
      if (caller === null || login === null) return replies.credentialGone;
      login = { ...login, caller };
      const { retry_after } = await hooks.takeToken(caller.account, 'send');
      if (retry_after !== null) return errorReply(rateLimited(retry_after, {}));
    } catch (error) {
      if (isSuspension(error)) return replies.accountSuspended;
      return dependencyDown(error, '454 4.3.0');
    }
    state.transaction = {
      caller,
      from: sender.address,
      utf8: sender.utf8,
      recipients: new Map(),
      refused: new Map(),
      deferred: new Set(),
    };
    return replies.senderOk;
  };

  const rcpt = async (line: string): Promise<Reply> => {
    const { transaction } = state;
    if (transaction === null) return replies.mailFirst;
    const path = readRcpt(line);
    if ('code' in path) return path;
    const bad = recipientFault(path.address, transaction);
    // A list may have many bad addresses. The valid addresses still get their mail.
    if (bad !== null) return { ...bad, counted: false };
    const canonical = canonicalAddress(path.address);
    if (transaction.recipients.has(canonical)) return replies.recipientOk;
    if (transaction.recipients.size >= maxRecipients) return replies.over50Recipients;
    try {
      const known = transaction.refused.get(canonical);
      const blocked = known ?? (await suppressedAtRcpt(ctx, transaction.caller, path.address));
      if (blocked !== null) {
        // Rejected recipients leave one record, with the limit of a message.
        if (known === undefined && transaction.refused.size >= maxRecipients) return replies.over50Recipients;
        transaction.refused.set(canonical, blocked);
        return errorReply(suppressedRecipient(path.address));
      }
    } catch (error) {
      if (transaction.deferred.size < maxRecipients) transaction.deferred.add(canonical);
      return dependencyDown(error, '454 4.3.0');
    }
    transaction.recipients.set(canonical, asciiAddress(path.address));
    return replies.recipientOk;
  };

  const message = (incoming: Incoming): Promise<Reply> =>
    transactions.message(incoming, { folder: relay.folder }, async (transaction, arrived) => {
      const { answer, read, email_id } = await decide(ctx, relay, { transaction, arrived });
      hooks.background(noteRefused(ctx, transaction, read));
      const { account, actor } = transaction.caller;
      const line = { session: session.id, email_id, account: account.id, credential_id: actor.id };
      return { answer, log: (outcome) => ctx.log.info('smtp_message', { ...line, ...outcome }) };
    });

  const closed = (): void => {
    isClosed = true;
    clearTimeout(loginTimer);
    transactions.close();
    forget();
    if (login !== null) guard.parted(login.caller.account.id);
    hooks.closed();
    ctx.log.info('smtp_session', {
      session: session.id,
      account: login?.caller.account.id ?? null,
      credential_id: login?.caller.actor.id ?? null,
      address: session.address,
      messages: state.messages,
      ms: transactions.age_ms(),
    });
  };

  const extensions = () => {
    if (!session.secure()) return [...offered, 'STARTTLS'];
    return login === null ? [...offered, 'AUTH PLAIN LOGIN'] : offered;
  };
  const { ending, data } = transactions;
  return { state, extensions, refuses, ending, auth, mail, rcpt, data, message, reset: forget, closed };
}
