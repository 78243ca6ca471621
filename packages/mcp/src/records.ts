import document from '../../../docs/openapi.json' with { type: 'json' };

type Schema = { type?: string | string[]; anyOf?: Schema[]; properties?: Record<string, Schema> };

const schemas: Record<string, Schema> = document.components.schemas as never;

const typesOf = ({ type, anyOf }: Schema): string[] =>
  anyOf ? anyOf.flatMap(typesOf) : [type ?? 'object'].flat();

/** The JSON types of the API's fields, by record. In the published package this file is its result. */
export const records = Object.fromEntries(
  Object.entries(schemas).map(([name, { properties = {} }]) => [
    name,
    Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, typesOf(schema)])),
  ]),
);
