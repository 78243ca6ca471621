import type * as z from 'zod';
import type { Caller, Context } from '../domain/context.ts';
import type { Scope } from '../domain/keys/scopes.ts';
import type { Bucket } from '../domain/limits/rate.ts';
import type { Answer } from './answer.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The parameters of a path by name, decoded: `{ id: string }` of `/emails/{id}`. */
type Params<Path extends string> = Record<NamesIn<Path>, string>;

/**
 * Other names of fields: `names: {htmlBody: 'html'}`; `each: {attachments: {filename: 'name'}}` for the members of a
 * list. A field in `blank` is absent when it is `""`, before it is compared with its aliases.
 */
export type Aliases = {
  names?: Record<string, string>;
  each?: Record<string, Record<string, string>>;
  blank?: readonly string[];
};

/**
 * How to report unknown fields of a strict body. `elsewhere`: advice for names from other providers, by paths such as
 * `attachments.path`, without case and separators. `refused`: fields for which the verb has its own error.
 */
export type Strict = { elsewhere?: Readonly<Record<string, string>>; refused?: readonly string[] };

/** The input of `find`: the request before its fields are read. */
export type FindInput<PathParams = unknown> = {
  caller: Caller;
  params: PathParams;
  raw: Record<string, unknown>;
  search: URLSearchParams;
  /** Whether it carries an Idempotency-Key that counts here. */
  repeatable: boolean;
};

/** The input of `run`; `raw` is the body with its aliases folded, for hashes, or the form's fields. */
type RunInput<Path extends string, Query, Body> = {
  request: Request;
  /** The client's address as the gateway saw it; null where it is not known. */
  address: string | null;
  params: Params<Path>;
  query: Query;
  body: Body;
  raw: Record<string, unknown>;
};

type Declared<Path extends string, Query, Body, Response> = {
  method: Method;
  /** Relative to {base_url}, parameters in braces: `/emails/{id}`. */
  path: Path;
  summary: string;
  description?: string;
  /** The method of the SDK that makes the request; none for requests of browsers and mail programs. */
  sdk?: string;
  query?: Query;
  body?: Body;
  aliases?: Aliases;
  /** Rejects every unknown field; without it, only misspelled ones. */
  strict?: Strict;
  /** Body fields that may hold line breaks. */
  multiline?: readonly string[];
  /** Body fields whose null says "clear"; every other null says "absent". */
  clears?: readonly string[];
  /** A list in the body whose members are read and refused one by one, by `readItem`. */
  items?: string;
  /** The body is a form, urlencoded or multipart, whose text fields come as `raw`; none when it is no form. */
  form?: z.ZodType;
  status: number;
  also?: readonly number[];
  /** Media type of the answer, whose body is text or bytes; JSON when absent. */
  produces?: string;
  /** The answer in JSON, where the query may ask for it in place of what `produces` says. */
  also_json?: z.ZodType;
  response: Response;
};

type KeyedInput<Found, Calling = Caller> = { caller: Calling; idempotency_key: string | null; found: Found };

/**
 * The rights of tenant-limited keys on a route: their tenant's objects, with the route's scope or with any scope;
 * or nothing at all, whatever their scopes.
 */
type TenantKeys = 'own' | 'own_any_scope' | 'closed';

/** The callers of a route: their scopes, rate and keys. */
type Access<Scopes extends readonly Scope[] | null> = {
  /** A caller needs one of these; null: no key is needed. */
  scope: Scopes;
  /** Scopes that some of its requests need instead, as the description says. */
  also_scopes?: readonly Scope[];
  /** The scopes that a body asks for, all of them, where it decides; instead of one of `scope`. */
  every_scope?: (raw: Record<string, unknown>) => readonly Scope[];
  bucket: Bucket;
  tenant_keys: TenantKeys;
  idempotent?: boolean;
  /** Whether the key is read as it is stored now, instead of half a minute ago. */
  present_key?: boolean;
};

/** One declaration per endpoint: the app, the access rights and the OpenAPI document all come from it. */
type KeyedRoute<Path extends string, Query, Body, Response, Found, C> = Declared<
  Path,
  Query,
  Body,
  Response
> &
  Access<readonly Scope[]> & {
    /** Resolves the object that the path names, so that a foreign id is 404 before any fault of body or query. */
    find?: (ctx: NoInfer<C>, input: FindInput<Params<NoInfer<Path>>>) => Promise<Found>;
    run: (
      ctx: NoInfer<C>,
      input: RunInput<Path, z.output<Query>, z.output<Body>> & KeyedInput<Found>,
    ) => Promise<Answer<z.input<NoInfer<Response>>>>;
  };

/** An endpoint that needs no key, and knows no caller. */
type OpenRoute<Path extends string, Query, Body, Response, C> = Declared<Path, Query, Body, Response> & {
  run: (
    ctx: NoInfer<C>,
    input: RunInput<Path, z.output<Query>, z.output<Body>>,
  ) => Promise<Answer<z.input<NoInfer<Response>>>>;
};

/** A route as the app serves it: its own types are checked where it is declared. */
export type Route<C = Context> = Declared<string, z.ZodType, z.ZodType, z.ZodType> &
  Access<readonly Scope[] | null> & {
    find?: (ctx: C, input: FindInput) => Promise<unknown>;
    run: (
      ctx: C,
      input: RunInput<string, unknown, unknown> & KeyedInput<unknown, Caller | null>,
    ) => Promise<Answer>;
  };

/**
 * Declares an endpoint for callers with a key: `run` must answer what `response` says, and gets the ports that the
 * group's `Route<Ports>[]` names.
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
