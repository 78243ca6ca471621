import * as z from 'zod';
import { EventRecord } from '../automations/event-record.ts';
import { RunRecord } from './run-record.ts';

/** The answer to an event that is posted with `dry_run` (U63): without ids, since nothing of it is stored. */
export const DryRunAnswer = z.object({
  event: EventRecord.extend({ id: z.null() }).meta({ id: 'DryEvent' }),
  run: RunRecord.extend({ id: z.null(), event_id: z.null() }).meta({ id: 'DryRun' }),
});
