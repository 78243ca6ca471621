import type * as z from 'zod';
import type { Caller, Context } from '../domain/context.ts';
import type { Scope } from '../domain/keys/scopes.ts';
import type { Bucket } from '../domain/limits/rate.ts';
import type { Answer } from './answer.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A path's parameters by name, decoded: `{ id: string }` for `/emails/{id}`. */
type Params<Path extends string> = Record<NamesIn<Path>, string>;

/**
 * Other field names: `names: {htmlBody: 'html'}`. `each: {attachments: {filename: 'name'}}` for list members.
 * A field in `blank` counts as absent when it is `""`, before it is compared with its aliases.
 */
export type Aliases = {
  names?: Record<string, string>;
  each?: Record<string, Record<string, string>>;
  blank?: readonly string[];
};

/**
 * How a strict body reports unknown fields. `elsewhere` has advice for other providers' names, by paths such
 * as `attachments.path`, ignoring case and separators. `refused` lists fields for which the operation has its
 * own error.
 */
export type Strict = { elsewhere?: Readonly<Record<string, string>>; refused?: readonly string[] };

/** The input of `find`: the request before its fields are read. */
export type FindInput<PathParams = unknown> = {
  caller: Caller;
  params: PathParams;
  raw: Record<string, unknown>;
  search: URLSearchParams;
  /** Whether the request has an Idempotency-Key that this route uses. */
  repeatable: boolean;
};

/**
 * The input of `run`. `raw` is the body with aliases replaced by their names (for hashes), or the form's
 * fields.
 */
type RunInput<Path extends string, Query, Body> = {
  request: Request;
  /** The client's address as the gateway saw it. Null if unknown. */
  address: string | null;
  params: Params<Path>;
  query: Query;
  body: Body;
  raw: Record<string, unknown>;
};

type Declared<Path extends string, Query, Body, Response> = {
  method: Method;
  /** Relative to {base_url}, with parameters in braces: `/emails/{id}`. */
  path: Path;
  summary: string;
  description?: string;
  /** The SDK method for the request. Absent for requests from browsers and mail programs. */
  sdk?: string;
  query?: Query;
  body?: Body;
  aliases?: Aliases;
  /** Rejects every unknown field. Without it, only misspelled ones are rejected. */
  strict?: Strict;
  /** Body fields that may include line breaks. */
  multiline?: readonly string[];
  /** Body fields that null clears. Null in any other field means absent. */
  clears?: readonly string[];
  /** A body list whose members are read and rejected one by one, by `readItem`. */
  items?: string;
  /**
   * The body is an urlencoded or multipart form whose text fields come as `raw`. Empty if it isn't a form.
   */
  form?: z.ZodType;
  status: number;
  also?: readonly number[];
  /** The response's media type if its body is text or bytes. By default it is JSON. */
  produces?: string;
  /** The JSON response, when the query can ask for JSON instead of `produces`. */
  also_json?: z.ZodType;
  response: Response;
};

type KeyedInput<Found, Calling = Caller> = { caller: Calling; idempotency_key: string | null; found: Found };

/**
 * What tenant-limited keys can reach: their tenant's objects, with the route's scope (`own`) or with any
 * scope (`own_any_scope`), or nothing (`closed`).
 */
type TenantKeys = 'own' | 'own_any_scope' | 'closed';

/** Who can call a route: scopes, rate, and keys. */
type Access<Scopes extends readonly Scope[] | null> = {
  /** A caller needs one of these. Null means no key. */
  scope: Scopes;
  /** Scopes that some requests need instead, as the description explains. */
  also_scopes?: readonly Scope[];
  /** Scopes that the body requires, all of them, instead of any one of `scope`. */
  every_scope?: (raw: Record<string, unknown>) => readonly Scope[];
  bucket: Bucket;
  tenant_keys: TenantKeys;
  idempotent?: boolean;
  /** Whether the key is read as it is stored now. Otherwise it may be up to half a minute old. */
  present_key?: boolean;
};

/** An endpoint's only declaration. The app, access rights, and OpenAPI document are derived from it. */
type KeyedRoute<Path extends string, Query, Body, Response, Found, C> = Declared<
  Path,
  Query,
  Body,
  Response
> &
  Access<readonly Scope[]> & {
    /** Resolves the object in the path, so a foreign id returns 404 before any body or query error. */
    find?: (ctx: NoInfer<C>, input: FindInput<Params<NoInfer<Path>>>) => Promise<Found>;
    run: (
      ctx: NoInfer<C>,
      input: RunInput<Path, z.output<Query>, z.output<Body>> & KeyedInput<Found>,
    ) => Promise<Answer<z.input<NoInfer<Response>>>>;
  };

/** An endpoint that needs no key and has no caller. */
type OpenRoute<Path extends string, Query, Body, Response, C> = Declared<Path, Query, Body, Response> & {
  run: (
    ctx: NoInfer<C>,
    input: RunInput<Path, z.output<Query>, z.output<Body>>,
  ) => Promise<Answer<z.input<NoInfer<Response>>>>;
};

/** A route as the app serves it. Its own types were checked where it is declared. */
export type Route<C = Context> = Declared<string, z.ZodType, z.ZodType, z.ZodType> &
  Access<readonly Scope[] | null> & {
    find?: (ctx: C, input: FindInput) => Promise<unknown>;
    run: (
      ctx: C,
      input: RunInput<string, unknown, unknown> & KeyedInput<unknown, Caller | null>,
    ) => Promise<Answer>;
  };

/**
 * Declares an endpoint for callers with a key. `run` must return what `response` declares, and gets the ports
 * of the group's `Route<Ports>[]`.
 */
export function route<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Found,
  C = Context,
>(declaration: KeyedRoute<Path, Query, Body, Response, Found, C>): Route<C> {
  return declaration as unknown as Route<C>;
}

/** Declares an endpoint that needs no key: a page, a link, health. */
export function openRoute<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  C = Context,
>(declaration: OpenRoute<Path, Query, Body, Response, C>): Route<C> {
  const open = { ...declaration, scope: null, bucket: 'other', tenant_keys: 'closed' };
  return open as unknown as Route<C>;
}
