import { isAppError } from '../../shared/core/errors.ts';

/** LF becomes CRLF. */
export const lines = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** A message from another program. LF becomes CRLF, and texts are Latin-1. */
export const message = (header: string, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(lines(`From: Ann <ann@example.com>\nTo: bob@example.org\n${header}\n\n`), 'latin1'),
    typeof body === 'string' ? Buffer.from(lines(body), 'latin1') : body,
  ]);

/** A part of a multipart body whose boundary is `b`. */
export const part = (fields: string, body = 'x') => `--b\n${fields}\n\n${body}\n`;

/** A message made of these parts. */
export const mixed = (...parts: string[]) =>
  message('Content-Type: multipart/mixed; boundary=b', `${parts.join('')}--b--\n`);

/** The code and text of the error that a call throws. */
export const faultOf = (run: () => unknown): [string, string] => {
  try {
    run();
  } catch (error) {
    if (isAppError(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error('accepted');
};
