import document from '../../../docs/openapi.json' with { type: 'json' };
import type { Schema, Schemas } from '../../api-types/document.ts';

const { schemas } = document.components as unknown as { schemas: Schemas };

const typesOf = ({ type, anyOf }: Schema): string[] =>
  anyOf ? anyOf.flatMap(typesOf) : [type ?? 'object'].flat();

/** The JSON types of the API's fields, by record. The published package contains only this file's result. */
export const records = Object.fromEntries(
  Object.entries(schemas).map(([name, { properties = {} }]) => [
    name,
    Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, typesOf(schema)])),
  ]),
);
