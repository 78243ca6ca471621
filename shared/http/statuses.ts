import type { Route } from './route.ts';

export function statusesOf(route: Route): number[] {
  const named = route.path.includes('{') ? [404] : [];
  const keyed = route.scope === null ? [] : [401, 403, 429, ...named];
  const body = route.body || route.form ? [400, 413] : route.query ? [400] : [];
  const idempotent = route.idempotent ? [400, 409] : [];
  const all = [route.status, ...(route.also ?? []), ...body, ...keyed, ...idempotent, 500, 503];
  return [...new Set(all)].sort((a, b) => a - b);
}
