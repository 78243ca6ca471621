import type { ApiDocument, Operation } from './document.ts';
import { jsonOf } from './methods.ts';
import { type Names, refOf, typeOf } from './schema.ts';

/** An operation's response: JSON, a file as text, or the file's location. Null for pages and images. */
function answerOf({ responses }: Operation, names: Names): string | null {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  if (success?.content?.['text/csv']) return 'string | { location: string }';
  const schema = jsonOf(success?.content);
  return schema ? inOneLine(typeOf(schema, names)) : null;
}

const inOneLine = (type: string): string => type.replace(/\s+/g, ' ');

const withoutDocs = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (key, one) =>
    key === 'description' && typeof one === 'string' ? undefined : one,
  );

/** Response types by operation, for callers with a key. The dashboard calls these in its own process. */
export function answersText(document: ApiDocument): string {
  const { paths, components } = withoutDocs(document);
  const known = Object.keys(components.schemas);
  const names = Object.fromEntries(known.map((name) => [refOf(name), name]));
  const answers = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation['x-scopes'])
      .map(([verb, operation]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        type: answerOf(operation, names),
      })),
  );
  // The SDK has no dry runs.
  const dry = known.filter((name) => name.startsWith('Dry'));
  const types = dry.map(
    (name) => `type ${name} = ${inOneLine(typeOf(components.schemas[name] ?? {}, names))};\n\n`,
  );
  const lines = answers.flatMap(({ name, type }) => (type ? [`  '${name}': ${type};\n`] : []));
  const text = `${types.join('')}/** The answers of the API's operations. */\nexport type Answers = {\n${lines.join('')}};\n`;
  const used = known.filter((name) => !dry.includes(name) && new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${used.join(', ')} } from '../../../packages/sdk/src/generated/types.ts';\n\n${text}`;
}
