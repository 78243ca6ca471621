import { notFound } from '../../core/errors.ts';
import type { Email } from '../../core/records/emails.ts';
import { isId } from '../../core/runtime.ts';
import type { Caller, Mail } from '../context.ts';
import { grants } from '../keys/scopes.ts';

/**
 * The caller's email. Throws 404 if another account's or tenant's, or if a different key sent it and this key
 * can only send.
 */
export async function getEmail(ctx: Mail, caller: Caller, id: string): Promise<Email> {
  const email = isId('msg', id) ? await ctx.emails.get(caller.account.id, id) : null;
  if (email === null) throw notFound('Email');
  if (caller.tenant !== null && caller.tenant !== email.tenant) throw notFound('Email');
  if (!grants(caller.scopes, ['emails:read']) && email.actor !== caller.actor.id) throw notFound('Email');
  return email;
}
