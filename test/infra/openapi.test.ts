import { readFileSync } from 'node:fs';
import { openApiText } from '../../infra/openapi-text.ts';

test('docs/openapi.json is what the route declarations say (`npm run openapi` writes it)', () => {
  expect(readFileSync('docs/openapi.json', 'utf8')).toBe(openApiText());
});

test('Q48: docs/openapi.json names every scope of template actions, and says which action takes which', () => {
  const { post } = JSON.parse(openApiText()).paths['/templates/{template}'];
  expect(post['x-scopes']).toEqual(['templates:read', 'templates:write']);
  expect(post.description).toMatch(/preview needs templates:read; publish.* need templates:write/);
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
