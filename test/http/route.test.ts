import * as z from 'zod';
import { openRoute, route } from '../../shared/http/route.ts';
import { done, listOf, Ok } from '../../shared/http/schemas.ts';

// `npm run types` is what tests here: each line below @ts-expect-error must be an error of the compiler.

const read = { method: 'GET', path: '/a', summary: 'A test', status: 200 } as const;
const keyed = { ...read, scope: ['emails:read'], bucket: 'other', tenant_keys: 'own' } as const;

test('run answers what its response schema says, by the compiler', () => {
  const item = { ...read, response: z.object({ item: z.object({ size: z.int() }) }) } as const;
  const list = { ...read, response: listOf('items', z.object({ id: z.string() })) } as const;
  const page = { ...read, produces: 'text/html', response: z.string() } as const;
  const all = { has_more: false, next_cursor: null };
  const routes = [
    openRoute({ ...item, run: async () => ({ body: { item: { size: 1 } } }) }),
    openRoute({ ...item, run: async () => ({ redirect: '/b' }) }),
    // @ts-expect-error size is a number
    openRoute({ ...item, run: async () => ({ body: { item: { size: '1' } } }) }),
    // @ts-expect-error a field is missing
    openRoute({ ...item, run: async () => ({ body: { item: {} } }) }),
    openRoute({ ...list, run: async () => ({ body: { items: [], ...all } }) }),
    // @ts-expect-error the list has another name
    openRoute({ ...list, run: async () => ({ body: { emails: [], ...all } }) }),
    // @ts-expect-error a page is text
    openRoute({ ...page, run: async () => ({ body: { a: 1 } }) }),
    // @ts-expect-error there is no caller without a key
    openRoute({ ...read, response: Ok, run: async (_ctx, { caller }) => (caller ? done : done) }),
  ];
  expect(new Set(routes.map(({ scope, tenant_keys }) => `${scope} ${tenant_keys}`))).toEqual(
    new Set(['null closed']),
  );
});

test('parameters come from the path, and `run` gets the result of `find`, as the compiler checks', () => {
  const thing = { ...keyed, path: '/things/{thing}', response: z.object({ name: z.string() }) } as const;
  const found = route({
    ...thing,
    find: async (_ctx, { params }) => ({ name: params.thing }),
    run: async (_ctx, { found, params }) => ({ body: { name: found.name + params.thing } }),
  });
  // @ts-expect-error the path has no id
  route({ ...thing, run: async (_ctx, { params }) => ({ body: { name: params.id } }) });
  expect(found.path).toBe('/things/{thing}');
});
