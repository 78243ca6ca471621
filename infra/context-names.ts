import { settings } from '../shared/aws/settings.ts';
import { nearestName } from '../shared/core/nearest-name.ts';
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
  const near = nearestName(wrong, known);
  const hint =
    near === null
      ? 'See docs/operations/settings.md.'
      : `Did you mean ${near} (docs/operations/settings.md)?`;
  throw new Error(
    `context ${wrong}: unknown value. ${hint} To remove one left by another release, pass -c ${wrong}=`,
  );
}
