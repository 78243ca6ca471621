import type { ApiDocument, Content, Operation, Schema } from './document.ts';

export type Method = ReturnType<typeof methodOf>;

export const pascal = (name: string) => name.replace(/(?:^|[._])(\w)/g, (_, first) => first.toUpperCase());

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

export const jsonOf = (content: Content | undefined): Schema | undefined =>
  content?.['application/json']?.schema;

/** Dry runs are only for dashboard sessions. */
const isDry = (schema: Schema): boolean => JSON.stringify(schema).includes('#/components/schemas/Dry');

/** The member of a page that has its items. */
const listIn = ({ properties = {} }: Schema): string | undefined =>
  'next_cursor' in properties
    ? Object.keys(properties).find((name) => properties[name]?.type === 'array')
    : undefined;

/** The only member of an envelope, such as `{"email": {…}}`. */
function envelopeIn({ properties = {} }: Schema): string | undefined {
  const [name = '', ...others] = Object.keys(properties);
  const { $ref, type } = properties[name] ?? {};
  return others.length === 0 && ($ref || type === 'object') ? name : undefined;
}

/** The possible responses of a method: one schema, or several if it depends on the request. */
function answersOf({ responses }: Operation) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const content = success?.[1].content;
  const schema = jsonOf(content);
  const answers = (schema?.anyOf ?? (schema ? [schema] : [])).filter((one) => !isDry(one));
  return { answers, isCsv: content?.['text/csv'] !== undefined };
}

function methodOf(sdkName: string, verb: string, path: string, operation: Operation) {
  const { parameters, requestBody, summary, description, tags } = operation;
  const resource = sdkName.slice(0, sdkName.lastIndexOf('.'));
  const name = sdkName.slice(resource.length + 1);
  const model = resource.split('.').map(singular).map(pascal).join('');
  const { answers, isCsv } = answersOf(operation);
  const envelopes = answers.flatMap((one) => envelopeIn(one) ?? []);
  const makesSecret = answers.some(({ properties = {} }) => properties.secret ?? properties.password);
  return {
    /** `webhooks.deliveries.list` is `list` in resource `webhooks.deliveries`, with model WebhookDelivery. */
    sdkName,
    resource,
    name,
    model,
    /** The prefix of its type names. */
    type: `${model}${pascal(name)}`,
    verb,
    path,
    summary,
    description,
    tag: tags[0],
    ids: parameters.filter((one) => one.in === 'path'),
    query: parameters.filter((one) => one.in === 'query'),
    body: jsonOf(requestBody?.content),
    answers,
    isCsv,
    list: answers.map(listIn)[0],
    unwrap: isCsv || envelopes.length < answers.length ? [] : envelopes,
    /** A secret is shown once, so a call that creates one isn't retried automatically. */
    keyed: !makesSecret && parameters.some((one) => one.name === 'Idempotency-Key'),
  };
}

/** Every operation with a method name in `x-sdk`. */
export const methodsOf = ({ paths }: ApiDocument): Method[] =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, operation]) => {
      const name = operation['x-sdk'];
      return name === undefined ? [] : [methodOf(name, verb.toUpperCase(), path, operation)];
    }),
  );
