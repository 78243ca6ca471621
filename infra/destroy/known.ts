import { noteDeployment, notedContext, readNote, variablesOf } from '../deploy/note-deployment.ts';
import { contextOfOutputs } from '../deploy/remembered.ts';
import type { DeployedStacks } from '../deploy/stacks.ts';

type Stage = { stage: string; region: string; account: string; stacks: DeployedStacks };

/** The parts in the stack's outputs; the noted ones where an earlier destroy ended half-way. null: there is no such stage. */
export function knownParts(
  folder: string,
  { stage, region, account, stacks: { Core } }: Stage,
): Record<string, string> | null {
  if (Core?.outputs.TableName !== undefined) return variablesOf(Core.outputs);
  const noted = readNote(folder, stage, { region, account });
  return noted.TABLE_NAME === undefined ? null : noted;
}

/** Notes the parts of a stack that is going to be deleted: the data that outlives it is found by nothing else. */
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
