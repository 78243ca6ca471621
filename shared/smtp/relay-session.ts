import { canonicalAddress } from '../core/addresses.ts';
import { publicError } from '../core/errors.ts';
import { authenticateSmtp, type SmtpLogin, smtpCaller } from '../domain/keys/authenticate-smtp.ts';
import { isSuspension } from '../domain/keys/suspended.ts';
import { rateLimited } from '../domain/limits/rate.ts';
import { suppressedAtRcpt, suppressedRecipient } from '../domain/sending/relay-recipients.ts';
import { receiveBody } from './body.ts';
import type { Incoming } from './connection.ts';
import { type Answer, type Door, endOfDraining } from './conversation.ts';
import { decide, noteRefused } from './decide.ts';
import type { Session } from './listener.ts';
import { parameterFault, readPath, readSender, recipientFault, recipientOf } from './path.ts';
import type { Hooks, RelayOptions, RelayPorts, State } from './relay-options.ts';
import { offered, replies } from './replies.ts';
import { errorReply, type Reply } from './reply.ts';
import { beginAuth, type Exchange } from './sasl.ts';
import { limitAge } from './session-age.ts';

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

export function relayDoor(
  ctx: RelayPorts,
  relay: RelayOptions,
  session: Session,
  hooks: Hooks,
): Door & { state: State } {
  const { limits, guard } = relay;
  const client = { address: session.address, request_id: session.id };
  const { now, sleep } = ctx.runtime;
  const state: State = {
    login: null,
    transaction: null,
    deciding: false,
    messages: 0,
    bad_auth: 0,
    opened_at: now(),
  };
  let dataTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const loginTimer = setTimeout(() => session.end(replies.loginLate), limits.login_ms);
  loginTimer.unref();
  const stopAge = limitAge(session, state, limits);

  const forget = (): void => {
    const left = state.transaction;
    state.transaction = null;
    // If a message is being decided, it records them itself.
    if (left && !state.deciding) hooks.background(noteRefused(ctx, state, left, null));
  };

  const refuses = (name: string): Reply | null => {
    const idle = state.transaction === null;
    if (hooks.draining() && name === 'MAIL') return replies.shuttingDown;
    if (idle && now() - state.opened_at > limits.session_ms) return replies.sessionOld;
    if (!session.secure() && !plaintext.has(name)) return replies.tlsFirst;
    if (state.login === null && needLogin.has(name)) return replies.loginFirst;
    return null;
  };

  const ending = () => endOfDraining(hooks.draining(), state.transaction);

  const badAuth = (fault: Reply): Reply =>
    ++state.bad_auth >= maxBadAuth ? replies.manyFailedLogins : fault;

  const failed = async (): Promise<Reply> => {
    const locked = guard.failed(session.address);
    relay.note({ type: 'auth_failed' });
    await sleep(limits.failed_login_ms);
    return locked ? replies.lockedOut : replies.wrongLogin;
  };

  const logIn = async (given: { authzid: string; username: string; password: string }): Promise<Reply> => {
    // The fifth failure may have come from another connection during this AUTH.
    if (guard.isLocked(session.address)) return replies.lockedOut;
    let login: SmtpLogin | null;
    try {
      login = await authenticateSmtp(ctx, { ...given, ...client });
    } catch (error) {
      if (isSuspension(error)) return errorReply(error, '525 5.7.13');
      return dependencyDown(error, '454 4.7.0');
    }
    if (login === null) return failed();
    // The client has already disconnected. If its connection were counted now, it would never be released.
    if (isClosed) return replies.loginLate;
    if (guard.joined(login.caller.account.id) > limits.account_connections) {
      guard.parted(login.caller.account.id);
      return replies.manyOfAccount;
    }
    state.login = login;
    clearTimeout(loginTimer);
    return replies.loggedIn;
  };

  const proceed = async (exchange: Exchange): Promise<Answer> => {
    if ('fault' in exchange) return badAuth(exchange.fault);
    if ('credentials' in exchange) return logIn(exchange.credentials);
    return { ask: exchange.ask, next: (line) => proceed(exchange.next(line)) };
  };

  const auth = async (line: string): Promise<Answer> => {
    if (state.login !== null || state.transaction !== null) return replies.loggedInAlready;
    if (guard.isLocked(session.address)) return replies.lockedOut;
    return proceed(beginAuth(line));
  };

  /** Reads the credential and its account again. */
  const mail = async (line: string): Promise<Reply> => {
    if (state.transaction !== null) return replies.inTransaction;
    const sender = readSender(line);
    if ('code' in sender) return sender;
    if (state.messages >= limits.messages) return replies.manyMessages;
    try {
      const caller = await smtpCaller(ctx, state.login?.hash ?? '', client);
      if (caller === null || state.login === null) return replies.credentialGone;
      state.login = { ...state.login, caller };
      const { retry_after } = await hooks.takeToken(caller.account, 'send');
      if (retry_after !== null) return errorReply(rateLimited(retry_after, {}));
    } catch (error) {
      if (isSuspension(error)) return replies.accountSuspended;
      return dependencyDown(error, '454 4.3.0');
    }
    state.transaction = {
      from: sender.address,
      utf8: sender.utf8,
      recipients: new Map(),
      refused: new Map(),
      deferred: new Set(),
    };
    return replies.senderOk;
  };

  const rcpt = async (line: string): Promise<Reply> => {
    const { transaction, login } = state;
    if (transaction === null || login === null) return replies.mailFirst;
    const path = readPath(line);
    if (path === null) return replies.notAnAddress;
    const fault = parameterFault(path, 'rcpt');
    if (fault !== null) return fault;
    const bad = recipientFault(path.address, transaction);
    // A list may have many bad addresses. The valid addresses still get their mail.
    if (bad !== null) return { ...bad, counted: false };
    const canonical = canonicalAddress(path.address);
    if (transaction.recipients.has(canonical)) return replies.recipientOk;
    if (transaction.recipients.size >= maxRecipients) return replies.over50Recipients;
    try {
      const known = transaction.refused.get(canonical);
      const blocked = known ?? (await suppressedAtRcpt(ctx, login.caller, path.address));
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
    transaction.recipients.set(canonical, recipientOf(path.address));
    return replies.recipientOk;
  };

  const data = (line: string): Reply | null => {
    if (!/^DATA$/i.test(line)) return replies.dataArgument;
    return state.transaction?.recipients.size ? null : replies.rcptFirst;
  };

  const message = async ({ octets, isComplete }: Incoming): Promise<Reply> => {
    // A complete message gets the reply for its outcome, because its client would send it again after a 421.
    const late = () => isComplete() || session.end(replies.messageLate);
    dataTimer = setTimeout(late, limits.data_ms).unref();
    const arrived = await receiveBody(octets, { folder: relay.folder, cut: session.cut });
    clearTimeout(dataTimer);
    const { transaction, login } = state;
    if (transaction === null || login === null) {
      // The client has disconnected in the meantime.
      if (arrived.state === 'complete') await arrived.discard().catch(() => {});
      return replies.mailFirst;
    }
    state.deciding = true;
    state.messages++;
    const began = now();
    const { answer, read, email_id } = await decide(ctx, relay, { login, transaction, arrived });
    hooks.background(noteRefused(ctx, state, transaction, read));
    state.transaction = null;
    state.deciding = false;
    const { account, actor } = login.caller;
    const code = String(answer.text).match(/\[(\w+)\]$/)?.[1] ?? null;
    if (arrived.state !== 'broken')
      relay.note(
        answer.code < 300 && arrived.state === 'complete'
          ? { type: 'accepted', bytes: arrived.size }
          : { type: 'refused', code: code ?? String(answer.code) },
      );
    ctx.log.info('smtp_message', {
      session: session.id,
      email_id,
      account: account.id,
      credential_id: actor.id,
      reply: answer.code,
      code,
      recipients: transaction.recipients.size,
      bytes: arrived.state === 'complete' ? arrived.size : null,
      ms: now() - began,
    });
    return answer;
  };

  const closed = (): void => {
    isClosed = true;
    for (const timer of [loginTimer, dataTimer]) clearTimeout(timer);
    stopAge();
    forget();
    if (state.login !== null) guard.parted(state.login.caller.account.id);
    hooks.closed();
    ctx.log.info('smtp_session', {
      session: session.id,
      account: state.login?.caller.account.id ?? null,
      credential_id: state.login?.caller.actor.id ?? null,
      address: session.address,
      messages: state.messages,
      ms: now() - state.opened_at,
    });
  };

  const extensions = () => {
    if (!session.secure()) return [...offered, 'STARTTLS'];
    return state.login === null ? [...offered, 'AUTH PLAIN LOGIN'] : offered;
  };
  return { state, extensions, refuses, ending, auth, mail, rcpt, data, message, reset: forget, closed };
}
