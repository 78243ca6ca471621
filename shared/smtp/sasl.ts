import { replies } from './replies.ts';
import type { Reply } from './reply.ts';

/** The client's credentials, not checked yet. */
type Credentials = { authzid: string; username: string; password: string };

/** A challenge and the function for its response, or the end of the exchange. */
export type Exchange =
  | { ask: string; next: (line: string) => Exchange }
  | { credentials: Credentials }
  | { fault: Reply };

const cancelled: Exchange = { fault: replies.authCancelled };
const malformed: Exchange = { fault: replies.notBase64 };

/** Strict base64 as text. Null if invalid. `=` is the empty text (RFC 4954 4). */
function decode(text: string): string | null {
  if (text === '=') return '';
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return Buffer.from(text, 'base64').toString('utf8');
}

const answered =
  (next: (text: string) => Exchange) =>
  (line: string): Exchange => {
    if (line.trim() === '*') return cancelled;
    const text = decode(line.trim());
    return text === null ? malformed : next(text);
  };

const plain = answered((text) => {
  const [authzid, username, password, ...more] = text.split('\0');
  if (authzid === undefined || username === undefined || password === undefined || more.length > 0)
    return malformed;
  return { credentials: { authzid, username, password } };
});

const login = answered((username) => ({
  ask: 'UGFzc3dvcmQ6',
  next: answered((password) => ({ credentials: { authzid: '', username, password } })),
}));

/** `AUTH PLAIN` and `AUTH LOGIN`, each with or without an initial response. */
export function beginAuth(line: string): Exchange {
  const [, mechanism = '', initial, ...more] = line.trim().split(/[ \t]+/);
  if (mechanism === '' || more.length > 0) return { fault: replies.authArgument };
  const name = mechanism.toUpperCase();
  if (name !== 'PLAIN' && name !== 'LOGIN') return { fault: replies.otherMechanism };
  const step = name === 'PLAIN' ? plain : login;
  if (initial !== undefined) return step(initial);
  return { ask: name === 'PLAIN' ? '' : 'VXNlcm5hbWU6', next: step };
}
