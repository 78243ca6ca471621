import { readFileSync } from 'node:fs';
import type { ApiDocument, Operation } from '../../packages/api-types/document.ts';
import { elementsOf } from '../support/browser.ts';
import { builtSite } from '../support/docs-site.ts';

const document: ApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
const { files } = builtSite();

/** The page of an operation; that of openapi.json has another path than the document. */
const pageOf = ({ tags }: Operation): string => `/docs/api/${tags[0]?.replace(/\.json$/, '')}`;

/** The part of a page that is about an operation. */
const sectionOf = (operation: Operation): string =>
  files[pageOf(operation)]?.text.split(`<h2 id="${operation.operationId}">`)[1]?.split('</section>')[0] ?? '';

test.each(operations.map((one) => [one.operationId, one] as const))(
  '%s has its place, its rights, its fields and an example as curl, SDK and JSON [D50]',
  (_name, operation) => {
    const section = sectionOf(operation);
    for (const scope of operation['x-scopes'] ?? []) expect(section).toContain(`<code>${scope}</code>`);
    expect(section).toMatch(
      operation['x-scopes'] ? /Scope: .*Keys that are limited to a tenant/s : /No key needed/,
    );
    expect(section).toContain('<code class="language-sh">curl ');
    const sdk = operation['x-sdk'];
    if (sdk) expect(section.replace(/<[^>]+>/g, '')).toContain(`mailwright.${sdk}(`);
    expect(section).not.toMatch(/undefined|\[object/);
  },
);

test('the page about openapi.json has a title and a path of its own, in html and markdown [D50]', () => {
  expect(files['/docs/api/openapi']?.text).toContain('<h1>API: OpenAPI document</h1>');
  expect(files['/docs/api/openapi.md']?.text).toContain('GET {base_url}/openapi.json');
  expect(files['/docs/api/openapi.json']).toBeUndefined();
});

test('fields have their rules, also those of lists and of named schemas [D50]', () => {
  const section =
    files['/docs/api/emails']?.text.split('<h2 id="postEmails">')[1]?.split('</section>')[0] ?? '';
  const text = section.replace(/<\/?(?:code|th|td|tr|br|strong)[^>]*>/g, ' ').replace(/\s+/g, ' ');
  for (const words of [
    'in the header',
    'from required string',
    'tags[].name required string',
    'template.id required string',
  ])
    expect(text).toContain(words);
  expect(section).toContain('<a href="/docs/errors#validation_error">');
});

test('/docs/api lists every operation, and the payload of every event [D50]', () => {
  const page = files['/docs/api']?.text ?? '';
  const targets = elementsOf(page).flatMap(({ attributes }) => attributes.href ?? []);
  for (const operation of operations)
    expect(targets).toContain(`${pageOf(operation)}#${operation.operationId}`);
  const ids = elementsOf(page).flatMap(({ attributes }) => attributes.id ?? []);
  expect(Object.keys(document.webhooks).filter((type) => !ids.includes(type))).toEqual([]);
});
