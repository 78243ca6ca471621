import { globSync, readFileSync } from 'node:fs';

/** A text of the project: its path from the root, with `/`, and its content. */
export type TextFile = { path: string; text: string };

/** The files that the patterns name, in a fixed order. */
export function readTexts(patterns: string[]): TextFile[] {
  return patterns
    .flatMap((pattern) => globSync(pattern))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** What runs in production or on the local stack. */
export const productSources = [
  ...['functions', 'shared', 'infra', 'localstack', 'tools'].map((room) => `${room}/**/*.{ts,tsx,mjs}`),
  'packages/*.mjs',
  'packages/*/src/*.ts',
  'packages/*/src/!(generated)/**/*.ts',
];
