/** What a port answers at the end of a message that holds a sequence: it is part of the message, or refuses it. */
type Replies = { relay: 250 | 554; receiver: 250 | 554 };

const lineEnd: Replies = { relay: 250, receiver: 554 };
const refused: Replies = { relay: 554, receiver: 554 };

/**
 * Sequences that some servers take for the end of DATA: those of SEC Consult's publication and of its scanner
 * (The-Login/SMTP-Smuggling-Tools), of hannob/smtpsmug, of suuhm/smtp_smuggling_checker.py, and around them what a reader
 * of lines could take for CRLF. Behind each, what R30 says of it: a bare LF is a line end of a client's own program.
 */
export const smugglingSequences: [sequence: string, replies: Replies][] = [
  ['\n.\n', lineEnd],
  ['\n.\r\n', lineEnd],
  ['\r\n.\n', lineEnd],
  ['\n\n.\r\n', lineEnd],
  ['\n.\n\r\n', lineEnd],
  ['\n.\r', refused],
  ['\r.\n', refused],
  ['\r.\r', refused],
  ['\r.\r\n', refused],
  ['\r\n.\r', refused],
  ['\r\n.\r\r\n', refused],
  ['\r\r\n.\r\r\n', refused],
  ['\r\n\0.\r\n', refused],
  ['\r\n.\0\r\n', refused],
  ['\r\n\0.\r', refused],
  ['\r\n\0.\n', refused],
  ['\r\n\0.\0\r\n', refused],
  ['\r\n.', { relay: 250, receiver: 250 }],
  ['\r\n..\r\n', { relay: 250, receiver: 250 }],
];
