import { readFileSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';
import { schemaOf, settings } from '../shared/aws/settings.ts';
import { queueMaxima } from './concurrency.ts';
import { stackValues } from './context-values.ts';

export const settingsPage = 'docs/operations/settings.md';

/** The comment above a row in a table of settings. */
function sentenceOf(source: string, name: string): string {
  const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n  ${name}: `).exec(source) ?? [];
  return comment.replace(/\n\s+\* ?/g, ' ').trim();
}

/** A default in the form used on the command line. */
function usualOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined);
  if (data === undefined || typeof data === 'object') return '';
  return typeof data === 'number' ? String(data) : `\`${data}\``;
}

function rowsOf(file: string, schemas: [name: string, z.ZodType][]): string[] {
  const source = readFileSync(file, 'utf8');
  return schemas.map(
    ([name, schema]) => `| \`${name}\` | ${usualOf(schema)} | ${sentenceOf(source, name)} |`,
  );
}

/** The settings page, with its table of context values generated from the code. */
export function pageWithSettings(): string {
  const shared = Object.entries(settings).map(([name, row]): [string, z.ZodType] => [name, schemaOf(row)]);
  const queues = Object.entries(queueMaxima);
  const table = [
    '| name | default | description |',
    '|---|---|---|',
    ...rowsOf('shared/aws/settings.ts', shared),
    ...rowsOf('infra/context-values.ts', Object.entries(stackValues)),
    `| ${queues.map(([name]) => `\`${name}\``).join(', ')} | ${queues.map(([, maximum]) => maximum).join(', ')} | Maximum number of concurrent instances of each worker. If your Lambda quota is smaller than 1,000, the defaults are scaled down. In total, the workers must use less than 90% of the quota |`,
  ];
  const page = readFileSync(settingsPage, 'utf8');
  const [before, after] = page.split(/(?<=\n)\| name \| default \|[\s\S]*?\n(?=\n)/);
  if (before === undefined || after === undefined)
    throw new Error(`${settingsPage} has no table of settings`);
  return `${before}${table.join('\n')}\n${after}`;
}

// `npm run generate`
if (process.argv[1]?.endsWith('infra/settings.ts')) writeFileSync(settingsPage, pageWithSettings());
