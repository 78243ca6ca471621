import { type Call, type Operation, type Operations, pathPart, type QueryValues } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Resources } from './generated/types.ts';
import { listOf } from './list.ts';
import type { KeyedOptions } from './types.ts';

/** A client method. It takes only the ids, params, and options that it needs. */
const methodOf =
  (call: Call, { method, path, takes, list, ...request }: Operation) =>
  (...given: unknown[]) => {
    const to = path.replace(/\{\w+\}/g, () => pathPart(given.shift()));
    const params = takes && given.shift();
    if (takes === 'body') checkNoReact(params);
    const options = given[0] as KeyedOptions | undefined;
    if (list) return listOf(call, to, list, params as QueryValues | undefined, options);
    return call(method, to, takes ? { ...request, [takes]: params } : request, options);
  };

/** Throws a TypeError for `react:`, as in Resend's SDK: an element can't be sent as JSON. */
function checkNoReact(params: unknown): void {
  const { emails } = Object(params) as { emails?: unknown };
  const bodies = [params, ...(Array.isArray(emails) ? emails : [])];
  if (bodies.some((body) => 'react' in Object(body)))
    throw new TypeError(
      "react: render the element first: { ...(await renderEmail(element)) }, with renderEmail from '@mailwright/sdk/react-email'",
    );
}

/** Every method of docs/openapi.json, in its resource. */
export const resourcesOf = (call: Call) => methodsIn(call, operations) as Resources;

const methodsIn = (call: Call, within: Operations): object =>
  Object.fromEntries(
    Object.entries(within).map(([name, one]) => [
      name,
      isOperation(one) ? methodOf(call, one) : methodsIn(call, one),
    ]),
  );

const isOperation = (one: Operation | Operations): one is Operation => typeof one.path === 'string';
