import { AppError } from '../../core/errors.ts';
import type { Caller } from '../context.ts';
import { grants, type Scope, scopes } from './scopes.ts';

/** 403 insufficient_scope unless the caller's key has one of these scopes. */
export function requireScope(caller: Caller, scope: readonly Scope[]): void {
  if (grants(caller.scopes, scope)) return;
  const required = scopes.filter((name) => scope.includes(name) && (name !== 'full' || scope.length === 1));
  const details = { required, granted: caller.scopes };
  throw new AppError('insufficient_scope', `This key lacks the scope ${required.join(' or ')}`, { details });
}

/**
 * Throws 403 insufficient_scope unless the caller's key has all of these scopes. Details name the missing
 * scopes.
 */
export function requireEveryScope(caller: Caller, wanted: readonly Scope[]): void {
  const required = scopes.filter((name) => wanted.includes(name) && !grants(caller.scopes, [name]));
  if (required.length === 0) return;
  const details = { required, granted: caller.scopes };
  const message = `This key lacks the scopes ${required.join(' and ')}`;
  throw new AppError('insufficient_scope', message, { details });
}
