import type { RunError, RunState, StepRecord } from '../../core/records/runs.ts';
import type { AutomationEventType } from '../events/automation-event.ts';

export type Notice = {
  type: AutomationEventType;
  step_index: number;
  error: RunError | null;
  occurred_at: string;
};

const notice = (type: AutomationEventType, step_index: number, occurred_at: string): Notice => ({
  type,
  step_index,
  error: null,
  occurred_at,
});

/** Stands for the run's start where a step index is expected. */
export const beginning = -1;

/** A step that failed or was canceled with its run publishes nothing itself. */
const isTold = ({ status, output }: StepRecord): boolean =>
  status !== 'failed' && output?.outcome !== 'cancelled';

/** A run's events from the end of step `from` on. Every worker that finds a move done derives the same. */
export function noticesOf(run: RunState, ended: StepRecord[], from: number): Notice[] {
  const started = from === beginning ? [notice('automation.started', 0, run.started_at)] : [];
  const steps = ended
    .filter((record) => record.index >= from && isTold(record))
    .sort((a, b) => a.index - b.index)
    .map(({ index, completed_at }) => notice('automation.step_completed', index, completed_at));
  const { status, step_index, error, completed_at } = run;
  if (completed_at === null || (status !== 'completed' && status !== 'failed')) return [...started, ...steps];
  const type = status === 'completed' ? 'automation.completed' : 'automation.failed';
  return [...started, ...steps, { ...notice(type, step_index, completed_at), error }];
}
