import { readFileSync } from 'node:fs';
import { describeFields, readSentences } from '../../infra/openapi/fields.ts';

const text = { type: 'string' };
const documentOf = (schema: object) => ({ components: { schemas: { Email: schema } }, paths: {} });

type Described = { name?: string; description?: string };

test('every field and parameter of docs/openapi.json has a description [D51]', () => {
  const silent: string[] = [];
  JSON.parse(readFileSync('docs/openapi.json', 'utf8'), (key, value) => {
    const fields = key === 'properties' || key === 'parameters' ? Object.entries<Described>(value) : [];
    silent.push(...fields.filter(([, one]) => !one.description).map(([name, one]) => one.name ?? name));
    return value;
  });
  expect(silent).toEqual([]);
});

test('a field without a sentence is named, in lists, unions, and maps, too [D51]', () => {
  const tag = { properties: { name: text } };
  const document = documentOf({
    anyOf: [{ properties: { from: text } }, { properties: { tags: { items: tag } } }],
    additionalProperties: { properties: { subject: { ...text, description: 'In the schema' } } },
  });
  expect(describeFields(document, { 'Email.tags': 'Labels.', 'Email.gone': 'Gone.' })).toEqual([
    '"subject" of "Email" has no description: write it in infra/openapi/fields',
    '"subject" of "Email" is described in its schema: describe it in infra/openapi/fields instead',
    '"from" of "Email" has no description: write it in infra/openapi/fields',
    '"tags.name" of "Email" has no description: write it in infra/openapi/fields',
    'Email.gone is described in infra/openapi/fields, but there is no such field',
  ]);
});

test('the most specific sentence counts [D51]', () => {
  const error = { properties: { code: { ...text }, name: { ...text } } };
  const document = documentOf({ properties: { code: { ...text }, error } });
  const sentences = {
    '*.code': 'any',
    '*.error.code': 'of an error',
    'Email.*.name': 'of emails',
    '*.error': 'error',
  };
  expect(describeFields(document, sentences)).toEqual([]);
  expect(document.components.schemas.Email).toMatchObject({
    properties: {
      code: { description: 'any' },
      error: { properties: { code: { description: 'of an error' }, name: { description: 'of emails' } } },
    },
  });
});

test('descriptions are short sentences [D51]', () => {
  const sentences = Object.entries(readSentences());
  expect(sentences.filter(([, text]) => !/^\S.*\.$/.test(text) || text.split(' ').length > 28)).toEqual([]);
});
