import { sha256Hex } from '../../core/seal.ts';
import type { Base, Caller, Identity, SmtpCredentials, Tenants } from '../context.ts';
import { smtp_username } from './key-record.ts';
import { accountSuspended, isSuspended } from './suspended.ts';
import { isAllowed, isExpired, recordUse, tenantExists } from './use.ts';

/** The caller in a session. `hash` is used to look up the credential again for each message. */
export type SmtpLogin = { caller: Caller; hash: string };

type Ports = Base & Identity & SmtpCredentials & Tenants;

type Client = { address: string; request_id: string };

/**
 * The caller of an already used credential. null if it is expired, if it, its tenant, or its account is gone,
 * or if the client's address isn't allowed. Throws 403 for a suspended account.
 */
export async function smtpCaller(
  ctx: Ports,
  hash: string,
  { address, request_id }: Client,
): Promise<Caller | null> {
  const credential = await ctx.smtp_credentials.find(hash);
  if (credential === null || isExpired(ctx, credential)) return null;
  // An attempt that isn't allowed doesn't count as use of the credential.
  if (!(await isAllowed(credential, address))) return null;
  const { id, tenant, allowed_domains } = credential;
  const [account] = await Promise.all([
    ctx.accounts.get(credential.account),
    recordUse(ctx, hash, credential.last_used_at, (at, since) => ctx.smtp_credentials.touch(hash, at, since)),
  ]);
  if (account === null) return null;
  if (tenant !== null && !(await tenantExists(ctx, credential.account, tenant))) return null;
  if (isSuspended(account)) throw accountSuspended();
  const actor = { kind: 'smtp', id } as const;
  return { account, source: 'api', actor, tenant, scopes: ['emails:send'], allowed_domains, request_id };
}

/** The relay's login, found by the password's SHA-256. null doesn't say which part was wrong. */
export async function authenticateSmtp(
  ctx: Ports,
  input: { authzid: string; username: string; password: string } & Client,
): Promise<SmtpLogin | null> {
  const { authzid, username, password, ...client } = input;
  if (username !== smtp_username || (authzid !== '' && authzid !== smtp_username)) return null;
  if (!/^svcsmtp_[0-9A-Za-z]{43}$/.test(password)) return null;
  const hash = sha256Hex(password);
  const caller = await smtpCaller(ctx, hash, client);
  return caller && { caller, hash };
}
