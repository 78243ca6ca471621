import type { DkimVerdict, Verdict } from './records/received.ts';
import { createThread } from './thread.ts';

/**
 * A message's sender, as given in the SMTP session. `servers` are resolvers as `ip:port`. An empty list means
 * the machine's resolvers.
 */
export type AuthRequest = {
  message: Uint8Array;
  ip: string;
  helo: string;
  mail_from: string;
  servers: string[];
};

/**
 * The message's author as a bare address, empty if missing. `several` means more than one author, which
 * is treated as no author.
 */
export type AuthorOf = (message: Buffer) => { address: string; several: boolean };

/** `strict` means that the From domain asks receivers to quarantine or reject messages that fail. */
export type AuthResult = { spf: Verdict; dkim: DkimVerdict; dmarc: Verdict; strict: boolean };

const unknownAuth: AuthResult = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', strict: false };

/** Limits per message: time for all lookups, and room for the keys and hashes of large messages. */
const limits = { ms: 5_000, heap_mb: 256 };

export type MailAuth = (request: Omit<AuthRequest, 'servers'>) => Promise<AuthResult>;

/** Checks messages in the thread of `file`. Verdicts missing after 5 s are unknown. Never throws. */
export function createMailAuth(file: string | URL, servers: string[]): MailAuth {
  const call = createThread<AuthRequest, Partial<AuthResult>>(file, limits);
  return async (request) => {
    const result = { ...unknownAuth };
    await call({ ...request, servers }, (part) => Object.assign(result, part));
    return result;
  };
}
