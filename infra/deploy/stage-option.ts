import { invalid } from '../../shared/core/errors.ts';
import { isStageName } from '../../shared/core/stage-name.ts';

/**
 * The stage that a command line names, or undefined. Throws validation_error for two of them, and for a name that no
 * deployment can have: a command never guesses which deployment is meant.
 */
export function stageOf(given: readonly string[] = []): string | undefined {
  const [stage, ...more] = given;
  if (more.length > 0) throw wrong('--stage is given twice; name one deployment');
  if (stage === undefined || isStageName(stage)) return stage;
  throw wrong('--stage needs the name of a stage: 1-20 of a-z and 0-9, with a letter first');
}

const wrong = (message: string) => invalid([{ path: '--stage', rule: 'format', message }]);
