import { resources } from '../../functions/resources.ts';
import type { Operation } from '../../packages/api-types/document.ts';

type Call = { method: string; path: string; operation: Operation };
type Example = { language: string; code: string };

const ids = resources.map(({ path, id }) => [path.slice(1), `${id}_01kangg8m2xk5q7r9s3t1v4w6y`]);

/** Parameter values in examples, by tag and name, else by name. */
const values: Record<string, string> = {
  ...Object.fromEntries(ids),
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

/** A request as curl and, if the SDK has a method, as a line of SDK code (D50). */
export function callsOf(call: Call, body: unknown): Example[] {
  const { operation } = call;
  const examples = [{ language: 'sh', code: curlOf(call, body) }];
  const method = operation['x-sdk'];
  return method === undefined ? examples : [...examples, { language: 'ts', code: sdkOf(call, method, body) }];
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curlOf({ method, path, operation }: Call, body: unknown): string {
  const tag = operation.tags[0] ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => sampleOf(name, tag));
  const query = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(sampleOf(name, tag))}`);
  const url = `{base_url}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const isForm = !operation.requestBody?.content['application/json'];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(operation['x-scopes'] ? ['-H "authorization: Bearer $API_KEY"'] : []),
    ...(body === undefined || isForm ? [] : ["-H 'content-type: application/json'"]),
    ...(body === undefined ? [] : [`-d ${quoted(isForm ? formOf(body) : JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

const formOf = (body: unknown) => new URLSearchParams(body as Record<string, string>).toString();

function sdkOf({ operation }: Call, method: string, body: unknown): string {
  const tag = operation.tags[0] ?? '';
  const path = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => sampleOf(name, tag));
  const query = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const params =
    body ??
    (query.length > 0 ? Object.fromEntries(query.map(({ name }) => [name, sampleOf(name, tag)])) : undefined);
  const given = [...path.map((value) => `'${value}'`), ...(params === undefined ? [] : [literal(params)])];
  return `await mailwright.${method}(${given.join(', ')});`;
}

/** JSON as a TypeScript object. */
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
