import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';

/** A node of a syntax tree, as far as every node is alike. */
export type Node = { type: string; span: { start: number; end: number } } & Record<string, unknown>;

/** A piece of code and the file that it is in. */
export type Code = { file: string; node: Node };

type Declared = { scope: Node; value: Code | null };

/** One file: what it declares, each name with the function that it lives in, and what it imports. */
type Source = { module: Node; declared: Map<string, Declared[]>; imported: Map<string, [string, string]> };

const known = new Map<string, Source>();

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const isFunction = ({ type }: Node) =>
  /^((Arrow)?Function(Expression|Declaration)|MethodProperty)$/.test(type);

const children = new WeakMap<Node, Node[]>();

/** The nodes right below a node. Types are not code; neither are the names of properties. */
export function childrenOf(node: Node): Node[] {
  const known = children.get(node);
  if (known) return known;
  const found = Object.entries(node)
    .filter(([name]) => !/[tT]ype(Annotation|Parameters|Arguments|Params)$|^returnType$/.test(name))
    .filter(([name]) => !(name === 'key' || (name === 'property' && node.type === 'MemberExpression')))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .map((value) =>
      isNode(value) ? value : ((value as { expression?: unknown } | null)?.expression ?? value),
    )
    .filter(isNode);
  children.set(node, found);
  return found;
}

/** The names that a pattern declares. */
function namesOf(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [pattern.value as string];
  if (pattern.type === 'KeyValuePatternProperty') return namesOf(pattern.value);
  if (pattern.type === 'AssignmentPatternProperty') return namesOf(pattern.key);
  return [pattern.elements, pattern.properties, pattern.argument, pattern.left, pattern.pat]
    .flat()
    .flatMap(namesOf);
}

/** The file that a dynamic import loads, if `node` is one or waits for one. */
export function importedBy(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'AwaitExpression') return importedBy(node.argument);
  if (node.type === 'ParenthesisExpression') return importedBy(node.expression);
  if (node.type !== 'CallExpression' || (node.callee as Node).type !== 'Import') return null;
  return ((node.arguments as { expression: Node }[])[0]?.expression.value as string | undefined) ?? null;
}

/** Reads a file of ours; null for a package's and for data. */
export function read(file: string): Source | null {
  const found = known.get(file);
  if (found) return found;
  if (!/\.tsx?$/.test(file) || !existsSync(file)) return null;
  const syntax = { syntax: 'typescript', tsx: file.endsWith('.tsx') } as const;
  const module = parseSync(readFileSync(file, 'utf8'), syntax) as unknown as Node;
  const source: Source = { module, declared: new Map(), imported: new Map() };
  known.set(file, source);
  collect(source, file, module, module);
  return source;
}

function collect(source: Source, file: string, node: Node, scope: Node): void {
  const declare = (names: string[], value: Node | null, where = scope) => {
    for (const name of names) {
      const all = source.declared.get(name) ?? [];
      source.declared.set(name, [...all, { scope: where, value: value && { file, node: value } }]);
    }
  };
  if (node.type === 'ImportDeclaration') {
    const from = join(dirname(file), (node.source as Node).value as string);
    const path = ((node.source as Node).value as string).startsWith('.')
      ? from
      : String((node.source as Node).value);
    for (const { local, imported } of node.specifiers as Record<string, Node>[]) {
      const name = local?.value as string;
      source.imported.set(name, [path, (imported?.value as string | undefined) ?? name]);
    }
    return;
  }
  if (node.type === 'FunctionDeclaration') declare(namesOf(node.identifier), node);
  if (node.type === 'VariableDeclarator') {
    const path = importedBy(node.init);
    if (path === null) declare(namesOf(node.id), node.init as Node | null);
    else for (const name of namesOf(node.id)) source.imported.set(name, [join(dirname(file), path), name]);
  }
  const inner = isFunction(node) ? node : scope;
  // A parameter hides what is declared outside, and has no code of its own.
  if (isFunction(node)) declare([node.params].flat().flatMap(namesOf), null, node);
  for (const child of childrenOf(node)) collect(source, file, child, inner);
}

const holds = (outer: Node, inner: Node) =>
  outer.span.start <= inner.span.start && inner.span.end <= outer.span.end;

/** What `name` means where `at` is: the innermost declaration around it, else an import. Null: nothing of ours. */
export function resolve(name: string, at: Code): Code | null {
  const source = read(at.file);
  const around = (source?.declared.get(name) ?? []).filter(({ scope }) => holds(scope, at.node));
  const innermost = around.toSorted(
    (a, b) => a.scope.span.end - a.scope.span.start - (b.scope.span.end - b.scope.span.start),
  )[0];
  if (innermost) return innermost.value;
  const [file = '', original = ''] = source?.imported.get(name) ?? [];
  return exported(file, original);
}

/** What a file of ours exports by a name. */
export function exported(file: string, name: string): Code | null {
  const source = read(file);
  return source?.declared.get(name)?.find(({ scope }) => scope === source.module)?.value ?? null;
}

/** The package that a name of a file comes from. */
export const packageOf = (name: string, file: string): string | null => {
  const [path = ''] = read(file)?.imported.get(name) ?? [];
  return path.startsWith('@') ? path : null;
};
