import { type Attributes, documentJson, documentOf } from './attributes.ts';

/** Fields of DynamoDB's API that hold an item, a key or values. */
const documents = new Set(['Item', 'Key', 'Attributes', 'ExpressionAttributeValues', 'LastEvaluatedKey']);
const lists = new Set(['Items', 'Keys']);

/** The input of an operation as DynamoDB's JSON, with its documents as attributes. */
export function inputJson(input: unknown): string {
  if (Array.isArray(input)) return `[${input.map(inputJson).join(',')}]`;
  if (typeof input !== 'object' || input === null) return JSON.stringify(input);
  let json = '';
  for (const name in input) {
    const value = (input as Record<string, unknown>)[name];
    if (value !== undefined)
      json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${fieldJson(name, value)}`;
  }
  return `{${json}}`;
}

function fieldJson(name: string, value: unknown): string {
  if (documents.has(name)) return documentJson(value as Record<string, unknown>);
  if (lists.has(name)) return `[${(value as Record<string, unknown>[]).map(documentJson).join(',')}]`;
  return inputJson(value);
}

/** The output of an operation, or the body of its error, with attributes as documents. */
export function outputOf(output: unknown): unknown {
  if (Array.isArray(output)) return output.map(outputOf);
  if (typeof output !== 'object' || output === null) return output;
  const out: Record<string, unknown> = {};
  for (const name in output) out[name] = fieldOf(name, (output as Record<string, unknown>)[name]);
  return out;
}

function fieldOf(name: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (documents.has(name)) return documentOf(value as Attributes);
  if (lists.has(name)) return (value as Attributes[]).map(documentOf);
  if (name !== 'Responses') return outputOf(value);
  // The items of BatchGetItem, by table.
  const tables = Object.entries(value as Record<string, Attributes[]>);
  return Object.fromEntries(tables.map(([table, items]) => [table, items.map(documentOf)]));
}
