import type { ApiDocument } from '../../../api-types/document.ts';
import { answerOf, type Json, kebab } from './document.ts';
import type { Field } from './fields.ts';

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text}'`);

/** Path parameters, taken from the example of the object at that path. */
function pathExample({ paths }: ApiDocument, path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(({ 0: part, 1: name = '', index }) => {
    const shown = paths[path.slice(0, index + part.length)]?.get;
    const [object] = shown ? Object.values((answerOf(shown)?.example ?? {}) as Json) : [];
    return String((object as Json | undefined)?.id ?? name);
  });
}

function optionExample({ name, type }: Field, value: unknown): string {
  const option = kebab(name);
  if (type === 'boolean') return value === false ? `--no-${option}` : `--${option}`;
  const texts =
    type === 'pairs' ? Object.entries(value as Json).map(([key, one]) => `${key}=${one}`) : [String(value)];
  return [`--${option}`, ...texts.map(quoted)].join(' ');
}

/** A command line that sends the body. Uses a file if a field has no option. */
export function exampleOf(
  document: ApiDocument,
  { name, path, fields }: { name: string; path: string; fields: Field[] },
  body: Json,
): string {
  const options = Object.entries(body).map(([field, value]) => {
    const known = fields.find((one) => one.name === field);
    return known ? optionExample(known, value) : null;
  });
  const data = options.includes(null) ? ['--data @body.json'] : options;
  return ['mailwright', name, ...pathExample(document, path), ...data].join(' ');
}
