import type { Definition } from '../../../shared/core/records/automations.ts';
import type { Run, StepRecord } from '../../../shared/core/records/runs.ts';
import { rowsLeft } from '../../../shared/domain/runs/rows.ts';

const name = null;
const definition: Definition = {
  trigger: { event: 'signup', cancel_on_events: [], conditions: [] },
  steps: [
    { type: 'delay', name, seconds: 60 },
    { type: 'wait_for_event', name, event: 'paid', timeout_seconds: 120, on_timeout: 'end' },
    { type: 'delay', name, until: '{{event.data.at}}' },
    { type: 'condition', name, all: [] },
  ],
  allow_reentry: true,
};
const run = { id: 'run_1', status: 'running' } as unknown as Run;
const started_at = '2026-01-01T00:00:00.000Z';
const record = (index: number, until?: string): StepRecord => ({
  index,
  type: 'delay',
  status: 'completed',
  started_at,
  completed_at: started_at,
  output: null,
  ...(until !== undefined && { until }),
});

/** The wait of each row that is removed. */
const left = (...records: StepRecord[]) =>
  rowsLeft({ run, definition }, records).map(({ wait }) => [wait?.step, wait?.event, wait?.until]);

test("a wait's row is found by its record; a wait that ended at once has no row [N11]", () => {
  const until = '2026-02-03T04:05:06.000Z';
  expect(left(record(2, until))).toEqual([[2, null, until]]);
  expect(left(record(2))).toEqual([]);
});
