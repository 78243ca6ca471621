import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '../../shared/core/json-path.ts';

const folder = 'infra/openapi/fields';

type Sentences = Record<string, string>;

/** The description of every field, by `<model, operation, tag, or event>.<path>`. Kept out of the bundles. */
export function readSentences(): Sentences {
  const groups = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, Sentences>),
  );
  return Object.fromEntries(
    groups.flatMap(([roots, fields]) =>
      roots
        .split(', ')
        .flatMap((root) => Object.entries(fields).map(([path, text]) => [`${root}.${path}`, text])),
    ),
  );
}

/** `roots` are the groups in which the field's description may be. */
type Place = { roots: string[]; path: string[] };

/** Possible keys for a field's description, most specific first. `*` stands for any parents. */
function keysOf({ roots, path }: Place): string[] {
  const ends = path.map((_, at) => path.slice(at).join('.'));
  const ownKeys = roots.flatMap((root) => [`${root}.${ends[0]}`, ...ends.map((end) => `${root}.*.${end}`)]);
  return [...ownKeys, ...ends.map((end) => `*.${end}`)];
}

/** Each field of a schema, including those within lists, unions, and objects. */
function* fieldsOf(schema: Json, place: Place): Generator<{ owner: Json; place: Place }> {
  const parts = [schema.items, schema.additionalProperties, schema.anyOf, schema.oneOf, schema.allOf].flat();
  for (const part of parts) if (typeof part === 'object') yield* fieldsOf(part as Json, place);
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const own = { ...place, path: [...place.path, name] };
    yield { owner: field, place: own };
    yield* fieldsOf(field, own);
  }
}

type Media = { content?: Record<string, { schema: Json }> };
type Operation = {
  parameters?: (Json & { name: string; in: string })[];
  requestBody?: Media;
  responses: Record<string, Media>;
};

function* fieldsOfOperation(operation: Operation, roots: string[]) {
  for (const owner of operation.parameters ?? [])
    yield { owner, place: { roots, path: [owner.in === 'path' ? `{${owner.name}}` : owner.name] } };
  for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
    for (const { schema } of Object.values(content)) yield* fieldsOf(schema, { roots, path: [] });
}

function* fieldsOfDocument({ components, paths, webhooks = {} }: Json) {
  for (const [name, schema] of Object.entries((components as { schemas: Record<string, Json> }).schemas))
    yield* fieldsOf(schema, { roots: [name], path: [] });
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(methods))
      yield* fieldsOfOperation(operation, [`${method.toUpperCase()} ${path}`, `/${path.split('/')[1]}`]);
  for (const [type, { post }] of Object.entries(webhooks as Record<string, { post: Operation }>))
    yield* fieldsOfOperation(post, [type, 'event']);
}

/** Adds the description to every field and parameter. Returns what is missing, misplaced, or unused. */
export function describeFields(document: Json, sentences: Sentences): string[] {
  const unused = new Set(Object.keys(sentences));
  const faults = new Set<string>();
  for (const { owner, place } of fieldsOfDocument(document)) {
    const key = keysOf(place).find((one) => sentences[one] !== undefined);
    const text = sentences[key ?? ''];
    const name = `"${place.path.join('.')}" of "${place.roots[0]}"`;
    if (text === undefined) faults.add(`${name} has no description: write it in ${folder}`);
    if (owner.description !== undefined && owner.description !== text)
      faults.add(`${name} is described in its schema: describe it in ${folder} instead`);
    else if (text !== undefined) owner.description = text;
    unused.delete(key ?? '');
  }
  return [
    ...faults,
    ...[...unused].map((key) => `${key} is described in ${folder}, but there is no such field`),
  ];
}
