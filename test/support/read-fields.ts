import { type Issue, isAppError } from '../../shared/core/errors.ts';
import type { Json } from '../../shared/core/json-path.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { Route } from '../../shared/http/route.ts';
import type { RequestState } from '../../shared/http/state.ts';
import { readFields } from '../../shared/http/steps/read-fields.ts';
import { routes, title } from './routes.ts';

export const routeOf = (name: string): Route => {
  const found = routes.find((route) => title(route) === name);
  if (found === undefined) throw new Error(`no route ${name}`);
  return found;
};

/** A route's issues with a body, in order. */
export function issuesOf(name: string, raw: Json): Issue[] {
  try {
    readFields({} as Context, { route: routeOf(name), raw } as unknown as RequestState);
    return [];
  } catch (error) {
    if (isAppError(error)) return error.details?.issues as Issue[];
    throw error;
  }
}

export const unknownIn = (name: string, raw: Json) =>
  issuesOf(name, raw)
    .filter(({ rule }) => rule === 'unknown')
    .map(({ path, message }): [string, string] => [path, message]);

/** The message of each unknown field of a send, by path. */
export const unknownInSend = (raw: Json): Record<string, string> =>
  Object.fromEntries(unknownIn('POST /emails', raw));
