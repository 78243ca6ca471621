import * as z from 'zod';
import { byName } from '../core/by-name.ts';
import type { Caller, Context } from '../domain/context.ts';
import { idempotencyOf } from './idempotency.ts';
import type { Facts, Operations, Resource } from './resource-declaration.ts';
import { type Route, route } from './route.ts';
import { done, ListQuery, listOf, Ok } from './schemas.ts';

/** Declares a resource: its usual routes, and the facts that the document, dashboard, and tests use. */
export function resource<
  const One extends string,
  const Many extends string,
  Full extends z.ZodType,
  Shown,
  Body extends z.ZodType,
  Named,
  Filters extends z.ZodRawShape,
  Within,
  Query extends z.ZodType,
  Change extends z.ZodType,
  Target,
  Row extends z.ZodType = Full,
  C = Context,
>(
  said: Facts &
    Operations<NoInfer<C>, One, Many, Full, Row, Shown, Body, Named, Filters, Within, Query, Change, Target>,
): Resource<C> {
  return { ...said, routes: routesOf(said as unknown as Usual<C>) };
}

/** A declaration whose types were already checked where it was written. */
type Usual<C> = Facts & Operations<C>;

/** `/webhooks/{id}/deliveries` becomes `webhooks.deliveries` in the SDK. */
const sdkName = (path: string): string =>
  path
    .slice(1)
    .replace(/\/\{\w+\}/g, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll('/', '.');

/** A resource's declared usual routes, in the order of the document. */
function routesOf<C>(said: Usual<C>): Route<C>[] {
  const { path, param = 'id', one, many, noun, record, row = record, show, read, write } = said;
  const { tenant_keys, present_key, create, list, get, update, act, remove } = said;
  const member = `${path}/{${param}}`;
  const base = { bucket: 'other', tenant_keys, present_key, status: 200 } as const;
  const usual = (scope: typeof read, method: string, summary: string) => ({
    ...base,
    scope,
    sdk: `${sdkName(path)}.${method}`,
    summary,
  });
  const idOf = (params: Record<string, string>) => params[param] ?? '';
  const find = async (ctx: C, caller: Caller, id: string) =>
    get?.find ? get.find(ctx, caller, id) : get?.verb(ctx, caller, id, undefined);
  const response = z.object(byName([one], () => record));
  const answer = async (ctx: C, shown: unknown) => ({ body: { [one]: await show(ctx, shown) } });
  const once = create?.once ?? {};
  const routes: (Route<C> | undefined)[] = [
    create &&
      route({
        ...usual(write, 'create', `Create ${noun}`),
        method: 'POST',
        path,
        status: 201,
        ...create,
        response: response.extend(once),
        run: async (ctx, { caller, body, found, raw, idempotency_key }) => {
          const idempotency = idempotencyOf(caller, idempotency_key, path, raw);
          const made = await create.verb(ctx, caller, body, found, { idempotency });
          const shown = await answer(ctx, made[one]);
          const more = byName(Object.keys(once), (name) => made[name]);
          return { body: { ...shown.body, ...more }, ...(made.created === false && { status: 200 }) };
        },
      }),
    list &&
      route({
        ...usual(read, 'list', `List ${noun.replace(/^an? /, '')}s, newest first`),
        method: 'GET',
        path,
        ...list,
        query: ListQuery.extend(list.filters ?? {}),
        response: listOf(many, row),
        run: async (ctx, { caller, query, found }) => ({
          body: await list.verb(ctx, caller, query, found),
        }),
      }),
    get &&
      route({
        ...usual(read, 'get', `Get ${noun}`),
        method: 'GET',
        path: member,
        ...get,
        response,
        find: (ctx, { caller, params }) => find(ctx, caller, idOf(params)),
        run: async (ctx, { caller, params, query, found }) =>
          answer(ctx, get.find ? await get.verb(ctx, caller, idOf(params), query) : found),
      }),
    update &&
      route({
        ...usual(write, 'update', `Change ${noun}`),
        method: 'PATCH',
        path: member,
        ...update,
        response,
        find: async (ctx, input) => {
          const id = idOf(input.params);
          return update.find ? update.find(ctx, input, id) : find(ctx, input.caller, id);
        },
        run: async (ctx, { caller, params, body, found }) =>
          answer(ctx, await update.verb(ctx, caller, idOf(params), body, found)),
      }),
    act,
    remove &&
      route({
        ...usual(write, 'delete', `Delete ${noun}`),
        method: 'DELETE',
        path: member,
        ...remove,
        response: Ok,
        run: (ctx, { caller, params }) => remove.verb(ctx, caller, idOf(params)).then(() => done),
      }),
  ];
  return routes.filter((one) => one !== undefined);
}
