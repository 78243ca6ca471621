import { settings } from '../shared/aws/settings.ts';
import { queueMaxima } from './concurrency.ts';
import { stackValues } from './context-values.ts';

const known = [settings, stackValues, queueMaxima].flatMap((table) => Object.keys(table));

/** CDK's own names, from cdk.json, cdk.context.json, and its command line: flags, lookups, and notes. */
const isOfCdk = (name: string) =>
  /[:@/]/.test(name) || ['acknowledged-issue-numbers', 'cli-telemetry'].includes(name);

/**
 * Throws with the nearest name if a context name is unknown. Otherwise a misspelled value would be silently
 * ignored.
 */
export function checkNames(names: string[]): void {
  const wrong = names.find((name) => !known.includes(name) && !isOfCdk(name));
  if (wrong === undefined) return;
  const [near = ''] = known.toSorted((a, b) => distance(a, wrong) - distance(b, wrong));
  throw new Error(
    `context ${wrong}: unknown value. Did you mean ${near} (docs/operations/settings.md)? To remove one left by another release, pass -c ${wrong}=`,
  );
}

/** Letters to change, add, or omit, ignoring case and separators (Levenshtein). */
function distance(one: string, other: string): number {
  const letters = [...plain(other)];
  let row = letters.map((_, column) => column + 1);
  for (const [line, letter] of [...plain(one)].entries()) {
    let [corner, left] = [line, line + 1];
    row = row.map((above, column) => {
      left = Math.min(left + 1, above + 1, corner + (letters[column] === letter ? 0 : 1));
      corner = above;
      return left;
    });
  }
  return row.at(-1) ?? one.length;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
