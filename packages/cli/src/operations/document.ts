export type Json = Record<string, unknown>;

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: string[];
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};

type Content = Record<string, { schema: Schema; example?: unknown }>;

export type Described = {
  'x-sdk'?: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** What the CLI reads of docs/openapi.json. */
export type ApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

export const resolved = (document: ApiDocument, schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** The JSON of a request body or of a successful response, with its example. */
export const jsonOf = (content: Content | undefined) => content?.['application/json'];

export const answerOf = ({ responses }: Described) =>
  jsonOf(Object.entries(responses).find(([status]) => status < '300')?.[1].content);

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
