import { type Facts, isFirstDeploy } from './ground.ts';
import type { StackName } from './stacks.ts';

type Context = Record<string, string>;

/**
 * The context of each `cdk deploy` that brings a stack up to date. A first deploy has two passes: the first makes
 * everything without protection against deletion, so that CloudFormation can take back what it made when the deploy
 * fails; the second adds the protection (P2). CDK would protect a stack before it is made, and then could not delete
 * what a failure leaves.
 */
export function passesOf(stack: StackName, facts: Facts, context: Context): Context[] {
  const { table_stream: tableStream, lambda_concurrency } = facts;
  // The values that templates take from the account's quotas, unless the operator gives them.
  const quotas: Context = lambda_concurrency ? { lambdaConcurrency: String(lambda_concurrency) } : {};
  const full = { ...quotas, ...context, ...(tableStream && { tableStream }) };
  // Stacks that may not be looked at are not unlocked.
  const first = facts.stacks !== undefined && isFirstDeploy(facts.stacks[stack]);
  return first ? [{ ...full, firstDeploy: 'true' }, full] : [full];
}
