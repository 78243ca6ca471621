import type { Schema } from './document.ts';

/** Type names by the `$ref` of their schemas. */
export type Names = Record<string, string>;

export const refOf = (name: string) => `#/components/schemas/${name}`;

const indented = (text: string) => text.replaceAll('\n', '\n  ');

/** A comment for editors. */
export function docOf(...paragraphs: (string | undefined)[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  return `/**\n${text.replace(/^(?=.)/gm, ' * ').replace(/^$/gm, ' *')}\n */\n`;
}

/** The body of an object type: members, each with its comment. */
export const bodyOf = (members: { doc: string; text: string }[]): string =>
  `{${members.map(({ doc, text }) => indented(`\n${doc}${text};`)).join('')}\n}`;

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ');

function objectOf({ properties, required = [], additionalProperties }: Schema, names: Names): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, names) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const members = Object.entries(properties).filter(([, schema]) => schema.not === undefined);
  return bodyOf(
    members.map(([name, schema]) => ({
      doc: docOf(schema.description),
      text: `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, names)}`,
    })),
  );
}

function arrayOf({ items = {}, prefixItems }: Schema, names: Names): string {
  if (prefixItems) return `[${prefixItems.map((one) => typeOf(one, names)).join(', ')}]`;
  const item = typeOf(items, names);
  const isUnion = items.anyOf ?? items.oneOf ?? items.enum ?? Array.isArray(items.type);
  return isUnion ? `(${item})[]` : `${item}[]`;
}

export function typeOf(schema: Schema, names: Names): string {
  const { $ref, type, anyOf, oneOf, allOf } = schema;
  if (schema['x-type']) return schema['x-type'];
  if ($ref !== undefined) return names[$ref] ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  const several = anyOf ?? oneOf;
  if (several) return unionOf(several.map((one) => typeOf(one, names)));
  if (allOf) return allOf.map((one) => typeOf(one, names)).join(' & ');
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one }, names)));
  if (type === 'array') return arrayOf(schema, names);
  if (type === 'object') return objectOf(schema, names);
  if (type === 'integer') return 'number';
  return type ?? 'unknown';
}
