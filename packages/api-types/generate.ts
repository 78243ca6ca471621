import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const sharedError = JSON.stringify({ $ref: '#/components/responses/Error' });

/**
 * Of no use to types: examples, which would be a third of them, "more fields may come", which hides misspelt ones, and the
 * error that is the same for every operation and status.
 */
const isUseless = (name: string, value: unknown): boolean =>
  name === 'example' ||
  name === 'examples' ||
  (name === 'additionalProperties' && (value === true || JSON.stringify(value) === '{}')) ||
  JSON.stringify(value) === sharedError;

/** A part of the document without what types do not need. `named`: its members are fields. */
function bare(part: unknown, named = false): unknown {
  if (Array.isArray(part)) return part.map((one) => bare(one));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([name, value]) => named || !isUseless(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value, name === 'properties')]));
}

const unusedTypes = ['paths', '$defs'];

/** Whether all that a type literal says is that any header may come. */
const isAnyHeader = (type: ts.TypeNode): boolean =>
  ts.isTypeLiteralNode(type) &&
  type.members.every(
    (member) => ts.isIndexSignatureDeclaration(member) && member.type.kind === ts.SyntaxKind.UnknownKeyword,
  );

/** A member that says only that something is absent, or that an answer has headers. */
const isEmpty = (node: ts.Node): boolean =>
  ts.isPropertySignature(node) &&
  node.type !== undefined &&
  (node.type.kind === ts.SyntaxKind.NeverKeyword ||
    (ts.isIdentifier(node.name) && node.name.text === 'headers' && isAnyHeader(node.type)));

const withoutEmpty = (node: ts.Node): ts.Node =>
  ts.visitEachChild(node, (child) => (isEmpty(child) ? undefined : withoutEmpty(child)), undefined);

/** Comments that repeat the type on the next line, or say that 200 is a success. */
const uselessComments =
  /^ *(\/\*\* @(enum \{string\}|constant|description Success) \*\/|\* @(enum \{string\}|constant))\n/gm;

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const head = `// Made from docs/openapi.json by \`npm run openapi\`. Do not change by hand.
// An error of any operation is components["schemas"]["Error"].\n\n`;
const ast = await openapiTS(bare(document) as Parameters<typeof openapiTS>[0], {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
});
const used = ast.filter(
  (node) =>
    !(
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      unusedTypes.includes(node.name.text)
    ),
);
const types = head + astToString(used.map(withoutEmpty)).replace(uselessComments, '');

// Writes packages/sdk/src/api.d.ts, or with `--print` prints it: the types of every operation and record (D55).
if (process.argv.includes('--print')) process.stdout.write(types);
else writeFileSync(new URL('../sdk/src/api.d.ts', import.meta.url), types);
