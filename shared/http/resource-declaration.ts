import type * as z from 'zod';
import type { Caller, Context } from '../domain/context.ts';
import type { Scope } from '../domain/keys/scopes.ts';
import type { idempotencyOf } from './idempotency.ts';
import type { PlainPage } from './pages/plain-page.ts';
import type { FindInput, Route } from './route.ts';
import type { ListQuery } from './schemas.ts';

/** What a resource is called and who may use it: the document, the dashboard and the tests read it, too. */
export type Facts = {
  /** Relative to {base_url}: `/inbound-routes`. */
  path: `/${string}`;
  /** The parameter of a member's path; `id` when absent. */
  param?: string;
  /** The prefix of its ids. */
  id: string;
  /** The name of one in a sentence: `an inbound route`. */
  noun: string;
  /** What it is, for the reference; absent where the resource around it says so. */
  about?: string;
  /** A caller needs one of these. */
  read: readonly Scope[];
  write: readonly Scope[];
  tenant_keys: Route['tenant_keys'];
  present_key?: boolean;
  /** The field that names one in search results, and the page above its own, if it has one; absent: see `search-ids.ts`. */
  named?: string;
  pages?: string;
  /** A body that makes one; null where the API makes none. */
  sample: object | null;
  /** Its pages in the dashboard, where they are not written by hand. */
  page?: PlainPage;
};

export type Resource<C = Context> = Facts & { one: string; many: string; routes: Route<C>[] };

/** What an operation says as in `route`. The usual status, and a summary from `noun`, are said already. */
type Said = Partial<
  Pick<
    Route,
    | ('summary' | 'description' | 'status' | 'also' | 'also_scopes' | 'every_scope' | 'tenant_keys')
    | ('aliases' | 'strict' | 'multiline' | 'clears' | 'idempotent')
  >
>;

/** As in `route`: 403 or 404 for what the request names, before its fields are read. */
type Find<C, Found> = (ctx: C, input: FindInput) => Promise<Found>;

type Options = { idempotency: ReturnType<typeof idempotencyOf> };

/** The usual operations by verbs of the domain. `show` makes the record of what they return. */
export type Operations<
  C,
  One extends string,
  Many extends string,
  Full,
  Row,
  Shown,
  Body,
  Named,
  Filters extends z.ZodRawShape,
  Within,
  Query,
  Change,
  Target,
> = {
  /** The name of one, and of a list, in answers. */
  one: One;
  many: Many;
  record: Full;
  /** The record in lists, where it is another one. */
  row?: Row;
  show: (ctx: C, shown: Shown) => z.input<Full> | Promise<z.input<Full>>;
  /** `created: false` is answered with 200; `once`: fields that only this answer has. */
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
  /** `find`: 404 ahead of faults in the query. */
  get?: Said & {
    query?: Query;
    find?: (ctx: C, caller: Caller, id: string) => Promise<unknown>;
    verb: (ctx: C, caller: Caller, id: string, query: z.output<Query>) => Promise<Shown>;
  };
  /** `find`: as for `get` when absent. */
  update?: Said & {
    body: Change;
    find?: (ctx: C, input: FindInput, id: string) => Promise<Target>;
    verb: (ctx: C, caller: Caller, id: string, change: z.output<Change>, found: Target) => Promise<Shown>;
  };
  /** POST to one of it, which does what the body says: an ordinary route. */
  act?: Route<C>;
  remove?: Said & { verb: (ctx: C, caller: Caller, id: string) => Promise<void> };
};
