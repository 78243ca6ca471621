import type { ApiDocument, Content, Operation, Schema } from '../../../api-types/document.ts';

export type Json = Record<string, unknown>;

export const resolved = (document: ApiDocument, schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** The JSON of a request body or of a successful response, with its example. */
export const jsonOf = (content: Content | undefined) => content?.['application/json'];

export const answerOf = ({ responses }: Operation) =>
  jsonOf(Object.entries(responses).find(([status]) => status < '300')?.[1].content);

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
