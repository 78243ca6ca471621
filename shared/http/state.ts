import type { Base, Caller, Identity, Rates, Tenants } from '../domain/context.ts';
import type { FindInput, Route } from './route.ts';

/** The ports that serving HTTP takes; each route takes more. */
export type Serving = Base & Identity & Tenants & Rates;

/** The known part of a request. Each step of C12 reads it and returns what it adds. */
export type RequestState = {
  readonly request: Request;
  readonly request_id: string;
  readonly route: Declaration;
  /** The route's own look-up of the object that its path names, null when it has none. */
  readonly find: ((input: FindInput) => Promise<unknown>) | null;
  readonly params: Record<string, string>;
  /** The client's address as the gateway saw it; null where it is not known. */
  readonly address: string | null;
  readonly search: URLSearchParams;
  /** null until authenticated, and on a route that needs no key. */
  readonly caller: Caller | null;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array;
  /** The body as it was parsed; after the fields are read, with its aliases folded. */
  readonly raw: Record<string, unknown>;
  readonly found: unknown;
  readonly idempotency_key: string | null;
  readonly query: unknown;
  readonly body: unknown;
};

/** A route without its code, as the steps read it. */
export type Declaration = Omit<Route<never>, 'find' | 'run'>;

type Added = Partial<RequestState>;

/** One check: returns the part that it adds to the state, or throws its refusal. */
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
