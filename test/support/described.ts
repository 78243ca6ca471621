import { readFileSync } from 'node:fs';
import { seeded } from './seeded.ts';
import { type Asked, type Reply, standIn } from './stand-in.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  format?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
};
type Answer = { schema: Schema; examples: unknown[] };
type Description = Record<string, { answers: Record<string, Answer> }>;

const descriptions = JSON.parse(
  readFileSync(new URL('./provider-apis.json', import.meta.url), 'utf8'),
) as Record<'sendgrid' | 'mailgun', Description>;

const oneOf = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** A value that matches the schema. */
function valueFor(schema: Schema, random: () => number, depth = 0): unknown {
  const again = (part: Schema) => valueFor(part, random, depth + 1);
  if (schema.enum) return oneOf(random, schema.enum);
  const parts = schema.allOf ?? (schema.oneOf && [oneOf(random, schema.oneOf)]) ?? schema.anyOf;
  if (parts)
    return Object.assign(
      {},
      ...parts.map(again),
      schema.properties ? again({ properties: schema.properties }) : {},
    );
  if (schema.example !== undefined && random() < 0.5) return schema.example;
  const type = Array.isArray(schema.type) ? oneOf(random, schema.type) : schema.type;
  if (type === 'array') {
    const length = depth > 8 ? 0 : Math.floor(random() * 4);
    return Array.from({ length }, () => again(schema.items ?? {}));
  }
  if (type === 'object' || schema.properties) {
    const own = Object.entries(schema.properties ?? {}).filter(() => random() < 0.9);
    return Object.fromEntries(own.map(([name, part]) => [name, again(part)]));
  }
  if (type === 'integer' || type === 'number') return Math.floor(random() * 2_000_000_000);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'null') return null;
  if (schema.format === 'email') return `u${Math.floor(random() * 1000)}@gone.example`;
  return oneOf(random, ['', 'text', 'a@gone.example', 'https://hooks.example.com/a', 'é{{x}}', '550']);
}

/** The description of a path, whose parameters match any segment. */
function described(description: Description, path: string) {
  const fits = Object.entries(description).filter(([pattern]) =>
    new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  return fits.sort(([one], [other]) => one.split('{').length - other.split('{').length)[0]?.[1];
}

/**
 * A server that knows only a provider's published description. It responds with examples or values that match the
 * schema, and sometimes with a described error. The key check works.
 */
export function describedProvider(provider: 'sendgrid' | 'mailgun', seed: number) {
  const random = seeded(seed);
  const description = descriptions[provider];
  const checked = new Set<string>();
  return standIn(({ path }: Asked): Reply => {
    const found = described(description, path);
    if (found === undefined) return { status: 404, body: {} };
    const first = !checked.has(path) && /scopes$|v4\/domains$/.test(path);
    checked.add(path);
    const wanted = Object.keys(found.answers).filter((status) => /^\d+$/.test(status));
    const status = first || random() < 0.7 ? '200' : oneOf(random, wanted);
    const { schema, examples } = found.answers[status] ?? { schema: {}, examples: [] };
    const body = examples.length > 0 && random() < 0.5 ? oneOf(random, examples) : valueFor(schema, random);
    return { status: Number(status), body: body as object };
  });
}
