/**
 * How a port responds to a message that has a sequence: 250 keeps it as part of the message, and 554 refuses the
 * message.
 */
type Replies = { relay: 250 | 554; receiver: 250 | 554 };

const lineEnd: Replies = { relay: 250, receiver: 554 };
const refused: Replies = { relay: 554, receiver: 554 };

/**
 * Sequences that some servers take for the end of DATA, from SEC Consult's publication and scanner
 * (The-Login/SMTP-Smuggling-Tools), hannob/smtpsmug, and suuhm/smtp_smuggling_checker.py, plus what a line reader
 * could take for CRLF. Each has its result by R30, where a bare LF is a line end of the client's own program.
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
