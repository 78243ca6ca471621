import { routeGroups } from '../../functions/routes.ts';
import type { Route } from '../../shared/http/route.ts';

/** Every endpoint there is. */
export const routes = Object.values(routeGroups).flat();

/** Those that take a key, and of these the ones whose path names an object. */
export const keyed = routes.filter((route) => route.scope !== null);
export const named = keyed.filter((route) => route.path.includes('{'));

export const title = (route: Route) => `${route.method} ${route.path}`;

/** A row per endpoint for `test.each`. */
export const each = (some: Route[]) => some.map((route) => [title(route), route] as const);

export const fill = (path: string, id: string) => path.replace(/\{\w+\}/g, id);

/** Q37 puts the body's shape before the object for this one route: it is sent a body that is sound. */
const sound: Record<string, string> = { 'PATCH /emails/{id}': '{"cancel":true}' };

/** A body that is sound JSON and names nothing. */
export const bodyOf = (route: Route) => (route.body ? { raw: sound[title(route)] ?? '{}' } : {});

const namesIn = (schema: unknown): string[] =>
  schema !== null && typeof schema === 'object' && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

/** Where a request to the endpoint may name a tenant in addition to its path: `tenant` or `tenants`. */
export function tenantFields(route: Route): { place: 'body' | 'query'; field: string }[] {
  const of = (place: 'body' | 'query') =>
    namesIn(route[place])
      .filter((field) => field === 'tenant' || field === 'tenants')
      .map((field) => ({ place, field }));
  return [...of('body'), ...of('query')];
}
