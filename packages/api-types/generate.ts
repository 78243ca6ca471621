import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

/** Of no use to types: examples, which would be a third of them, and "more fields may come", which hides misspelt ones. */
const isUseless = (name: string, value: unknown): boolean =>
  name === 'example' ||
  name === 'examples' ||
  (name === 'additionalProperties' && (value === true || JSON.stringify(value) === '{}'));

/** A part of the document without what types do not need. `named`: its members are fields. */
function bare(part: unknown, named = false): unknown {
  if (Array.isArray(part)) return part.map((one) => bare(one));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([name, value]) => named || !isUseless(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value, name === 'properties')]));
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const head = '// Made from docs/openapi.json by `npm run openapi`. Do not change by hand.\n\n';
const ast = await openapiTS(bare(document) as Parameters<typeof openapiTS>[0], {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
});
const types = head + astToString(ast);

// Writes packages/sdk/src/api.d.ts, or with `--print` prints it: the types of every operation and record (D55).
if (process.argv.includes('--print')) process.stdout.write(types);
else writeFileSync(new URL('../sdk/src/api.d.ts', import.meta.url), types);
