import type { DkimVerdict, Verdict } from './records/received.ts';
import { createThread } from './thread.ts';

/** The sender of a message, as the session named it; `servers`: resolvers as `ip:port`, the machine's when empty. */
export type AuthRequest = {
  message: Uint8Array;
  ip: string;
  helo: string;
  mail_from: string;
  servers: string[];
};

/** The author that a message names: a bare address, empty when there is none; `several` authors count as none. */
export type AuthorOf = (message: Buffer) => { address: string; several: boolean };

/** `strict`: the domain of From asks for quarantine or refusal of messages that fail. */
export type AuthResult = { spf: Verdict; dkim: DkimVerdict; dmarc: Verdict; strict: boolean };

const unknownAuth: AuthResult = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', strict: false };

/** The limits of checking one message: all its look-ups, and room for the keys and hashes of large ones. */
const limits = { ms: 5_000, heap_mb: 256 };

export type MailAuth = (request: Omit<AuthRequest, 'servers'>) => Promise<AuthResult>;

/** Checks messages in the thread of `file`; verdicts that are missing after 5 s are unknown. Never throws. */
export function createMailAuth(file: string | URL, servers: string[]): MailAuth {
  const call = createThread<AuthRequest, Partial<AuthResult>>(file, limits);
  return async (request) => {
    const result = { ...unknownAuth };
    await call({ ...request, servers }, (part) => Object.assign(result, part));
    return result;
  };
}
