import { readFileSync, writeFileSync } from 'node:fs';
import { answersText } from './answers.ts';
import type { ApiDocument } from './document.ts';
import { type Method, methodsOf } from './methods.ts';
import { typesText } from './types.ts';

const fileAt = (path: string) => new URL(`../../${path}`, import.meta.url);

/** How the client makes a method's request, and what it returns from the response. */
const operationOf = ({ verb, path, body, query, answers, list, unwrap, keyed, isCsv }: Method) => ({
  method: verb,
  path,
  takes: body ? 'body' : query.length > 0 ? 'query' : undefined,
  list,
  unwrap: unwrap.length > 1 ? unwrap : unwrap[0],
  keyed: keyed || undefined,
  has: keyed && unwrap.length === 0 ? answers[0]?.required?.[0] : undefined,
  text: isCsv ? 'csv' : undefined,
});

const literal = (value: object) =>
  JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'");

/** A resource's operations, including nested resources; `parent` is '' or ends in a dot. */
function operationsIn(methods: Method[], parent = ''): string {
  const within = methods.filter(({ sdkName }) => sdkName.startsWith(parent));
  const names = new Set(within.map(({ sdkName }) => sdkName.slice(parent.length).replace(/\..*/, '')));
  const members = [...names].map((name) => {
    const own = within.find(({ sdkName }) => sdkName === parent + name);
    return `\n${name}: ${own ? literal(operationOf(own)) : operationsIn(within, `${parent}${name}.`)},`;
  });
  return `{${members.join('').replaceAll('\n', '\n  ')}\n}`;
}

const document: ApiDocument = JSON.parse(readFileSync(fileAt('docs/openapi.json'), 'utf8'));
const methods = methodsOf(document);
const files = {
  'packages/sdk/src/generated/types.ts': typesText(document, methods),
  'packages/sdk/src/generated/operations.ts': `import type { Operations } from '../call.ts';

export const operations: Operations = ${operationsIn(methods)};\n`,
  'functions/dashboard/generated/answers.ts': answersText(document),
};

// Writes the SDK's types and operations table, and the dashboard's response types. `--check` lists outdated
// files instead (D55).
for (const [path, made] of Object.entries(files)) {
  const text = `// Made from docs/openapi.json by \`npm run generate\`. Do not change by hand.\n\n${made}`;
  if (!process.argv.includes('--check')) writeFileSync(fileAt(path), text);
  else if (readFileSync(fileAt(path), 'utf8') !== text) process.stdout.write(`${path}\n`);
}
