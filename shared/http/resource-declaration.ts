import type * as z from 'zod';
import type { Caller, Context } from '../domain/context.ts';
import type { Scope } from '../domain/keys/scopes.ts';
import type { idempotencyOf } from './idempotency.ts';
import type { PlainPage } from './pages/plain-page.ts';
import type { FindInput, Route } from './route.ts';
import type { ListQuery } from './schemas.ts';

/** A resource's names and access, read by the OpenAPI document, the dashboard, and the tests. */
export type Facts = {
  /** The path, relative to {base_url}, such as `/inbound-routes`. */
  path: `/${string}`;
  /** The path parameter of a single object. `id` by default. */
  param?: string;
  /** The prefix of its ids. */
  id: string;
  /** The singular noun in sentences, such as `an inbound route`. */
  noun: string;
  /** Its description in the reference. Absent if the parent resource's text covers it. */
  about?: string;
  /** A caller needs one of these scopes. */
  read: readonly Scope[];
  write: readonly Scope[];
  tenant_keys: Route['tenant_keys'];
  present_key?: boolean;
  /** The field that names it in search results, and its parent page, if any. Absent: see `search-ids.ts`. */
  named?: string;
  pages?: string;
  /** A body that creates one. Null if the API can't create it. */
  sample: object | null;
  /** Its dashboard pages, unless they are written by hand. */
  page?: PlainPage;
};

export type Resource<C = Context> = Facts & { one: string; many: string; routes: Route<C>[] };

/**
 * An operation's declaration, as in `route`. Defaults to the usual status and a summary built from `noun`.
 */
type Said = Partial<
  Pick<
    Route,
    | ('summary' | 'description' | 'status' | 'also' | 'also_scopes' | 'every_scope' | 'tenant_keys')
    | ('aliases' | 'strict' | 'multiline' | 'clears' | 'idempotent')
  >
>;

/** As in `route`: throws 403 or 404 for objects that the request names, before its fields are read. */
type Find<C, Found> = (ctx: C, input: FindInput) => Promise<Found>;

type Options = { idempotency: ReturnType<typeof idempotencyOf> };

/** The usual operations, by domain function. `show` turns their result into the record. */
export type Operations<
  C,
  One extends string = string,
  Many extends string = string,
  Full = z.ZodType,
  Row = z.ZodType,
  Shown = unknown,
  Body = z.ZodType,
  Named = unknown,
  Filters extends z.ZodRawShape = typeof ListQuery.shape,
  Within = unknown,
  Query = z.ZodType,
  Change = z.ZodType,
  Target = unknown,
> = {
  /** The names of a single object and of a list in responses. */
  one: One;
  many: Many;
  record: Full;
  /** The record in lists, if it differs. */
  row?: Row;
  show: (ctx: C, shown: Shown) => z.input<Full> | Promise<z.input<Full>>;
  /** `created: false` returns 200. `once` lists fields that only this response includes. */
  create?: Said & {
    body: Body;
    once?: z.ZodRawShape;
    find?: Find<C, Named>;
    verb: (
      ctx: C,
      caller: Caller,
      body: z.output<Body>,
      found: Named,
      options: Options,
    ) => Promise<Record<One, NoInfer<Shown>> & { created?: boolean }>;
  };
  list?: Said & {
    filters?: Filters;
    find?: Find<C, Within>;
    verb: (
      ctx: C,
      caller: Caller,
      query: z.output<typeof ListQuery> & z.output<z.ZodObject<Filters>>,
      found: Within,
    ) => Promise<Record<Many, z.input<Row>[]> & { has_more: boolean; next_cursor: string | null }>;
  };
  /** With `find`, a 404 comes before query errors. */
  get?: Said & {
    query?: Query;
    find?: (ctx: C, caller: Caller, id: string) => Promise<unknown>;
    verb: (ctx: C, caller: Caller, id: string, query: z.output<Query>) => Promise<Shown>;
  };
  /** `find` is the same as `get` by default. */
  update?: Said & {
    body: Change;
    find?: (ctx: C, input: FindInput, id: string) => Promise<Target>;
    verb: (ctx: C, caller: Caller, id: string, change: z.output<Change>, found: Target) => Promise<Shown>;
  };
  /** A POST to one object, declared as an ordinary route. */
  act?: Route<C>;
  remove?: Said & { verb: (ctx: C, caller: Caller, id: string) => Promise<void> };
};
