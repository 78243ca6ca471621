import { readFileSync } from 'node:fs';
import type { Route } from '../../shared/http/route.ts';
import { unknownFields } from '../../shared/http/unknown-fields.ts';
import { routeOf, unknownIn } from '../support/read-fields.ts';
import { routes, title } from '../support/routes.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  not?: object;
};
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const schemaOf = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : document.components.schemas[$ref.split('/').at(-1) as string];

/** Every field of every body in docs/openapi.json, and of the objects that are in it. */
const writes: [operation: string, path: string[]][] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(
      methods as Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>,
    ).flatMap(([method, { requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema;
      const fields = body === undefined ? [] : Object.keys(schemaOf(body).properties ?? {});
      return fields.map((field): [string, string[]] => [`${method.toUpperCase()} ${path}`, [field]]);
    }),
);

/** A name as people misspell it: a letter too few, one too many, two swapped, and as the other convention writes it. */
const misspelt = (name: string): string[] => [
  `${name.slice(0, -2)}${name.slice(-1)}`,
  `${name}s`,
  `${name.slice(0, -2)}${name.slice(-1)}${name.slice(-2, -1)}`,
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
];

test('every write of docs/openapi.json is here', () => {
  expect(new Set(writes.map(([operation]) => operation)).size).toBe(routes.filter(({ body }) => body).length);
});

describe.each([...new Set(writes.map(([operation]) => operation))])('%s [A73]', (operation) => {
  const fields = writes.filter(([one]) => one === operation).map(([, [field = '']]) => field);
  const { aliases, strict } = routeOf(operation);
  const known = [...fields, ...Object.keys(aliases?.names ?? {}), ...(strict?.refused ?? [])];
  const cases = fields.flatMap((field) =>
    misspelt(field)
      .filter((name) => !known.includes(name))
      .map((name) => [name, field]),
  );

  test.each(cases)('%s is refused, and the field that was meant is named', (name, field) => {
    const [[path, message] = []] = unknownIn(operation, { [name as string]: 'x' });
    expect([path, message]).toEqual([name, expect.stringMatching(/^Unknown field .* Did you mean \w+\?$/)]);
    // Another field may be as near: name and note.
    expect([field, ...fields]).toContain(message?.match(/mean (\w+)/)?.[1]);
  });
});

/** A field of the record that a route answers is no typo: people change a record and send it back. */
const recordFields = (route: Route): string[] => {
  const { shape = {} } = route.response as unknown as { shape?: Record<string, { shape?: object }> };
  return Object.values(shape).flatMap((record) => Object.keys(record.shape ?? {}));
};

test.each(
  routes.filter(({ body, strict }) => body && !strict).map((route) => [title(route), route] as const),
)('%s takes its own record back [A73]', (_name, route) => {
  const record = Object.fromEntries(recordFields(route).map((name) => [name, null]));
  expect(unknownFields(route.body as NonNullable<Route['body']>, record, route)).toEqual([]);
});
