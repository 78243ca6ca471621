import { readFileSync } from 'node:fs';
import { buildFunctions, functionNames } from '../infra/build.ts';
import { deploy, type Target } from './cloud.ts';
import { findRun, localFolder } from './running.ts';
import { createSteps } from './steps.ts';

/** `npm run redeploy [function…]`: the running local stack takes over the code as it is now. */
async function main(names: string[]): Promise<void> {
  if (!findRun()) throw new Error('No local stack is running: start one with `npm start`.');
  const unknown = names.filter((name) => !functionNames().includes(name));
  if (unknown.length) {
    throw new Error(`No such function: ${unknown.join(', ')}. There are: ${functionNames().join(', ')}`);
  }
  const target: Target = JSON.parse(readFileSync(`${localFolder}/target.json`, 'utf8'));
  const steps = createSteps();
  await steps.run('functions bundled', () => buildFunctions(names));
  await deploy(target, steps);
  steps.total('redeployed');
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
