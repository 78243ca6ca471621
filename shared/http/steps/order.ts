import type { Serving, Step } from '../state.ts';
import { authenticateBy, type Strategy } from './authenticate.ts';
import { checkScope, refuseTenantKey } from './check-scope.ts';
import { findNamed } from './find-named.ts';
import { limitRate } from './limit-rate.ts';
import { parseBody, readBody } from './read-body.ts';
import { readFields, readQuery } from './read-fields.ts';
import { readIdempotencyKey } from './read-idempotency-key.ts';

/**
 * The checks, in order. The first failure is returned. They run after routing (404, 405) and before the
 * operation.
 */
export const stepsOf = (ctx: Serving, strategies: readonly Strategy[]): readonly Step[] => [
  authenticateBy(strategies), // 401
  limitRate(ctx), // 429
  readBody, // 413
  parseBody, // 400 for a body that is not a JSON object
  refuseTenantKey, // 403
  checkScope, // 403
  findNamed, // 403 and 404 for objects in the path
  readIdempotencyKey, // 400
  readQuery, // 400
  readFields, // 400
];
