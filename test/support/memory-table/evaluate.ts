import type { Change, Condition, Operand, Path } from './expressions.ts';
import {
  type Attributes,
  compare,
  equal,
  Invalid,
  sizeFunction,
  stored,
  storedItem,
  type Value,
} from './values.ts';

type Values = Record<string, unknown>;

const isMap = (value: Value): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

function at(item: Attributes, path: Path): Value {
  let value: Value = item;
  for (const step of path) {
    if (!isMap(value)) return undefined;
    value = Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function operandOf(item: Attributes, operand: Operand, values: Values): Value {
  if ('path' in operand) return at(item, operand.path);
  if ('value' in operand) return values[operand.value];
  if ('sign' in operand) {
    const [left, right] = [operand.left, operand.right].map((one) => operandOf(item, one, values));
    if (typeof left !== 'number' || typeof right !== 'number')
      throw new Invalid('The provided expression refers to an attribute that does not exist in the item');
    return operand.sign === '+' ? left + right : left - right;
  }
  const [first, second] = operand.args;
  const value = (one: Operand | undefined) => one && operandOf(item, one, values);
  if (operand.call === 'size') return sizeFunction(value(first));
  if (operand.call === 'if_not_exists') {
    const present = value(first);
    return present === undefined ? value(second) : present;
  }
  throw new Invalid(`Invalid function name; function: ${operand.call}`);
}

const comparisons: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export function holds(item: Attributes, condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(item, one, values));
  if ('any' in condition) return condition.any.some((one) => holds(item, one, values));
  if ('not' in condition) return !holds(item, condition.not, values);
  if ('compare' in condition) {
    const [left, right] = [condition.left, condition.right].map((one) => operandOf(item, one, values));
    if (condition.compare === '=') return left !== undefined && right !== undefined && equal(left, right);
    if (condition.compare === '<>') return !(left !== undefined && right !== undefined && equal(left, right));
    const order = compare(left, right);
    return order !== undefined && comparisons[condition.compare]?.(order) === true;
  }
  const [first, second] = condition.args.map((one) => operandOf(item, one, values));
  if (condition.call === 'attribute_exists') return first !== undefined;
  if (condition.call === 'attribute_not_exists') return first === undefined;
  if (condition.call === 'begins_with')
    return typeof first === 'string' && typeof second === 'string' && first.startsWith(second);
  throw new Invalid(`Invalid function name; function: ${condition.call}`);
}

const unsound = () =>
  new Invalid('The document path provided in the update expression is invalid for update');

/** The map that holds the last step of a path. Throws if the item lacks it. */
function parentOf(item: Attributes, path: Path): [Attributes, string] {
  const parent = at(item, path.slice(0, -1));
  if (!isMap(parent)) throw unsound();
  return [parent, path.at(-1) ?? ''];
}

function put(item: Attributes, path: Path, value: Value): void {
  const [parent, last] = parentOf(item, path);
  parent[last] = value;
}

function remove(item: Attributes, path: Path): void {
  const [parent, last] = parentOf(item, path);
  delete parent[last];
}

function sum(current: Value, more: Value): Value {
  if (typeof more === 'number' && (current === undefined || typeof current === 'number'))
    return (current ?? 0) + more;
  if (more instanceof Set && (current === undefined || current instanceof Set))
    return new Set([...(current ?? []), ...more]);
  throw new Invalid('An operand in the update expression has an incorrect data type');
}

function apply(item: Attributes, before: Attributes, change: Change, values: Values): void {
  if ('set' in change) {
    const value = operandOf(before, change.to, values);
    if (value === undefined)
      throw new Invalid('The provided expression refers to an attribute that does not exist in the item');
    put(item, change.set, stored(value));
  } else if ('remove' in change) {
    remove(item, change.remove);
  } else {
    put(item, change.add, sum(at(before, change.add), values[change.value]));
  }
}

const pathOf = (change: Change): Path =>
  'set' in change ? change.set : 'remove' in change ? change.remove : change.add;

/** The item after the changes. Each change reads the state before all of them. */
export function changed(before: Attributes, changes: Change[], values: Values): Attributes {
  const paths = changes.map((change) => `${JSON.stringify(pathOf(change)).slice(0, -1)},`);
  for (const [i, one] of paths.entries())
    if (paths.some((other, n) => n !== i && other.startsWith(one)))
      throw new Invalid('Two document paths overlap with each other');
  if (changes.some((change) => ['pk', 'sk'].includes(String(pathOf(change)[0]))))
    throw new Invalid('Cannot update attribute pk or sk. This attribute is part of the key');
  const item = storedItem(before);
  for (const change of changes) apply(item, before, change, values);
  return item;
}
