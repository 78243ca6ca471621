import { invalid } from '../../core/errors.ts';
import type { Route } from '../route.ts';
import { newState, type RequestState, type Serving, type Step } from '../state.ts';
import { checkScope } from '../steps/check-scope.ts';
import { findNamed } from '../steps/find-named.ts';
import { limitRate } from '../steps/limit-rate.ts';
import { readFields, readQuery } from '../steps/read-fields.ts';
import type { SessionInput } from './page.ts';

/**
 * The page that calls an operation. Its session is the caller, and its path parameters are passed to the
 * operation.
 */
type Asking = Pick<SessionInput, 'session' | 'params'>;

type OperationInput = {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  idempotency_key?: string | null;
  /** True for a preview, which changes nothing although its method is POST. */
  reads?: boolean;
  /** Continues a list from the same request, so it takes no rate token. */
  further?: boolean;
};

/**
 * Runs `GET /emails/{id}` for a page. Throws the error that the API would return. A redirect is `{location}`.
 */
export type Operation = (page: Asking, name: string, input?: OperationInput) => Promise<unknown>;

/** Runs API routes for pages. The checks and the operation are the same, but the session is the caller. */
export function operationsOf<C extends Serving>(ctx: C, routes: readonly Route<C>[]): Operation {
  const limit = limitRate(ctx);
  const steps: Step[] = [checkScope, findNamed, readQuery, readFields];
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return async (page, name, input = {}) => {
    const route = byName.get(name);
    if (route === undefined) throw new Error(`no operation ${name}`);
    const asked = stateOf(ctx, route, page, input);
    const answering = async () => {
      let state = asked;
      for (const step of steps) state = { ...state, ...(await step(ctx, state)) };
      return route.run(ctx, state);
    };
    const limited = Promise.resolve(input.further ? null : limit(ctx, asked));
    // A read runs in parallel with the rate check, so a page waits for at most three AWS calls in a row
    // (D42).
    if (route.method !== 'GET' && input.reads !== true) await limited;
    const [passed, answered] = await Promise.allSettled([limited, answering()]);
    if (passed.status === 'rejected') throw passed.reason;
    if (answered.status === 'rejected') throw answered.reason;
    const answer = answered.value;
    return 'redirect' in answer ? { location: answer.redirect } : answer.body;
  };
}

function stateOf<C extends Serving>(
  ctx: C,
  route: Route<C>,
  { session: { caller }, params }: Asking,
  { query = {}, body = {}, idempotency_key = null }: OperationInput,
): RequestState {
  // The form isn't from our page, because a header can contain only printable ASCII.
  if (idempotency_key && !/^[\x21-\x7e]{1,255}$/.test(idempotency_key))
    throw invalid([{ path: 'request', rule: 'format', message: 'Reload the page and try again' }]);
  const headers = new Headers(idempotency_key === null ? {} : { 'idempotency-key': idempotency_key });
  return newState(ctx, route, {
    request: new Request('http://page/', { headers }),
    request_id: caller.request_id,
    params,
    address: null,
    search: new URLSearchParams(query),
    caller,
    raw: body,
    idempotency_key,
  });
}
