import type { Schema, Schemas } from '../../packages/api-types/document.ts';
import { type Html, markup } from './html.ts';

/** `place`: where a parameter goes, such as `query`. */
type Field = { name: string; schema: Schema; required: boolean; place?: string };

/** A description as html. Names in backticks become code elements. */
export const prose = (text: string): Html =>
  markup`${text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? markup`<code>${part}</code>` : part))}`;

/** The schema behind a `$ref`, with the fields next to the reference. */
function resolved(schema: Schema, all: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...rest } = schema;
  return { ...all[$ref.split('/').at(-1) ?? ''], ...rest };
}

const variants = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [];

/** A schema's fields in order, including those in objects and lists, by path: `tags[].name`. */
export function fieldsOf(schema: Schema, all: Schemas, prefix = '', depth = 0): Field[] {
  const own = resolved(schema, all);
  const parts = [own, ...(own.allOf ?? []), ...variants(own)].map((one) => resolved(one, all));
  const seen = new Set<string>();
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, inner]) => {
      if (seen.has(key)) return [];
      seen.add(key);
      const name = `${prefix}${key}`;
      const field = { name, schema: resolved(inner, all), required: required.includes(key) };
      return depth >= 3 ? [field] : [field, ...within(inner, all, name, depth)];
    }),
  );
}

function within(schema: Schema, all: Schemas, name: string, depth: number): Field[] {
  const own = resolved(schema, all);
  const listed = [own, ...variants(own)].map((one) => resolved(one, all)).find(({ items }) => items);
  if (listed?.items) return fieldsOf(listed.items, all, `${name}[].`, depth + 1);
  return fieldsOf(own, all, `${name}.`, depth + 1);
}

/** `string or null`, `list of string`. */
function typeOf(schema: Schema, all: Schemas): string {
  const own = resolved(schema, all);
  if (own.const !== undefined) return JSON.stringify(own.const);
  const choices = variants(own);
  if (choices.length > 0) return [...new Set(choices.map((one) => typeOf(one, all)))].join(' or ');
  if (own.items) return `list of ${typeOf(own.items, all)}`;
  if (Array.isArray(own.type)) return own.type.join(' or ');
  return own.type ?? (own.properties ? 'object' : 'any');
}

const grouped = (n: number) => n.toLocaleString('en-US');

const formatRange = (low: number | undefined, high: number | undefined, what: string): string[] => {
  const hasMax = high !== undefined && high < Number.MAX_SAFE_INTEGER;
  if (low !== undefined && low > 0 && hasMax) return [`${grouped(low)} to ${grouped(high)}${what}`];
  if (hasMax) return [`at most ${grouped(high)}${what}`];
  return low !== undefined && low > 0
    ? [`at least ${grouped(low)}${low === 1 ? what.replace(/s$/, '') : what}`]
    : [];
};

function rulesOf(schema: Schema, all: Schemas): string[] {
  const parts = [schema, ...variants(schema)].map((one) => resolved(one, all));
  return [
    ...new Set(
      parts.flatMap((one) => [
        ...(one.enum ? [`one of ${one.enum.map((value) => JSON.stringify(value)).join(', ')}`] : []),
        ...(one.format ? [one.format] : []),
        ...formatRange(one.minLength, one.maxLength, ' characters'),
        ...formatRange(one.minimum, one.maximum, ''),
        ...formatRange(one.minItems, one.maxItems, ' items'),
        ...(one.pattern &&
        one.format === undefined &&
        one.pattern.length < 60 &&
        !one.pattern.includes(String.raw`\x00`)
          ? [`matches ${one.pattern}`]
          : []),
        ...(one.default === undefined ? [] : [`default ${JSON.stringify(one.default)}`]),
      ]),
    ),
  ];
}

const item = ({ name, schema, required, place }: Field, all: Schemas, marked: boolean): Html => {
  const rules = [...(place ? [`in the ${place}`] : []), ...rulesOf(schema, all)].join('; ');
  const depth = Math.min(name.split('.').length - 1, 3);
  const needed = marked && required ? markup` <strong>required</strong>` : '';
  const about = schema.description ? markup`<p>${prose(schema.description)}</p>` : '';
  return markup`<li${depth > 0 ? markup` class="deep-${depth}"` : ''}><p><code>${name}</code>${needed} <code class="type">${typeOf(schema, all)}</code></p>${about}${rules && markup`<p class="rules">${rules}</p>`}</li>\n`;
};

/** A list of fields. `marked` labels the required fields. */
export function fieldList(
  name: string,
  fields: Field[],
  all: Schemas,
  { marked }: { marked: boolean },
): Html | null {
  if (fields.length === 0) return null;
  return markup`<ul class="fields" aria-label="${name}">${fields.map((field) => item(field, all, marked))}</ul>`;
}
