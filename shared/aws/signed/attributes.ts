/** A value as DynamoDB writes it in JSON: `{"S":"a"}`. */
type Attribute = Record<string, unknown>;

/** An item, a key or a stored image in DynamoDB's JSON. */
export type Attributes = Record<string, Attribute>;
type Document = Record<string, unknown>;

const unsupported = (value: unknown) => new Error(`Unsupported type passed: ${String(value)}`);

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`Special numeric value ${value} is not allowed`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error(`Number ${value} is not a safe one`);
  return String(value);
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function setJson(set: Set<unknown>): string {
  const members = [...set].filter((one) => one !== undefined);
  const [first] = members;
  if (members.length === 0) throw new Error('Pass a non-empty set');
  if (typeof first === 'string') return `{"SS":${JSON.stringify(members)}}`;
  if (typeof first === 'number') return `{"NS":${JSON.stringify((members as number[]).map(numberText))}}`;
  if (typeof first === 'bigint') return `{"NS":${JSON.stringify(members.map(String))}}`;
  if (first instanceof Uint8Array) return `{"BS":${JSON.stringify((members as Uint8Array[]).map(base64))}}`;
  throw unsupported(first);
}

const isSkipped = (value: unknown) => value === undefined || typeof value === 'function';

function objectJson(value: object): string {
  if (Array.isArray(value)) {
    const kept = value.filter((one) => !isSkipped(one));
    return `{"L":[${kept.map(attributeJson).join(',')}]}`;
  }
  if (value instanceof Set) return setJson(value);
  if (value instanceof Uint8Array) return `{"B":"${base64(value)}"}`;
  const prototype = Object.getPrototypeOf(value);
  // Objects of another realm, as jest's, have a prototype of their own.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw unsupported(value);
  return `{"M":${documentJson(value as Document)}}`;
}

function attributeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `{"S":${JSON.stringify(value)}}`;
    case 'number':
      return `{"N":"${numberText(value)}"}`;
    case 'boolean':
      return value ? '{"BOOL":true}' : '{"BOOL":false}';
    case 'bigint':
      return `{"N":"${value}"}`;
    case 'object':
      return value === null ? '{"NULL":true}' : objectJson(value);
    default:
      throw unsupported(value);
  }
}

/** An item, a key or the values of an expression as DynamoDB's JSON; undefined fields are left out. */
export function documentJson(document: Document): string {
  let json = '';
  for (const name in document) {
    const value = document[name];
    if (isSkipped(value)) continue;
    json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${attributeJson(value)}`;
  }
  return `{${json}}`;
}

function numberOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER ? BigInt(text) : value;
}

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function plainOf(attribute: Attribute): unknown {
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return numberOf(value as string);
      case 'M':
        return documentOf(value as Attributes);
      case 'L':
        return (value as Attribute[]).map(plainOf);
      case 'NULL':
        return null;
      case 'B':
        return bytesOf(value as string);
      case 'SS':
        return new Set(value as string[]);
      case 'NS':
        return new Set((value as string[]).map(numberOf));
      case 'BS':
        return new Set((value as string[]).map(bytesOf));
      default:
        throw new Error(`Unsupported type passed: ${type}`);
    }
  }
  throw new Error('No value defined');
}

export function documentOf(attributes: Attributes): Document {
  const document: Document = {};
  for (const name in attributes) {
    const value = plainOf(attributes[name] as Attribute);
    if (name === '__proto__')
      Object.defineProperty(document, name, { value, enumerable: true, writable: true, configurable: true });
    else document[name] = value;
  }
  return document;
}

/** A copy of a document of `documentOf`, which shares nothing with it. */
export function copyOf<Value>(value: Value): Value;
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Set) return new Set([...value].map(copyOf));
  if (value instanceof Uint8Array) return value.slice();
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]));
}
