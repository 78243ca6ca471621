import { routeGroups } from '../../functions/routes.ts';
import { describedEvents } from '../../infra/openapi/webhooks.ts';
import { openApiText } from '../../infra/openapi.ts';
import type { ApiDocument, Content, Operation } from '../../packages/api-types/document.ts';
import { eventTypes } from '../../shared/core/records/events.ts';
import { fieldsOf } from '../support/event-fields.ts';

type Shape = { properties?: object };
const document: ApiDocument = JSON.parse(openApiText());
const routes = Object.values(routeGroups).flat();
const operations = routes.map((route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()] as Operation;
  return [operation.operationId, operation, route] as const;
});
const exampleIn = (content: Content = {}) => Object.values(content)[0]?.example;

/** Operations that answer with bytes or a place to go to. */
const withoutAnswer = ['getTOToken', 'getTCToken'];

test.each(operations)(
  '%s has a description, and examples that its schemas accept [D51]',
  (name, operation, route) => {
    expect(operation.description).toMatch(/.{20,}\.$/s);
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    if (!withoutAnswer.includes(name)) {
      const answer = exampleIn(success?.content);
      // What the schema does not know would be left out of what it parsed.
      expect(route.response.parse(answer)).toEqual(answer);
    }
    const given = route.body ?? route.form;
    if (given === undefined) return;
    const request = exampleIn(operation.requestBody?.content);
    expect(given.safeParse(request).error?.issues ?? []).toEqual([]);
    const { properties } = (Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {}) as Shape;
    expect(Object.keys(request as object).filter((field) => properties && !(field in properties))).toEqual(
      [],
    );
    expect(Object.keys(request as object).length).toBeGreaterThan(0);
  },
);

test('every tag says what it is about [D51]', () => {
  const { tags } = document;
  expect(tags.map(({ name }) => name)).toEqual([...new Set(operations.flatMap(([, { tags: own }]) => own))]);
  expect(tags.filter(({ description }) => !description)).toEqual([]);
});

test('webhooks has the payload of every event, with an example that its schema accepts [D51]', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
  for (const { type, schema, example } of describedEvents) {
    expect(schema.parse(example)).toEqual(example);
    expect(exampleIn(document.webhooks[type]?.post.requestBody.content)).toEqual(example);
  }
});

test.each(describedEvents)(
  'the payload of $type has the members that the service sends [H17]',
  ({ type, example }) => {
    const { data } = example as { data: object };
    expect(Object.keys(data).sort()).toEqual(fieldsOf(type as (typeof eventTypes)[number]));
  },
);

test('no example has an address or a secret of the machine that it came from [D51]', () => {
  expect(JSON.stringify([document.paths, document.webhooks])).not.toMatch(
    /localhost|127\.0\.0\.1|mailwright-local/,
  );
});
