import { closing, reply } from './reply.ts';

/** Max octets per message, after dot-unstuffing. */
export const maxMessage = 26_214_400;

/** EHLO extensions on every port. */
export const offered = [`SIZE ${maxMessage}`, '8BITMIME', 'SMTPUTF8', 'PIPELINING', 'ENHANCEDSTATUSCODES'];

/** Replies with a fixed text, in the form of R32, by code. */
export const replies = {
  help: reply('214 2.0.0 See RFC 5321'),
  tlsReady: reply('220 2.0.0 Ready to start TLS'),
  bye: reply('221 2.0.0 Bye', { close: true }),
  loggedIn: reply('235 2.7.0 Logged in'),
  ok: reply('250 2.0.0 Ok'),
  senderOk: reply('250 2.1.0 Ok'),
  recipientOk: reply('250 2.1.5 Ok'),
  sendAndSee: reply('252 2.5.0 Cannot verify the address, try sending to it'),
  startMessage: reply('354 End data with <CR><LF>.<CR><LF>'),

  manyConnections: closing('4.3.2 Too many connections, try again'),
  shuttingDown: closing('4.3.2 Shutting down, try again'),
  brokenOff: closing('4.4.2 Connection lost while receiving the message'),
  loginLate: closing('4.4.2 Log in within 60 seconds'),
  messageLate: closing('4.4.2 The message took too long'),
  sessionOld: closing('4.4.2 Session limit of one hour reached'),
  timeout: closing('4.4.2 Timeout, closing the connection'),
  accountSuspended: closing('4.7.0 The account is suspended'),
  credentialGone: closing('4.7.0 The credential was revoked, log in again'),
  earlyTalker: closing('4.7.0 Wait for the greeting before sending'),
  lineTooLong: closing('4.7.0 Command line too long'),
  lockedOut: closing('4.7.0 Too many failed logins, try again in 15 minutes'),
  manyFaults: closing('4.7.0 Too many unknown commands or syntax errors'),
  manyFailedLogins: closing('4.7.0 Too many failed logins'),
  manyMessages: closing('4.7.0 Too many messages in this session'),
  manyOfAccount: closing('4.7.0 Too many connections from this account'),
  manyOfAddress: closing('4.7.0 Too many connections from this address'),
  manyUnknownRecipients: closing('4.7.0 Too many unknown recipients'),
  notHttp: closing('4.7.0 This is an SMTP server, not HTTP'),

  domainUnverified: reply('450 4.1.1 The domain is not verified, try again later'),
  mailboxSuspended: reply('450 4.2.1 The mailbox is suspended, try again later'),
  internalError: reply('451 4.3.0 Internal error [internal_error]'),
  noLookUp: reply('451 4.3.0 Cannot look up the recipient, try again [unavailable]'),
  notStored: reply('451 4.3.0 The message was not stored, try again [unavailable]'),
  manyRecipients: reply('452 4.5.3 Too many recipients'),
  over50Recipients: reply('452 4.5.3 At most 50 recipients'),

  unknownCommand: reply('500 5.5.2 Unknown command'),
  notAnAddress: reply('501 5.1.3 Invalid recipient address [validation_error]'),
  notASender: reply('501 5.1.7 Invalid sender address [validation_error]'),
  authCancelled: reply('501 5.5.2 Authentication canceled'),
  notBase64: reply('501 5.5.2 Invalid base64 or credentials format'),
  authArgument: reply('501 5.5.4 Use AUTH PLAIN or AUTH LOGIN'),
  dataArgument: reply('501 5.5.4 DATA takes no argument'),
  heloArgument: reply('501 5.5.4 Use EHLO followed by your host name'),
  tlsArgument: reply('501 5.5.4 STARTTLS takes no argument'),
  noLogin: reply('502 5.5.1 Login is not available on this port'),
  notOffered: reply('502 5.5.1 Command not supported'),
  heloFirst: reply('503 5.5.1 Send EHLO first'),
  inTransaction: reply('503 5.5.1 A message is already in progress'),
  loggedInAlready: reply('503 5.5.1 Already logged in'),
  mailFirst: reply('503 5.5.1 Send MAIL first'),
  rcptFirst: reply('503 5.5.1 Send RCPT first'),
  tlsActive: reply('503 5.5.1 TLS is already active'),
  otherMechanism: reply('504 5.5.4 Only PLAIN and LOGIN are supported'),
  loginFirst: reply('530 5.7.0 Log in first [unauthorized]'),
  tlsFirst: reply('530 5.7.0 Send STARTTLS first'),
  wrongLogin: reply('535 5.7.8 Wrong username or password [unauthorized]'),
  unknownRecipient: reply('550 5.1.1 No such mailbox here [not_found]'),
  blockedSender: reply('550 5.7.1 Mail from this sender is not accepted here [blocked_sender]'),
  tooLarge: reply(`552 5.3.4 Messages must be at most ${maxMessage} bytes [payload_too_large]`),
  addressNeedsUtf8: reply('553 5.6.7 The address needs SMTPUTF8 [validation_error]'),
  domainNeedsUtf8: reply('553 5.6.7 The domain needs SMTPUTF8 [validation_error]'),
  senderNeedsUtf8: reply('553 5.6.7 The sender needs SMTPUTF8 [validation_error]'),
  loop: reply('554 5.4.6 The message passed through more than 50 servers'),
  bareCr: reply('554 5.6.0 The message contains a bare CR or NUL [validation_error]'),
  bareLf: reply('554 5.6.0 The message contains a bare CR, bare LF, or NUL [validation_error]'),
};

/** Replies to an incomplete message. Each port has its own reply to bare line ends. */
export const incompleteReplies = {
  broken: replies.brokenOff,
  too_large: replies.tooLarge,
  unstored: replies.notStored,
};
