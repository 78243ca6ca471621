import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { noteDeployment, notedContext, readNote, variablesOf } from '../deploy/note-deployment.ts';
import { contextOfOutputs } from '../deploy/remembered.ts';
import { type DeployedStacks, stackNames } from '../deploy/stacks.ts';
import type { Data } from './data.ts';

type Stage = { stage: string; region: string; account: string; stacks: DeployedStacks };

/**
 * The parts from the stack's outputs, or noted by an interrupted destroy. Null if the stage doesn't exist.
 */
export function knownParts(
  folder: string,
  { stage, region, account, stacks: { Core } }: Stage,
): Record<string, string> | null {
  if (Core?.outputs.TableName !== undefined) return variablesOf(Core.outputs);
  const noted = readNote(folder, stage, { region, account });
  return noted.TABLE_NAME === undefined ? null : noted;
}

/**
 * Finds data left by a failed first deploy. Its stack has no outputs, so this looks up one resource of each
 * type.
 */
export async function leftData(region: string, stage: string): Promise<Data> {
  const client = new CloudFormationClient({ region });
  const left: Record<string, string> = {};
  const StackName = stackNames(stage).Core;
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType = '', ResourceStatus, PhysicalResourceId } of StackResourceSummaries)
      if (PhysicalResourceId && ResourceStatus !== 'DELETE_COMPLETE') left[ResourceType] = PhysicalResourceId;
  return {
    table: left['AWS::DynamoDB::Table'],
    bucket: left['AWS::S3::Bucket'],
    schedules: left['AWS::Scheduler::ScheduleGroup'],
    key: left['AWS::KMS::Key'],
  };
}

/**
 * Notes the parts of a stack before its deletion, because nothing else leads to data that outlives the stack.
 */
export function noteParts(folder: string, { stage, region, account, stacks: { Core, Smtp } }: Stage): void {
  if (Core?.outputs.TableName === undefined) return;
  const { outputs } = Core;
  const noted = notedContext(folder, stage, { region, account });
  const context = noted ?? contextOfOutputs(outputs, Smtp !== null) ?? {};
  noteDeployment(folder, {
    stage,
    stack: 'Core',
    outputs,
    region,
    profile: process.env.AWS_PROFILE,
    context,
  });
}
