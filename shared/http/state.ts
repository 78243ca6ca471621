import type { Base, Caller, Identity, Rates, Tenants } from '../domain/context.ts';
import type { FindInput, Route } from './route.ts';

/** The ports that serving HTTP needs. Each route needs more. */
export type Serving = Base & Identity & Tenants & Rates;

/** The request's state so far. Each step of C12 reads it and returns its additions. */
export type RequestState = {
  readonly request: Request;
  readonly request_id: string;
  readonly route: Declaration;
  /** The route's own lookup of the object in its path. Null if it has none. */
  readonly find: ((input: FindInput) => Promise<unknown>) | null;
  readonly params: Record<string, string>;
  /** The client's address as the gateway saw it. Null if unknown. */
  readonly address: string | null;
  readonly search: URLSearchParams;
  /** Null until the caller is authenticated, and on routes without a key. */
  readonly caller: Caller | null;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array;
  /** The parsed body. After the fields are read, aliases are replaced by their names. */
  readonly raw: Record<string, unknown>;
  readonly found: unknown;
  readonly idempotency_key: string | null;
  readonly query: unknown;
  readonly body: unknown;
};

/** A route without its code, for the steps. */
export type Declaration = Omit<Route<never>, 'find' | 'run'>;

type Added = Partial<RequestState>;

/** One check. Returns its additions to the state, or throws. */
export type Step = (ctx: Serving, state: RequestState) => Added | Promise<Added>;

export function newState<C>(
  ctx: C,
  route: Route<C>,
  given: Pick<RequestState, 'request' | 'request_id' | 'params' | 'address'> & Added,
): RequestState {
  const { find } = route;
  return {
    route,
    find: find ? (input) => find(ctx, input) : null,
    search: new URL(given.request.url).searchParams,
    caller: null,
    headers: {},
    bytes: new Uint8Array(),
    raw: {},
    found: undefined,
    idempotency_key: null,
    query: {},
    body: {},
    ...given,
  };
}
