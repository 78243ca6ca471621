import { AppError } from '../../core/errors.ts';
import type { Caller } from '../context.ts';
import { grants, type Scope, scopes } from './scopes.ts';

/** 403 insufficient_scope unless the caller's key has one of these scopes (H2). */
export function requireScope(caller: Caller, scope: readonly Scope[]): void {
  if (grants(caller.scopes, scope)) return;
  const required = scopes.filter((name) => scope.includes(name) && (name !== 'full' || scope.length === 1));
  const details = { required, granted: caller.scopes };
  throw new AppError('insufficient_scope', `This key lacks the scope ${required.join(' or ')}`, { details });
}
