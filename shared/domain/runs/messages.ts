import type { Run } from '../../core/records/runs.ts';
import type { RunMessage } from '../ports/runs.ts';

/** The message about the step that a run is at; `from`: the step from which on ended ones are to be published (U17). */
export function messageOf(
  run: Pick<Run, 'id' | 'account' | 'step_index' | 'tries'>,
  from?: number,
): RunMessage {
  const { id, account, step_index: step, tries } = run;
  return { id, account, step, tries, ...(from !== undefined && { from }) };
}
