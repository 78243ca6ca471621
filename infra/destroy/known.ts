import { existsSync, readFileSync } from 'node:fs';
import { noteDeployment, notedContext, variablesOf } from '../deploy/note-deployment.ts';
import { contextOfOutputs } from '../deploy/remembered.ts';
import type { DeployedStacks } from '../deploy/stacks.ts';

export const noteOf = (folder: string, stage: string) => `${folder}/deployed-${stage}.json`;

/** What the stack says of its parts; what was noted, where a destroy before this one ended half-way. null: there is no such stage. */
export function knownParts(
  folder: string,
  stage: string,
  { Core }: DeployedStacks,
): Record<string, string> | null {
  if (Core?.outputs.TableName !== undefined) return variablesOf(Core.outputs);
  const file = noteOf(folder, stage);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Notes the parts of a stack that is going to be deleted: the data that outlives it is found by nothing else. */
export function noteParts(
  folder: string,
  { stage, region, stacks: { Core, Smtp } }: { stage: string; region: string; stacks: DeployedStacks },
): void {
  if (Core?.outputs.TableName === undefined) return;
  const { outputs } = Core;
  const context = notedContext(folder, stage) ?? contextOfOutputs(outputs, Smtp !== null) ?? {};
  noteDeployment(folder, { stage, outputs, region, profile: process.env.AWS_PROFILE, context });
}
