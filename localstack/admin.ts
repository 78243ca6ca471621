import { existsSync, readFileSync } from 'node:fs';
import { adminError } from '../functions/admin/main.ts';
import { localEnvironment, localStackIsRunning } from './environment.ts';
import { runCommand } from './operator.ts';

/** The deployment to work on: the variables given, else the local stack, else what `npm run deploy` noted. */
function chooseEnvironment(): Record<string, string> {
  if (process.env.TABLE_NAME) return process.env as Record<string, string>;
  if (localStackIsRunning()) return localEnvironment();
  const stage = process.env.STAGE ?? 'prod';
  const file = `.local/deployed-${stage}.json`;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(
    `Nothing to work on: no local stack is running, and ${file} (npm run deploy) does not exist.`,
  );
}

// `npm run -s admin -- <command> …`: one JSON object on stdout and nothing else.
try {
  process.stdout.write(`${JSON.stringify(await runCommand(process.argv.slice(2), chooseEnvironment()))}\n`);
} catch (error) {
  process.stderr.write(`${JSON.stringify(adminError(error))}\n`);
  process.exitCode = 1;
}
