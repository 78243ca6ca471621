import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import type { Facts } from './finding.ts';
import { isFirstDeploy, type StackName } from './stacks.ts';

/**
 * Runs `cdk deploy` for a single stack in this terminal. Returns the stack's outputs, or null after a
 * failure, which CDK explains.
 */
export function deployStack(
  stack: 'Core' | 'Smtp',
  context: Record<string, string>,
  { yes, region }: { yes: boolean; region: string },
): Record<string, string> | null {
  mkdirSync('.local', { recursive: true });
  const outputsFile = `.local/outputs-${stack}.json`;
  const args = ['deploy', stack, '--exclusively', '--outputs-file', outputsFile];
  if (yes) args.push('--require-approval', 'never');
  for (const [name, value] of Object.entries(context)) args.push('-c', `${name}=${value}`);
  const env = { ...process.env, AWS_REGION: region };
  const { status } = spawnSync('node_modules/.bin/cdk', args, { stdio: 'inherit', env });
  if (status !== 0) return null;
  const [outputs] = Object.values(JSON.parse(readFileSync(outputsFile, 'utf8')));
  return outputs as Record<string, string>;
}

type Context = Record<string, string>;

/**
 * The context of each `cdk deploy` for a stack. A first deploy has two passes: the first creates everything
 * without deletion protection, so CloudFormation can roll back a failure. The second adds it. Otherwise a
 * failed deploy would leave resources that CDK can't delete.
 */
export function passesOf(stack: StackName, facts: Facts, context: Context): Context[] {
  const { table, lambda_concurrency, ses } = facts;
  // The values that templates take from the account, unless the operator sets them.
  const found: Context = {
    ...(lambda_concurrency && { lambdaConcurrency: String(lambda_concurrency) }),
    ...(ses?.plan && { sesPlan: ses.plan }),
  };
  const full = {
    ...found,
    ...context,
    ...(table?.stream && { tableStream: table.stream }),
    // SES's sandbox also requires permissions for the recipient's identity, so there is no condition before
    // production access (P52).
    ...(context.sendFrom && ses?.production === false && { sendFrom: '' }),
  };
  // If the stacks can't be read, don't assume a first deploy, whose data would be unprotected.
  const first = facts.stacks !== undefined && isFirstDeploy(facts.stacks[stack]);
  return first ? [{ ...full, firstDeploy: 'true' }, full] : [full];
}
