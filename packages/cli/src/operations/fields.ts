import type { ApiDocument, Schema } from '../../../api-types/document.ts';
import { resolved } from './document.ts';

/** A query parameter or a body field that an option can set. Its value is text unless `type` says otherwise. */
export type Field = {
  name: string;
  about?: string;
  type?: 'number' | 'boolean' | 'list' | 'pairs';
  required?: true;
  /** `--no-name` sets it to null. */
  nullable?: true;
};

/**
 * Fields that can't be options: secrets, which other users of the machine could see, and names that other
 * options use.
 */
const withoutOption = ['api_key', 'account_api_key', 'cursor', 'data', 'limit', 'json'];

const optionTypes = ['list', 'string', 'number', 'boolean', 'pairs'] as const;

/** The kinds of value that a schema accepts. Options can't set an "object". */
function typesOf(document: ApiDocument, given: Schema): string[] {
  const schema = resolved(document, given);
  if (schema.anyOf) return schema.anyOf.flatMap((one) => typesOf(document, one));
  if (schema.enum?.join() === 'true,false') return ['boolean'];
  return [schema.type ?? 'object'].flat().map((type) => {
    if (type === 'array') return typesOf(document, schema.items ?? {}).includes('string') ? 'list' : 'object';
    if (type === 'object') return schema.properties ? 'object' : 'pairs';
    return type === 'integer' ? 'number' : type;
  });
}

/** The description without Markdown, plus the values it doesn't mention. */
function aboutOf({ description = '', enum: own, items }: Schema): string {
  const values = (own ?? items?.enum ?? []).filter((one) => one !== 'true' && one !== 'false');
  const text = description.replaceAll('`', '').replace(/([^.])$/, '$1.');
  const isNamed = values.every((one) => text.includes(one));
  return isNamed ? text : `${text} One of ${values.join(', ')}.`.trim();
}

function fieldOf(document: ApiDocument, name: string, given: Schema, required: boolean): Field | null {
  const schema = { ...resolved(document, given), ...given };
  const types = typesOf(document, given);
  const type = optionTypes.find((one) => types.includes(one));
  if (type === undefined || withoutOption.includes(name)) return null;
  const about = aboutOf(schema);
  return {
    name,
    ...(about && { about }),
    ...(type !== 'string' && { type }),
    ...(required && { required }),
    ...(types.includes('null') && { nullable: true }),
  };
}

/** An object schema's fields that CLI options can set, and the names of its remaining fields. */
export function fieldsOf(document: ApiDocument, { properties = {}, required = [] }: Schema) {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldOf(document, name, schema, required.includes(name)),
  );
  const known = fields.filter((field) => field !== null);
  const rest = Object.keys(properties).filter((name) => known.every((field) => field.name !== name));
  return { known, rest };
}
