import type { Automations, CustomEvents, Runs, Sms } from '../../domain/context.ts';
import type { RunSchedules } from '../../domain/ports/runs.ts';
import type { SmsProvider } from '../../domain/ports/sms.ts';
import { automationStore } from '../../store/automations.ts';
import { customEventStore } from '../../store/custom-events.ts';
import { runRowStore } from '../../store/run-rows.ts';
import { runStore } from '../../store/runs.ts';
import { smsClaims } from '../../store/sms-claims.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';
import { enqueuer, fairGroup } from '../queues.ts';

export const automations: Family<Automations> = ({ base, table, objects }) => ({
  automations: automationStore(table, objects, base.runtime),
});

export const customEvents: Family<CustomEvents> = ({ base, table }) => ({
  custom_events: customEventStore(table, base.runtime),
});

export const runs: Family<Runs> = ({ aws, base, config, table }) => ({
  runs: { ...runStore(table, base.runtime, base.settings.retention), ...runRowStore(table, base.runtime) },
  run_queue: { enqueue: enqueuer(aws, config.ADVANCE_QUEUE_URL, fairGroup) },
  run_schedules: lazyPort<RunSchedules>(async () => {
    const { runSchedules } = await import('../scheduler.ts');
    return runSchedules(aws, {
      group: config.SCHEDULER_GROUP,
      role: config.SCHEDULER_ROLE_ARN,
      queue: config.ADVANCE_QUEUE_ARN,
    });
  }, ['put', 'remove']),
});

export const sms: Family<Sms> = ({ aws, base, table }) => ({
  sms: lazyPort<SmsProvider>(
    async () => (await import('../sms.ts')).snsTexts(aws, base.settings.sms.sender_id),
    ['publish'],
  ),
  sms_claims: smsClaims(table, base.runtime),
});
