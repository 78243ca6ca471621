import { type Here, unlessDenied } from './facts.ts';
import { notedContext } from './note-deployment.ts';
import { type Context, contextOfOutputs, recallContext } from './remembered.ts';

/**
 * The context of the last deploy of a stage, by this operator or another one (P46): the one that it left in SSM, else
 * the one that is noted here, else the one in the outputs of its stacks. null: there is no such stage.
 */
export async function recallLast({ account, region, stacks }: Here, stage: string): Promise<Context | null> {
  const recalled = await unlessDenied(recallContext(region, stage));
  const last = recalled ?? notedContext('.local', stage, { region, account });
  const seen = stacks?.Core ? contextOfOutputs(stacks.Core.outputs, stacks.Smtp !== null) : null;
  if (last === null) return seen;
  // Whatever was noted, by a deploy of which only the first stack succeeded, too: where the deployment's data is, and what it
  // is encrypted with, is what its stack says.
  const { kms, table } = seen ?? {};
  return { ...last, ...(kms && { kms }), ...(table && { table }) };
}
