import { routeGroups } from '../../functions/routes.ts';
import type { Route } from '../../shared/http/route.ts';

/** Every endpoint. */
export const routes = Object.values(routeGroups).flat();

/** Endpoints that take a key, and those of them whose path names an object. */
export const keyed = routes.filter((route) => route.scope !== null);
export const named = keyed.filter((route) => route.path.includes('{'));

export const title = (route: Route) => `${route.method} ${route.path}`;

/** One row per endpoint for `test.each`. */
export const each = (some: Route[]) => some.map((route) => [title(route), route] as const);

export const fill = (path: string, id: string) => path.replace(/\{\w+\}/g, id);

/** Only for this route, Q37 checks the body's shape before the object, so it needs a valid body. */
const sound: Record<string, string> = { 'PATCH /emails/{id}': '{"cancel":true}' };

/** A valid JSON body that names nothing. */
export const bodyOf = (route: Route) => (route.body ? { raw: sound[title(route)] ?? '{}' } : {});

const namesIn = (schema: unknown): string[] =>
  schema !== null && typeof schema === 'object' && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

/** Where, besides the path, a request to the endpoint may name a tenant: `tenant` or `tenants`. */
export function tenantFields(route: Route): { place: 'body' | 'query'; field: string }[] {
  const of = (place: 'body' | 'query') =>
    namesIn(route[place])
      .filter((field) => field === 'tenant' || field === 'tenants')
      .map((field) => ({ place, field }));
  return [...of('body'), ...of('query')];
}
