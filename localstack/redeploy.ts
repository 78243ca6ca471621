import { readFileSync } from 'node:fs';
import { buildFunctions, functionNames } from '../infra/build.ts';
import { deploy, type Target } from './cloud.ts';
import { localEnvironment, localStack, useLocalKeys } from './environment.ts';
import { eventually } from './net.ts';
import { findRun, localFolder } from './running.ts';
import { untilHealthy } from './smtp.ts';
import { createSteps } from './steps.ts';

/** `npm run redeploy [function…]` deploys the current code to the running local stack. */
async function main(names: string[]): Promise<void> {
  if (!findRun()) throw new Error('No local stack is running. Start one with `npm start`.');
  const known = [...functionNames(), 'smtp'];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new Error(`Unknown function: ${unknown.join(', ')}. Choose from: ${known.join(', ')}`);
  const target: Target = JSON.parse(readFileSync(`${localFolder}/target.json`, 'utf8'));
  useLocalKeys(localEnvironment());
  const steps = createSteps();
  await steps.run('functions bundled', () => buildFunctions(names));
  if (names.length === 0 || names.some((name) => name !== 'smtp')) await deploy(target, steps);
  if (names.length === 0 || names.includes('smtp')) await steps.run('SMTP relay', replaceRelay);
  steps.total('redeployed');
}

/** Stops the relay the way ECS does. The stack's process starts the new bundle on the same ports (R71). */
async function replaceRelay(): Promise<void> {
  const { smtp } = localStack();
  if (smtp === null) return;
  process.kill(smtp.pid, 'SIGTERM');
  const another = async () => (localStack().smtp?.pid === smtp.pid ? undefined : true);
  await eventually(another, { complaint: 'the relay did not restart' });
  await untilHealthy(smtp.health_url);
}

await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
