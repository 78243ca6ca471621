import { type AppError, publicError } from '../core/errors.ts';
import type { Base, Caller } from '../domain/context.ts';
import { toErrorResponse, toResponse } from './answer.ts';
import { logRequest, type Seen, seenOf } from './request-log.ts';
import type { Route } from './route.ts';
import { newState, type Serving, type Step } from './state.ts';

/** The caller for a log line: the account, and the session's member. */
const callerOf = (caller: Caller | null) =>
  caller
    ? { account: caller.account.id, ...(caller.actor.kind === 'session' && { member: caller.actor.id }) }
    : {};

/** Serves a route: the steps in order, then the route's operation, and one log line. */
export function serveRoute<C extends Serving>(ctx: C, route: Route<C>, steps: readonly Step[]) {
  return async (
    request: Request,
    params: Record<string, string>,
    address: string | null,
  ): Promise<Response> => {
    const seen = { ...seenOf(ctx, request), route: route.path };
    const { request_id } = seen;
    const headers = { 'x-request-id': request_id };
    let state = newState(ctx, route, { request, request_id, params, address, headers });
    const who = () => callerOf(state.caller);
    try {
      for (const step of steps) state = { ...state, ...(await step(ctx, state)) };
      const answer = await route.run(ctx, state);
      const response = toResponse(route, answer, state.headers);
      const { status } = response;
      logRequest(
        ctx,
        { ...seen, ...who() },
        'emails' in answer ? { status, emails: answer.emails, replayed: answer.replayed } : { status },
      );
      return response;
    } catch (thrown) {
      return refuse(ctx, { ...seen, ...who() }, publicError(thrown), state.headers);
    }
  };
}

export function serveRefusal(ctx: Base, refusal: AppError) {
  return async (request: Request): Promise<Response> => {
    const seen = seenOf(ctx, request);
    return refuse(ctx, seen, refusal, { 'x-request-id': seen.request_id });
  };
}

function refuse(ctx: Base, seen: Seen, refusal: AppError, headers: Record<string, string>): Response {
  const response = toErrorResponse(refusal, ctx.settings.dashboard_url, headers);
  logRequest(ctx, seen, { status: response.status, refusal });
  return response;
}
