import type { ApiDocument, Schema } from './document.ts';
import { jsonOf, type Method, pascal } from './methods.ts';
import { bodyOf, docOf, type Names, refOf, typeOf } from './schema.ts';

/** Fields with hand-written types, in packages/sdk/src/types.ts. */
const byHand: Record<string, string> = {
  'EmailSendParams.attachments': 'SendAttachment[]',
  'EmailSendBatchParams.emails': "Omit<EmailSendParams, 'attachments'>[]",
};

/** Errors are thrown as classes, and dry runs are for the dashboard. */
const unused = /^(Error$|Dry)/;

/** A method's body is named after the method; other schemas keep their names in the document. */
const namesOf = ({ components }: ApiDocument, methods: Method[]): Names =>
  Object.fromEntries([
    ...Object.keys(components.schemas).map((name) => [refOf(name), name]),
    ...methods.map(({ body, type }) => [body?.$ref, `${type}Params`]),
  ]);

function declared(names: Names, name: string, schema: Schema, doc?: string): string {
  const { properties } = schema;
  const fields = Object.entries(properties ?? {}).map(([field, one]) => {
    const type = byHand[`${name}.${field}`];
    return [field, type ? { ...one, 'x-type': type } : one];
  });
  const known = properties ? { ...schema, properties: Object.fromEntries(fields) } : schema;
  return `${docOf(schema.description ?? doc)}export type ${name} = ${typeOf(known, names)};\n`;
}

/** Queries accept numbers and booleans as they are. */
function queryType({ pattern, enum: values }: Schema): string | undefined {
  if (pattern && new RegExp(pattern).test('1')) return 'number | string';
  return values?.join() === 'true,false' ? 'boolean | "true" | "false"' : undefined;
}

/** The parameters that a method takes in addition to ids. */
function paramsOf({ body, query }: Method, schemas: Record<string, Schema>): Schema | undefined {
  if (body) return Object.entries(schemas).find(([name]) => refOf(name) === body.$ref)?.[1] ?? body;
  if (query.length === 0) return undefined;
  const fields = query.map(({ name, description, schema }) => [
    name,
    { description, ...schema, 'x-type': queryType(schema) },
  ]);
  const required = query.filter((one) => one.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

/** A method's return type when the document has no model for it. */
const responseOf = ({ answers, list, unwrap }: Method): Schema | undefined =>
  list || unwrap.length > 0 || answers.length === 0 ? undefined : { anyOf: answers };

function resultOf(names: Names, method: Method): string {
  const { type, answers, list, unwrap, isCsv } = method;
  const member = (i: number, name: string) => answers[i]?.properties?.[name] ?? {};
  if (list) return `List<${typeOf(member(0, list).items ?? {}, names)}>`;
  const records = unwrap.map((name, i) => typeOf(member(i, name), names));
  const all = [isCsv && 'string', responseOf(method) && `${type}Response`, ...records];
  return `Promise<${all.filter(Boolean).join(' | ')}>`;
}

function signatureOf(names: Names, method: Method): { doc: string; text: string } {
  const { name, type, summary, description, ids, body, query, keyed } = method;
  const optional = body || query.some(({ required }) => required) ? '' : '?';
  const given = [
    ...ids.map((one) => `${one.name}: string`),
    ...(body || query.length > 0 ? [`params${optional}: ${type}Params`] : []),
    `options?: ${keyed ? 'KeyedOptions' : 'CallOptions'}`,
  ];
  const idDocs = ids.flatMap((one) => (one.description ? `@param ${one.name} - ${one.description}` : []));
  const doc = docOf(`${summary}.`, description, idDocs.join('\n'));
  return { doc, text: `${name}(${given.join(', ')}): ${resultOf(names, method)}` };
}

/** The named types of a method's parameters and response. */
function typesOf(names: Names, method: Method, schemas: Record<string, Schema>): string[] {
  const { sdkName, type } = method;
  const [params, response] = [paramsOf(method, schemas), responseOf(method)];
  return [
    ...(params ? [declared(names, `${type}Params`, params, `Parameters of \`${sdkName}\`.`)] : []),
    ...(response ? [declared(names, `${type}Response`, response, `Response of \`${sdkName}\`.`)] : []),
  ];
}

/** Each resource's methods, including nested resources; the client's own come last. */
function resourceTypes({ tags }: ApiDocument, methods: Method[], names: Names): string[] {
  const firsts = methods.filter((one, i) => methods.findIndex((other) => other.model === one.model) === i);
  const within = (parent: string) =>
    firsts
      .filter(({ resource }) => resource.slice(0, Math.max(resource.lastIndexOf('.'), 0)) === parent)
      .map(({ resource, model, tag }) => ({
        doc: docOf(tags.find(({ name }) => name === tag)?.description),
        text: `readonly ${resource.split('.').at(-1)}: ${model}Methods`,
      }));
  const types = firsts.map(({ resource, model }) => {
    const own = methods.filter((one) => one.resource === resource).map((one) => signatureOf(names, one));
    return `export type ${model}Methods = ${bodyOf([...own, ...within(resource)])};\n`;
  });
  return [...types, `/** The methods of the client. */\nexport type Resources = ${bodyOf(within(''))};\n`];
}

function eventTypes({ webhooks }: ApiDocument, names: Names): string[] {
  const nameOf = (event: string) => `${pascal(event)}WebhookEvent`;
  const types = Object.entries(webhooks).map(([event, { post }]) =>
    declared(names, nameOf(event), jsonOf(post.requestBody.content) ?? {}, `${post.summary}.`),
  );
  const all = Object.keys(webhooks).map((event) => `\n  | ${nameOf(event)}`);
  const doc = docOf(
    'The payload of a webhook, by its `type`. `id` stays the same across all attempts, endpoints, and replays.',
  );
  return [...types, `${doc}export type WebhookEvent =${all.join('')};\n`];
}

/** The SDK's types: records, parameters, responses, methods, and webhook payloads. */
export function typesText(document: ApiDocument, methods: Method[]): string {
  const names = namesOf(document, methods);
  const { schemas } = document.components;
  const models = Object.entries(schemas).filter(
    ([name]) => names[refOf(name)] === name && !unused.test(name),
  );
  return [
    `import type { List } from '../list.ts';
import type { CallOptions, KeyedOptions, SendAttachment } from '../types.ts';\n`,
    ...models.map(([name, schema]) => declared(names, name, schema)),
    ...methods.flatMap((method) => typesOf(names, method, schemas)),
    ...resourceTypes(document, methods, names),
    ...eventTypes(document, names),
  ].join('\n');
}
