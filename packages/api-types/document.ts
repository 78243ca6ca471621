/** The parts of an OpenAPI schema that the SDK, the CLI, and the documentation read. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  /** An SDK type that is written by hand. */
  'x-type'?: string;
};

export type Schemas = Record<string, Schema>;

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-sdk'?: string;
  'x-scopes'?: string[];
  'x-tenant-keys'?: string;
  parameters: { name: string; in: string; required: boolean; description: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type ApiDocument = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Content } } }>;
  components: { schemas: Schemas };
};
