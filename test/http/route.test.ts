import * as z from 'zod';
import { openRoute, route } from '../../shared/http/route.ts';
import { done, listOf, Ok } from '../../shared/http/schemas.ts';

// `npm run types` is what tests here: each line below @ts-expect-error must be an error of the compiler.

const read = { method: 'GET', summary: 'A test', status: 200 } as const;
const keyed = { ...read, scope: ['emails:read'], bucket: 'other', tenant_keys: 'own' } as const;
const Item = z.object({ id: z.string(), size: z.int() });

test('run answers what its response schema says, by the compiler', () => {
  const response = z.object({ item: Item });
  const good = openRoute({
    ...read,
    path: '/a',
    response,
    run: async () => ({ body: { item: { id: 'a', size: 1 } } }),
  });
  // @ts-expect-error size is a number
  openRoute({ ...read, path: '/a', response, run: async () => ({ body: { item: { id: 'a', size: '1' } } }) });
  // @ts-expect-error a field is missing
  openRoute({ ...read, path: '/a', response, run: async () => ({ body: { item: { id: 'a' } } }) });
  // @ts-expect-error another envelope
  openRoute({ ...read, path: '/a', response, run: async () => ({ body: { thing: { id: 'a', size: 1 } } }) });
  const page = { ...read, path: '/a', produces: 'text/html', response: z.string() } as const;
  // @ts-expect-error a page is text
  openRoute({ ...page, run: async () => ({ body: { a: 1 } }) });
  const moved = openRoute({ ...read, path: '/a', response, run: async () => ({ redirect: '/b' }) });
  const removed = openRoute({ ...read, path: '/a', response: Ok, run: async () => done });
  expect([good, moved, removed].map((one) => one.scope)).toEqual([null, null, null]);
});

test('a list has the name and the items of its schema', () => {
  const response = listOf('items', Item);
  const page = { has_more: false, next_cursor: null };
  const good = openRoute({
    ...read,
    path: '/a',
    response,
    run: async () => ({ body: { items: [], ...page } }),
  });
  // @ts-expect-error the list goes by another name
  openRoute({ ...read, path: '/a', response, run: async () => ({ body: { emails: [], ...page } }) });
  // @ts-expect-error an item of another shape
  openRoute({ ...read, path: '/a', response, run: async () => ({ body: { items: [{ id: 1 }], ...page } }) });
  expect(response.parse({ items: [], ...page })).toEqual({ items: [], ...page });
  expect(good.path).toBe('/a');
});

test('parameters come from the path, and what `find` found goes to `run`', () => {
  const both = route({
    ...keyed,
    path: '/tenants/{tenant}/domains/{domain}',
    response: Ok,
    run: async (_ctx, { params: { tenant, domain } }) => (tenant === domain ? done : done),
  });
  route({
    ...keyed,
    path: '/emails',
    response: Ok,
    // @ts-expect-error the path has no parameters
    run: async (_ctx, { params }) => (params.id ? done : done),
  });
  const found = route({
    ...keyed,
    path: '/things/{thing}',
    response: z.object({ name: z.string() }),
    find: async (_ctx, { params }) => ({ name: params.thing }),
    run: async (_ctx, { found: thing, params }) => ({ body: { name: thing.name + params.thing } }),
  });
  route({
    ...keyed,
    path: '/things/{thing}',
    response: Ok,
    // @ts-expect-error the path has no id
    run: async (_ctx, { params }) => (params.id ? done : done),
  });
  expect([found.path, both.path]).toEqual(['/things/{thing}', '/tenants/{tenant}/domains/{domain}']);
});

test('a route without a key knows no caller', () => {
  const health = { ...read, path: '/a', response: Ok } as const;
  // @ts-expect-error there is no caller
  const open = openRoute({ ...health, run: async (_ctx, { caller }) => (caller ? done : done) });
  expect(open.tenant_keys).toBe('closed');
});
