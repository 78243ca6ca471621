import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** A part of an input or output of the SDK, with JavaScript values as attributes. */
export type Plain<Part> = Part extends AttributeValue
  ? unknown
  : Part extends object
    ? { [Name in keyof Part]: Plain<Part[Name]> }
    : Part;

/** The members that are items, parts of items, or lists of them. */
const items = new Set([
  'Attributes',
  'ExclusiveStartKey',
  'ExpressionAttributeValues',
  'Item',
  'Items',
  'Key',
  'Keys',
  'LastEvaluatedKey',
]);

type Change = (item: object) => object;

const changedMembers = (part: object, change: (member: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(part).map(([name, member]) => [name, change(member, name)]));

const changedItems = (value: unknown, change: Change) =>
  Array.isArray(value) ? value.map((item) => change(item)) : change(value as object);

function changed(part: unknown, change: Change): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((member) => changed(member, change));
  return changedMembers(part, (member, name) => {
    if (name === 'Responses') return changedMembers(member ?? {}, (list) => changedItems(list, change));
    return items.has(name) && member ? changedItems(member, change) : changed(member, change);
  });
}

/** A member named `constructor` makes a plain object look like an instance of a class. */
const options = { removeUndefinedValues: true, convertClassInstanceToMap: true };

/** An input with its values as DynamoDB's attributes. */
export const withAttributes = (input: object) => changed(input, (item) => marshall(item, options)) as object;

/** An output, or a part of one, with DynamoDB's attributes as values. */
export const withValues = (output: object) =>
  changed(output, (item) => unmarshall(item as Record<string, AttributeValue>)) as object;
