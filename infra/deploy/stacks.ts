import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { variablesOf } from './note-deployment.ts';

export type StackName = 'Core' | 'Smtp';

type Stack = { status: string; outputs: Record<string, string> };

/** A stage's stacks. Null for a missing stack. */
export type DeployedStacks = Record<StackName, Stack | null>;

export const stackNames = (stage: string): Record<StackName, string> => ({
  Core: `mailwright-${stage}`,
  Smtp: `mailwright-${stage}-smtp`,
});

export async function findStacks(region: string | undefined, stage: string): Promise<DeployedStacks> {
  const client = new CloudFormationClient({ region });
  const names = stackNames(stage);
  const [Core, Smtp] = await Promise.all([findStack(client, names.Core), findStack(client, names.Smtp)]);
  return { Core, Smtp };
}

/** Throws CloudFormation's error if the request fails. */
export async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | null> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    const { StackStatus = '', Outputs = [] } = Stacks?.[0] ?? {};
    const pairs = Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
    return StackStatus === '' || StackStatus === 'DELETE_COMPLETE'
      ? null
      : { status: StackStatus, outputs: Object.fromEntries(pairs) };
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return null;
    throw error;
  }
}

/** States of stacks that were never in use; CDK deletes those before it deploys. */
const neverInUse = ['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'DELETE_COMPLETE'];

export function isFirstDeploy(stack: string | null): boolean {
  return stack === null || neverInUse.includes(stack);
}

/**
 * The longest wait, an hour. A network balancer with its tasks takes minutes, and a custom domain takes
 * longer.
 */
const patience_s = 3600;

/** Deletes a stack, even if protected, and waits until it is gone. Throws if CloudFormation fails. */
export async function removeStack(region: string, StackName: string): Promise<void> {
  const client = new CloudFormationClient({ region });
  await client.send(
    new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
  );
  await client.send(new DeleteStackCommand({ StackName }));
  await waitUntilStackDeleteComplete(
    { client, maxWaitTime: patience_s, minDelay: 1, maxDelay: 10 },
    { StackName },
  );
}

/**
 * The variables of a deployment from another machine: its stacks' outputs in this shell's region. Null if
 * there is no such deployment. Throws CloudFormation's errors, and its own error if the shell has no region.
 */
export async function findDeployment(stage: string): Promise<Record<string, string> | null> {
  const region = await new CloudFormationClient({}).config.region().catch(() => undefined);
  if (!region)
    throw new Error('no AWS region. Set AWS_REGION, or set AWS_PROFILE to a profile with a region');
  const { Core, Smtp } = await findStacks(region, stage);
  if (Core?.outputs.TableName === undefined) return null;
  return { ...variablesOf({ ...Core.outputs, ...Smtp?.outputs }), AWS_REGION: region };
}
