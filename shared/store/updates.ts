import type { Key } from './schema.ts';
import type { Expression, Item, Once, Table, Update } from './table.ts';

/**
 * The update that sets the fields of `change` and removes those that are undefined. The condition can name
 * each field as `#field`.
 */
export function setFields(update: Key, change: Record<string, unknown>, when: Expression = {}): Update {
  const fields = Object.keys(change);
  const set = fields.filter((name) => change[name] !== undefined);
  const removed = fields.filter((name) => change[name] === undefined);
  const clauses = [
    set.length > 0 && `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  const names = Object.fromEntries(fields.map((name) => [`#${name}`, name]));
  const values = { ...Object.fromEntries(set.map((name) => [`:${name}`, change[name]])), ...when.values };
  return {
    update,
    expression: clauses.filter(Boolean).join(' '),
    ...(when.condition !== undefined && { condition: when.condition }),
    names: { ...names, ...when.names },
    // DynamoDB rejects empty maps.
    ...(Object.keys(values).length > 0 && { values }),
  };
}

/** Sends a single update. Returns the item after it. */
export const sendUpdate = (table: Table, { update, expression, ...options }: Update & Once): Promise<Item> =>
  table.update(update, expression, options);
