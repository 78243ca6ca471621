import { type Call, type Operation, pathPart, type QueryValues } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Resources } from './generated/types.ts';
import { listOf } from './list.ts';
import type { KeyedOptions } from './types.ts';

/** A method of the client: it takes ids, params and options, without those that it does not need (D60). */
const methodOf =
  (call: Call, { method, path, takes, list, ...request }: Operation) =>
  (...given: unknown[]) => {
    const to = path.replace(/\{\w+\}/g, () => pathPart(given.shift()));
    const params = takes && given.shift();
    const options = given[0] as KeyedOptions | undefined;
    if (list) return listOf(call, to, list, params as QueryValues | undefined, options);
    return call(method, to, takes ? { ...request, [takes]: params } : request, options);
  };

/** Every method of docs/openapi.json, each by its name. */
export function resourcesOf(call: Call): Resources {
  const resources: Record<string, unknown> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const parts = name.split('.');
    const method = parts.pop() as string;
    let at = resources;
    for (const part of parts) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[method] = methodOf(call, operation);
  }
  return resources as Resources;
}
