import { readFileSync } from 'node:fs';
import { openApiText } from '../../infra/openapi.ts';
import type { ApiDocument } from '../../packages/api-types/document.ts';

test('docs/openapi.json is what the route declarations say (`npm run generate` writes it)', () => {
  expect(readFileSync('docs/openapi.json', 'utf8')).toBe(openApiText());
});

test('docs/openapi.json names every scope of template actions, and says which action takes which [Q48]', () => {
  const { post } = JSON.parse(openApiText()).paths['/templates/{template}'];
  expect(post['x-scopes']).toEqual(['templates:read', 'templates:write']);
  expect(post.description).toMatch(
    /`preview` needs the `templates:read` scope\. `publish`.* need `templates:write`/,
  );
});

test('docs/openapi.json says which query parameters are required, and how the pages of a link answer', () => {
  const { paths } = JSON.parse(openApiText());
  const required = (of: { parameters: { name: string; required: boolean }[] }) =>
    of.parameters.filter((one) => one.required).map(({ name }) => name);
  expect(required(paths['/opt-outs'].delete)).toEqual(['email', 'category']);
  expect(required(paths['/templates'].get)).toEqual([]);
  const { post } = paths['/unsubscribe/{token}'];
  expect(Object.keys(post.requestBody.content)).toEqual([
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  for (const status of [200, 400, 404])
    expect(Object.keys(post.responses[status].content)).toEqual(['text/html']);
});

test('docs/openapi.json: the pixel of an email has no 404, since every token gets it', () => {
  const { paths } = JSON.parse(openApiText());
  const statuses = (path: string) => Object.keys(paths[path].get.responses);
  expect(statuses('/t/o/{token}')).toEqual(['200', '500', '503']);
  for (const path of ['/t/c/{token}', '/unsubscribe/{token}', '/emails/{id}'])
    expect(statuses(path)).toContain('404');
});

test('docs/openapi.json says that a report is CSV or JSON', () => {
  const { content } = JSON.parse(openApiText()).paths['/migrations/{id}/report'].get.responses[200];
  expect(content).toMatchObject({
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { properties: { migration: {} } } },
  });
});

/** What browsers, mail programs, `mailwright listen` and the doctor ask. */
const withoutMethod = /^\/(unsubscribe|t\/|listen|doctor)/;

test('every operation of docs/openapi.json names a method of the SDK of its own [D58]', () => {
  const { paths }: ApiDocument = JSON.parse(openApiText());
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      expected: !withoutMethod.test(path),
      sdk: operation['x-sdk'],
    })),
  );
  const wrong = operations.filter(
    ({ expected, sdk }) => expected !== /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,2}$/.test(sdk ?? ''),
  );
  expect(wrong).toEqual([]);
  const names = operations.flatMap(({ sdk }) => sdk ?? []);
  expect(new Set(names).size).toBe(names.length);
});
