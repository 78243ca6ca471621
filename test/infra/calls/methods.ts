import { dirname, join } from 'node:path';
import { type Code, childrenOf, exported, importedBy, isNode, type Node, resolve } from './source.ts';

/** What `Parts` gives to every family, by the name under which families take it. */
const parts: Record<string, Code | null> = {
  bucket: exported('shared/aws/objects.ts', 's3Bucket'),
};

/** Helpers that give their argument back, changed in when or how often it runs. */
const passing = new Set(['lazyPort', 'once', 'cached']);

export const isFunction = ({ type }: Node) =>
  /^((Arrow)?Function(Expression|Declaration)|MethodProperty)$/.test(type);

/** What a function returns; not what functions inside of it return. */
function returned(fn: Node): Node[] {
  const body = fn.body as Node;
  if (!/^(BlockStatement|FunctionBody)$/.test(body.type)) return [body];
  const found: Node[] = [];
  const walk = (node: Node) => {
    if (node.type === 'ReturnStatement' && isNode(node.argument)) found.push(node.argument);
    else if (!isFunction(node)) for (const child of childrenOf(node)) walk(child);
  };
  walk(body);
  return found;
}

const keyOf = (property: Node): string =>
  property.type === 'Identifier'
    ? (property.value as string)
    : (((property.key as Node)?.value ?? '') as string);

/** What is found on the way to a property: the arguments of the factories that make its object. */
type Way = Code[];

/**
 * The code of property `name` of the object that `code` makes, wherever it is put together: literals, spreads, calls of
 * factories, dynamic imports. With name null: of each of its properties.
 */
export function member(code: Code | null, name: string | null, way: Way = []): Code[] {
  if (code === null) return [];
  const { file, node } = code;
  const here = (other: unknown): Code | null => (isNode(other) ? { file, node: other } : null);
  const path = importedBy(node);
  if (path !== null && name !== null) return present(exported(join(dirname(file), path), name));
  switch (node.type) {
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
      return member(here(node.expression), name, way);
    case 'AwaitExpression':
      return member(here(node.argument), name, way);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((side) => member(here(side), name, way));
    case 'Identifier':
      return member(resolve(node.value as string, code), name, way);
    case 'MemberExpression':
      return objectAt(code, way).flatMap((each) => member(each, name, way));
    case 'ObjectExpression':
      return (node.properties as Node[]).flatMap((property) => {
        if (property.type === 'SpreadElement') return member(here(property.arguments), name, way);
        if (name !== null && keyOf(property) !== name) return [];
        if (property.type === 'MethodProperty') return [{ file, node: property }];
        const value = property.type === 'Identifier' ? property : (property.value as Node);
        return codeOf({ file, node: value }, way);
      });
    case 'CallExpression':
      return made(code, way).flatMap((each) => member(each, name, way));
  }
  return isFunction(node) ? returned(node).flatMap((each) => member(here(each), name, way)) : [];
}

const present = (code: Code | null): Code[] => (code === null ? [] : [code]);

/** What a member expression names. */
export function objectAt({ file, node }: Code, way: Way = []): Code[] {
  const property = (node.property as Node).value as string;
  const path = importedBy(node.object);
  if (path !== null) return [exported(join(dirname(file), path), property)].filter((found) => found !== null);
  return member({ file, node: node.object as Node }, property, way);
}

/** What a call makes its result of: the function that it calls, or the arguments of one that passes them on. */
function made(code: Code, way: Way): (Code | null)[] {
  const callee = code.node.callee as Node;
  const args = (code.node.arguments as { expression: Node }[]).map(({ expression }) => expression);
  const given = args.map((node) => ({ file: code.file, node }));
  const name = callee.value as string;
  if (passing.has(name)) return given;
  way.push(...given);
  if (callee.type === 'MemberExpression') return objectAt({ file: code.file, node: callee }, way);
  return [parts[name] ?? resolve(name, code)];
}

/** The value of a property: a name is what it stands for, and `cached(…, store.get)` is `get` of `store`. */
function codeOf(code: Code, way: Way): Code[] {
  const { node } = code;
  if (node.type === 'Identifier') return [resolve(node.value as string, code) ?? code];
  if (node.type === 'MemberExpression') return objectAt(code, way);
  if (node.type !== 'CallExpression' || !passing.has((node.callee as Node).value as string)) return [code];
  return made(code, way).flatMap((each) => (each === null ? [] : codeOf(each, way)));
}

/** The properties of the object that a function returns. */
export function propertiesOf(code: Code): [name: string, value: Code][] {
  return returned(code.node)
    .map((node) => (node.type === 'ParenthesisExpression' ? (node.expression as Node) : node))
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => properties as Node[])
    .filter(({ type }) => type === 'KeyValueProperty' || type === 'Identifier')
    .map((property) => {
      const node = property.type === 'Identifier' ? property : (property.value as Node);
      return [keyOf(property), { file: code.file, node }];
    });
}
