import { type AppError, isAppError, smtpCodes } from '../core/errors.ts';

/**
 * A server reply: `text` starts with the enhanced code if there is one. A list means several lines. If
 * `counted` is false, the command was well-formed, so the reply doesn't count against the client.
 */
export type Reply = { code: number; text: string | string[]; close?: boolean; counted?: boolean };

const maxReply = 450;

/** `550 5.1.1 text` as a reply, in printable ASCII. */
export function reply(line: string, options: { close?: boolean } = {}): Reply {
  const text = line
    .slice(4)
    .replace(/[^ -~]+/g, '?')
    .slice(0, maxReply - 4);
  return { code: Number(line.slice(0, 3)), text, ...options };
}

/** A reply's octets, with line ends. A list is one line each. */
export function replyText({ code, text }: Reply): string {
  const lines = Array.isArray(text) ? text : [text];
  return lines.map((line, at) => `${code}${at < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('');
}

/** A 421 closes the connection. */
export const closing = (text: string): Reply => reply(`421 ${text}`, { close: true });

const suppressedOf = ({ details }: AppError): string[] => {
  const named = [
    ...((details?.suppressed as string[]) ?? []),
    ...((details?.category_unsubscribed as string[]) ?? []),
  ];
  return named.slice(0, 3);
};

/** When a limit ends, if the error says so. */
function retryOf({ headers, details }: AppError): string {
  const seconds = headers['retry-after'];
  if (seconds !== undefined) return `, retry after ${seconds} s`;
  return typeof details?.resets_at === 'string' ? `, retry after ${details.resets_at}` : '';
}

/**
 * An error as an SMTP reply: its codes, the API's message, and the error code in brackets. Commands with
 * better codes pass their own.
 */
export function errorReply(error: unknown, codes = smtpCodes(error)): Reply {
  if (!isAppError(error)) return reply(`${codes} Internal error [internal_error]`);
  const named = suppressedOf(error);
  const who = named.length > 0 && !error.message.includes(named[0] ?? '') ? `: ${named.join(', ')}` : '';
  const text = `${error.message}${who}${retryOf(error)}`.replace(/[^ -~]+/g, '?').slice(0, maxReply - 60);
  return reply(`${codes} ${text} [${error.code}]`);
}
