import { resources } from '../../functions/resources.ts';
import type { ApiDocument, Operation } from '../../packages/api-types/document.ts';

/** An operation of openapi.json with its place. */
export type Call = { method: string; path: string; operation: Operation };

type Body = { json: unknown } | { form: Record<string, string> } | null;

/** A request of an example, complete enough to write it in any language. */
export type ApiRequest = {
  method: string;
  /** Below the base URL, with its query. */
  path: string;
  /** Whether it needs an API key. */
  key: boolean;
  headers: Record<string, string>;
  body: Body;
  sdk: { method: string; args: unknown[] } | null;
};

const ids = Object.fromEntries(
  resources.map(({ path, id }) => [path.slice(1), `${id}_01kangg8m2xk5q7r9s3t1v4w6y`]),
);

/** Parameter values in examples, by tag and name, else by name. */
const values: Record<string, string> = {
  ...ids,
  domains: 'acme.test',
  template: 'receipt',
  tenant: 'customer-17',
  domain: 'acme.test',
  run: 'run_01kangg8m2xk5q7r9s3t1v4w6y',
  delivery: 'whd_01kangg8m2xk5q7r9s3t1v4w6y',
  email: 'ada@example.com',
  category: 'newsletter',
  token: '1.LrFua00DD0',
};

const sampleOf = (name: string, tag: string) => values[name === 'id' ? tag : name] ?? name;

/** The request of an operation with its sample values: what a path needs, and required queries (D50). */
export function requestOf({ method, path, operation }: Call, body: unknown): ApiRequest {
  const tag = operation.tags[0] ?? '';
  const named = (place: string) =>
    operation.parameters
      .filter((one) => one.in === place && (place === 'path' || one.required))
      .map(({ name }) => [name, sampleOf(name, tag)] as const);
  const query = Object.fromEntries(named('query'));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => sampleOf(name, tag));
  return {
    method,
    path: `${filled}${queryOf(query)}`,
    key: operation['x-scopes'] !== undefined,
    headers: {},
    body: bodyOf(operation, body),
    sdk: sdkOf(operation, Object.values(Object.fromEntries(named('path'))), body, query, {}),
  };
}

const queryOf = (query: Record<string, string>) =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';

const bodyOf = ({ requestBody }: Operation, body: unknown): Body => {
  if (body === undefined) return null;
  return requestBody?.content['application/json'] ? { json: body } : { form: body as Record<string, string> };
};

function sdkOf(
  operation: Operation,
  path: string[],
  body: unknown,
  query: Record<string, unknown>,
  options: Record<string, string>,
): ApiRequest['sdk'] {
  const method = operation['x-sdk'];
  if (method === undefined) return null;
  const params = body ?? (Object.keys(query).length > 0 ? query : undefined);
  const hasOptions = Object.keys(options).length > 0;
  if (hasOptions && params === undefined) return null;
  return {
    method,
    args: [...path, ...(params === undefined ? [] : [params]), ...(hasOptions ? [options] : [])],
  };
}

/** What stands in guides for an object that the page made, and for a time. */
const placeholders: Record<string, string> = {
  email: ids.emails ?? '',
  template: ids.templates ?? '',
  webhook: ids.webhooks ?? '',
  automation: ids.automations ?? '',
  domain: 'acme.test',
  tenant: 'customer-17',
  run: values.run ?? '',
  in_two_days: '2026-12-02T09:00:00Z',
  in_three_days: '2026-12-03T09:00:00Z',
};

/** A guide's request with sample values in place of its placeholders. */
export const withSamples = (block: string): string =>
  block.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole);

/** The request of a guide's `http` block. Null if no operation has its path. */
export function requestFrom(block: string, document: ApiDocument): ApiRequest | null {
  const [head = '', ...rest] = withSamples(block).trimEnd().split('\n\n');
  const [line = '', ...lines] = head.split('\n');
  const [method = '', target = ''] = line.split(' ');
  const [path = '', search = ''] = target.split('?');
  const found = operationAt(method, path, document);
  if (!found) return null;
  const headers = Object.fromEntries(lines.map((each) => each.split(': ') as [string, string]));
  const { 'content-type': _json, 'idempotency-key': idempotencyKey, ...others } = headers;
  const body: unknown = rest.length > 0 ? JSON.parse(rest.join('\n\n')) : undefined;
  const options: Record<string, string> = idempotencyKey === undefined ? {} : { idempotencyKey };
  const query = typedQuery(found.operation, new URLSearchParams(search));
  return {
    method,
    path: target,
    key: found.operation['x-scopes'] !== undefined,
    headers: { ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }), ...others },
    body: bodyOf(found.operation, body),
    sdk: Object.keys(others).length > 0 ? null : sdkOf(found.operation, found.values, body, query, options),
  };
}

/** What shell variables in guides hold. */
const variables: Record<string, string> = { BASE_URL: '', WEBHOOK: 'webhook', EMAIL: 'email' };

/**
 * The request of a curl command with the base URL, headers, and JSON in single quotes. Null for commands that do more.
 */
export function requestFromCurl(block: string, document: ApiDocument): ApiRequest | null {
  const command = block.trim().replace(/\s*\\\n\s*/g, ' ');
  const words =
    /^curl (?:-s )?(?:-X ([A-Z]+) )?"\$BASE_URL([^"\s]*)"((?: -H (?:"[^"]*"|'[^']*'))*)(?: -d '([^']*)')?$/.exec(
      command,
    );
  if (!words) return null;
  const [, method = words[4] === undefined ? 'GET' : 'POST', target = '', given = '', body] = words;
  const path = target.replace(/\$([A-Z_]+)/g, (_, name: string) => `{${variables[name] ?? name}}`);
  const headers = [...given.matchAll(/-H ["']([^:]+): ([^"']*)["']/g)]
    .map(([, name = '', value = '']) => `${name.toLowerCase()}: ${value}`)
    .filter((header) => !header.startsWith('authorization:'));
  const head = [`${method} ${path}`, ...headers].join('\n');
  return requestFrom(body === undefined ? head : `${head}\n\n${body}`, document);
}

/** The operation that serves a path, literal segments first, and the path's values. */
function operationAt(method: string, path: string, { paths }: ApiDocument) {
  const segments = path.split('/');
  const fits = (one: string[]) =>
    one.length === segments.length && one.every((part, i) => part.startsWith('{') || part === segments[i]);
  const [found] = Object.entries(paths)
    .map(([template, methods]) => ({
      parts: template.split('/'),
      operation: methods[method.toLowerCase()],
    }))
    .filter(({ parts, operation }) => operation !== undefined && fits(parts))
    .sort((a, b) => holesIn(a.parts) - holesIn(b.parts));
  if (!found?.operation) return null;
  const given = segments.filter((_, i) => found.parts[i]?.startsWith('{'));
  return { operation: found.operation, values: given.map(decodeURIComponent) };
}

const holesIn = (parts: string[]) => parts.filter((part) => part.startsWith('{')).length;

const typedQuery = ({ parameters }: Operation, query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...query].map(([name, value]) => {
      const { type } = parameters.find((one) => one.in === 'query' && one.name === name)?.schema ?? {};
      if (type === 'integer' || type === 'number') return [name, Number(value)];
      return [name, type === 'boolean' ? value === 'true' : value];
    }),
  );
