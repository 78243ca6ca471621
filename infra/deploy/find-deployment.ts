import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { variablesOf } from './note-deployment.ts';
import { findStacks } from './stacks.ts';

/**
 * The variables of a deployment that was made from another machine: the outputs of its stacks in the region of this shell
 * (P46). null: there is none. Throws CloudFormation's errors, and a sentence where the shell names no region.
 */
export async function findDeployment(stage: string): Promise<Record<string, string> | null> {
  const region = await new CloudFormationClient({}).config.region().catch(() => undefined);
  if (!region) throw new Error('no AWS region: set AWS_REGION, or AWS_PROFILE to a profile that has one');
  const { Core, Smtp } = await findStacks(region, stage);
  if (Core?.outputs.TableName === undefined) return null;
  return { ...variablesOf({ ...Core.outputs, ...Smtp?.outputs }), AWS_REGION: region };
}
