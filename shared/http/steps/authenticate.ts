import type { Caller } from '../../domain/context.ts';
import { authenticate, unauthorized } from '../../domain/keys/authenticate.ts';
import type { RequestState, Serving, Step } from '../state.ts';

/** One way to authenticate: returns the caller, null if the request doesn't use it, or throws 401. */
export type Strategy = (
  ctx: Serving,
  state: Pick<RequestState, 'request' | 'request_id' | 'address' | 'route'>,
) => Promise<Caller | null>;

/** `Authorization: Bearer svc_…`. */
export const apiKey: Strategy = async (ctx, { request, request_id, address, route }) => {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return null;
  const { present_key: present = false, method, bucket } = route;
  // A send reads the tenant itself, along with its other facts.
  const writes = method !== 'GET' && bucket === 'other';
  return authenticate(ctx, { authorization, address, request_id, present, writes });
};

/** The caller, from the first strategy that the request uses. Throws 401 if it uses none. */
export const authenticateBy =
  (strategies: readonly Strategy[]): Step =>
  async (ctx, state) => {
    if (state.route.scope === null) return {};
    for (const strategy of strategies) {
      const caller = await strategy(ctx, state);
      if (caller !== null) return { caller };
    }
    throw unauthorized();
  };
