import * as z from 'zod';
import type { Route } from './route.ts';
import { ErrorAnswer } from './schemas.ts';
import { statusesOf } from './statuses.ts';
import { idempotencyKeyPattern } from './steps/read-idempotency-key.ts';

type Json = Record<string, unknown>;

/** JSON Schema of one of our zod schemas; named ones are collected under components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    components[name] = JSON.parse(JSON.stringify(definition).replaceAll('#/$defs/', '#/components/schemas/'));
  }
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
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

/** What a caller sends: JSON, or a form in either encoding. */
function requestBody(route: Route, components: Json): Json {
  const given = route.body ?? route.form;
  if (given === undefined) return {};
  const types = route.body
    ? ['application/json']
    : ['application/x-www-form-urlencoded', 'multipart/form-data'];
  const schema = schemaOf(given, 'input', components);
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
}

function operation(route: Route, components: Json, sdk: string | undefined): Json {
  const type = route.produces?.split(';')[0] ?? 'application/json';
  const content = { [type]: { schema: schemaOf(route.response, 'output', components) } };
  const page = type === 'text/html';
  const responseOf = (status: number): Json => {
    if (status < 300) return { description: 'Success', content };
    if (status < 400) return { description: 'Redirect; the header location says where' };
    if (page && (status === 400 || status === 404)) return { description: 'A page that says why', content };
    return { $ref: '#/components/responses/Error' };
  };
  const responses = Object.fromEntries(statusesOf(route).map((status) => [status, responseOf(status)]));
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.path.split('/')[1] ?? ''],
    ...(sdk !== undefined && { 'x-sdk': sdk }),
    parameters: parameters(route, components),
    ...requestBody(route, components),
    responses,
    ...(route.scope === null
      ? { security: [] }
      : { 'x-scopes': [...route.scope, ...(route.also_scopes ?? [])] }),
  };
}

/**
 * The OpenAPI 3.1 document of all routes (H44: no version in the path, one here). `sdk` names the SDK's method by
 * `<method> <path>` (D58).
 */
export function openApi(routes: Route[], version: string, sdk: Readonly<Record<string, string>> = {}): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const described = operation(route, components, sdk[`${route.method} ${route.path}`]);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
  }
  const error = {
    description: 'Error',
    content: { 'application/json': { schema: schemaOf(ErrorAnswer, 'output', components) } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Mailwright', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://mail.example.com/api' }],
    security: [{ key: [] }],
    paths,
    components: {
      schemas: components,
      responses: { Error: error },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_…`' } },
    },
  };
}
