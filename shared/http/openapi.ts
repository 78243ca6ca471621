import * as z from 'zod';
import type { Json } from '../core/json-path.ts';
import type { Route } from './route.ts';
import { ErrorAnswer } from './schemas.ts';
import { statusesOf } from './statuses.ts';
import { idempotencyKeyPattern } from './steps/read-idempotency-key.ts';

const jsonType = 'application/json';

/**
 * Bounds a tuple by its length, because client generators reject `false` as the schema for additional items.
 */
function openTuple(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.items === false && schema.maxItems !== undefined) schema.items = {};
}

/** A strict body's objects accept only declared fields. */
function closeObject(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.properties !== undefined) schema.additionalProperties ??= false;
}

/** The JSON Schema of a zod schema. Named ones are collected under components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json, strict = false): Json {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    openTuple(jsonSchema);
    if (strict) closeObject(jsonSchema);
  };
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override });
  const named = JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/');
  const { $schema: _dialect, $defs = {}, ...json }: Json & { $defs?: Json } = JSON.parse(named);
  Object.assign(components, $defs);
  return json;
}

function parameters(route: Route, components: Json): Json[] {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = route.query ? schemaOf(route.query, 'input', components) : {};
  const needed = (query.required ?? []) as string[];
  const named = Object.entries((query.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
  };
  return [...path, ...named, ...(route.idempotent ? [key] : [])];
}

function requestBody(route: Route, components: Json, example: unknown): Json {
  const given = route.body ?? route.form;
  if (given === undefined) return {};
  const types = route.body ? [jsonType] : ['application/x-www-form-urlencoded', 'multipart/form-data'];
  const schema = schemaOf(given, 'input', components, route.strict !== undefined);
  const media = { schema, ...(example !== undefined && { example }) };
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, media])) } };
}

function operation(route: Route, components: Json, extras: Extras): Json {
  const type = route.produces?.split(';')[0] ?? jsonType;
  const operationId = `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(\w?)/g, (_, c: string) => c.toUpperCase())}`;
  const example = extras.examples?.[operationId];
  const schema = schemaOf(route.response, 'output', components);
  const content = {
    [type]: { schema, ...(example && { example: example.answer }) },
    ...(route.also_json && { [jsonType]: { schema: schemaOf(route.also_json, 'output', components) } }),
  };
  const page = type === 'text/html';
  const responseOf = (status: number): Json => {
    if (status === 204) return { description: 'Success, without a body' };
    if (status < 300) return { description: 'Success', content };
    if (status < 400) return { description: 'Redirect to the URL in the `Location` header' };
    if (page && (status === 400 || status === 404))
      return { description: 'An HTML page that explains the error', content };
    return { $ref: '#/components/responses/Error' };
  };
  const responses = Object.fromEntries(statusesOf(route).map((status) => [status, responseOf(status)]));
  return {
    operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [tagOf(route)],
    ...(route.sdk && { 'x-sdk': route.sdk }),
    parameters: parameters(route, components),
    ...requestBody(route, components, example?.request),
    responses,
    ...(route.scope === null
      ? { security: [] }
      : { 'x-scopes': [...route.scope, ...(route.also_scopes ?? [])], 'x-tenant-keys': route.tenant_keys }),
  };
}

const tagOf = ({ path }: Route): string => path.split('/')[1] ?? '';

/** The parts of the document that routes don't declare, kept out of the functions' bundles. */
type Extras = {
  examples?: Readonly<Record<string, { request?: unknown; answer: unknown }>>;
  tags?: Readonly<Record<string, string>>;
  events?: readonly { type: string; summary: string; schema: z.ZodType; example: unknown }[];
};

/** Requests to a webhook endpoint, by event type. */
function webhooks(events: NonNullable<Extras['events']>, components: Json): Json {
  const posts = events.map(({ type, summary, schema, example }) => {
    const media = { schema: schemaOf(schema, 'output', components), example };
    const requestBody = { required: true, content: { [jsonType]: media } };
    const responses = {
      '2XX': {
        description: 'Delivered. Other statuses are retried, except 410, which disables the endpoint',
      },
    };
    const operationId = `on${type.replace(/(?:^|[._])(\w)/g, (_, c: string) => c.toUpperCase())}`;
    return [type, { post: { operationId, summary, requestBody, responses, security: [] } }];
  });
  return Object.fromEntries(posts);
}

/** The OpenAPI 3.1 document for all routes. Its version isn't part of any path (H44). */
export function openApi(routes: Route[], version: string, extras: Extras = {}): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const described = operation(route, components, extras);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
  }
  const used = [...new Set(routes.map(tagOf))];
  const tags = used.map((name) => ({ name, ...(extras.tags?.[name] && { description: extras.tags[name] }) }));
  const error = {
    description: 'Error',
    content: { [jsonType]: { schema: schemaOf(ErrorAnswer, 'output', components) } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Mailwright', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://mail.example.com/api' }],
    security: [{ key: [] }],
    tags,
    paths,
    ...(extras.events && { webhooks: webhooks(extras.events, components) }),
    components: {
      schemas: components,
      responses: { Error: error },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_…`' } },
    },
  };
}
