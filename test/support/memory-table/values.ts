/** An attribute value in JavaScript. */
export type Value = unknown;
export type Attributes = Record<string, Value>;

/** Input that DynamoDB rejects. */
export class Invalid extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ValidationException';
  }
}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The smallest number except 0, and the levels of an attribute, counting itself. */
const least = 1e-130;
const most_levels = 32;

/** A value after a trip through DynamoDB: a copy without undefined members. Throws like the SDK or DynamoDB. */
export function stored(value: Value, level = 1): Value {
  if (level > most_levels) throw new Invalid('Nesting Levels have exceeded supported limits');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
      throw new Error(`The number ${value} cannot be stored.`);
    if (value !== 0 && Math.abs(value) < least) throw new Invalid('Number underflow');
    return value;
  }
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (value instanceof Set) {
    if (value.size === 0) throw new Error('Pass a non-empty set, or options.convertEmptyValues=true.');
    return new Set(value);
  }
  if (Array.isArray(value))
    return value.filter((member) => member !== undefined).map((member) => stored(member, level + 1));
  if (typeof value === 'object' && Object.prototype.toString.call(value) === '[object Object]') {
    if (!isPlain(value) && value.constructor?.name !== 'Object')
      throw new Error(`Unsupported type passed: ${value.constructor?.name}.`);
    return storedItem(value as Attributes, level + 1);
  }
  throw new Error(`Unsupported type passed: ${String(value)}.`);
}

export const storedItem = (item: Attributes, level = 1): Attributes =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, stored(value, level)]],
    ),
  );

/** The name of its type on the wire. */
function typeOf(value: Value): string {
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return 'B';
  if (value instanceof Set) return typeof [...value][0] === 'number' ? 'NS' : 'SS';
  return Array.isArray(value) ? 'L' : 'M';
}

const beyondAscii = /[\ud800-\uffff]/;

/** Compares UTF-8 bytes, which is DynamoDB's order. */
export function compareTexts(a: string, b: string): number {
  if (beyondAscii.test(a) && beyondAscii.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}

/** Below, equal to, or above 0. Undefined if the two have no order. */
export function compare(a: Value, b: Value): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return undefined;
}

export function equal(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (typeOf(a) !== typeOf(b)) return false;
  if (a instanceof Uint8Array) return Buffer.compare(a, b as Uint8Array) === 0;
  if (a instanceof Set)
    return a.size === (b as Set<Value>).size && [...a].every((one) => (b as Set<Value>).has(one));
  const [names, others] = [Object.keys(a), Object.keys(b)];
  if (names.length !== others.length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && equal((a as Attributes)[name], (b as Attributes)[name]),
  );
}

/** The result of `size()`. Numbers have none. */
export function sizeFunction(value: Value): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return value.size;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
