import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../io.ts';
import { secretsOf } from './merge.ts';
import type { Migration } from './migration.ts';

/** Throws UsageError for an unwritable folder, because imports save secrets there that are shown once. */
export function tryFolder(folder: string, given: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    rmdirSync(mkdtempSync(join(folder, '.try-')));
  } catch (error) {
    throw new UsageError(`--out ${given}: ${(error as Error).message}`);
  }
}

/** Writes the files of --out. Only webhook-secrets.json has secrets, and only its owner can read it. */
export function writeFiles(
  folder: string,
  { migration, csv }: { migration: Migration; csv: string | null },
): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const webhooks = migration.webhooks.items.map((item) => ({ ...item, secret: null }));
  const report = { ...migration, webhooks: { ...migration.webhooks, items: webhooks } };
  write('report.json', `${JSON.stringify({ migration: report }, null, 2)}\n`);
  if (csv !== null) write('report.csv', csv);
  write('agent-prompt.txt', migration.agent_prompt);
  for (const { stack, diff } of migration.code_changes) write(`${stack.replace(/[^\w-]/g, '')}.diff`, diff);
  writeSecrets(folder, secretsOf(migration));
}

const secretsFile = (folder: string) => join(folder, 'webhook-secrets.json');

/** Adds secrets by webhook id, as soon as a response has them, because no later response does. */
export function writeSecrets(folder: string, secrets: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  const path = secretsFile(folder);
  const all = { ...readSecrets(folder), ...secrets };
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  // Needed because rewriting an existing file keeps its old mode.
  chmodSync(path, 0o600);
}

export function readSecrets(folder: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(secretsFile(folder), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
