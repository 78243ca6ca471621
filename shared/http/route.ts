import type * as z from 'zod';
import type { Caller, Context } from '../domain/context.ts';
import type { Scope } from '../domain/keys/scopes.ts';
import type { Bucket } from '../domain/limits/rate.ts';
import type { Answer } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a route's verb is given; `raw` is the body with its aliases folded, for hashes (H10). */
export type Input<Query, Body> = {
  caller: Caller;
  params: Record<string, string>;
  query: Query;
  body: Body;
  raw: Record<string, unknown>;
  idempotency_key: string | null;
  /** What the route's `find` answered. */
  found: unknown;
};

/** One declaration per endpoint: the app, the access rights and the OpenAPI document all come from it. */
export type Route<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType> = {
  method: Method;
  /** Relative to {base_url}, parameters in braces: `/emails/{id}`. */
  path: string;
  summary: string;
  /** Any one of these lets a key in (H2); null: no key needed. */
  scope: readonly Scope[] | null;
  bucket: Bucket;
  /** Whether tenant-limited keys may come at all (A9). */
  tenant_keys: 'own' | 'closed';
  query?: Query;
  body?: Body;
  /** The body is a form, urlencoded or multipart, whose text fields come as `raw`; none when it is no form. */
  form?: z.ZodType;
  /** Other names that a body field goes by. */
  aliases?: Aliases;
  /** Body fields that may hold line breaks (C6). */
  multiline?: readonly string[];
  /** Body fields whose null says "clear"; every other null says "absent" (C6). */
  clears?: readonly string[];
  /** A list in the body whose members are read and refused one by one, by `readItem` (Q25). */
  items?: string;
  /** Whether the Idempotency-Key header counts here. */
  idempotent?: boolean;
  status: number;
  /** Statuses that it may answer beside its own and those that its declaration implies. */
  also?: readonly number[];
  /** Media type of the answer, whose body is then text; JSON when absent. */
  produces?: string;
  response: z.ZodType;
  /** Resolves what the path names, so that a foreign id is 404 before any fault of body or query (A25, C11). */
  find?: (
    ctx: Context,
    input: {
      caller: Caller;
      params: Record<string, string>;
      raw: Record<string, unknown>;
      search: URLSearchParams;
    },
  ) => Promise<unknown>;
  run: (ctx: Context, input: Input<z.output<Query>, z.output<Body>>) => Promise<Answer>;
};

/**
 * Other names of fields: `names: {htmlBody: 'html'}`; `each: {attachments: {filename: 'name'}}` for the members of a
 * list. A field in `blank` is absent when it is `""`, before it is compared with its aliases (Q59).
 */
export type Aliases = {
  names?: Record<string, string>;
  each?: Record<string, Record<string, string>>;
  blank?: readonly string[];
};

/** Types a declaration by its own schemas. */
export function route<Query extends z.ZodType, Body extends z.ZodType>(
  declaration: Route<Query, Body>,
): Route {
  return declaration as unknown as Route;
}
