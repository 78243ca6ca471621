import type {
  Attachments,
  Counters,
  Mail,
  Scheduling,
  Templates,
  Timeline,
  Visits,
} from '../../domain/context.ts';
import type { Scheduler } from '../../domain/ports/sending.ts';
import { attachmentStore } from '../../store/attachments.ts';
import { batchStore } from '../../store/batches.ts';
import { counterStore } from '../../store/counters.ts';
import { leaseStore } from '../../store/delivery-leases.ts';
import { emailStore } from '../../store/emails.ts';
import { eventStore } from '../../store/events.ts';
import { outboxStore } from '../../store/outbox.ts';
import { scheduleStore } from '../../store/schedules.ts';
import { templateStore } from '../../store/templates.ts';
import { visitStore } from '../../store/visits.ts';
import type { Family } from '../compose.ts';
import { lazyPort } from '../lazy-port.ts';

export const mail: Family<Mail> = ({ base, table, objects }) => {
  const { runtime } = base;
  const { retention } = base.settings;
  return {
    emails: {
      ...outboxStore(table, runtime),
      ...emailStore(table, objects, runtime, retention),
      ...leaseStore(table, runtime, retention),
      ...scheduleStore(table, objects, runtime, retention),
    },
    batches: batchStore(table, objects, runtime, retention),
  };
};

export const attachments: Family<Attachments> = ({ base, bucket, table }) => {
  const uploads = lazyPort(async () => (await bucket()).uploads, ['link', 'head', 'get']);
  return { attachments: attachmentStore(table, uploads, base.runtime) };
};

export const templates: Family<Templates> = ({ base, table, objects }) => ({
  templates: templateStore(table, objects, base.runtime),
});

export const timeline: Family<Timeline> = ({ base, table }) => ({
  events: eventStore(table, base.runtime, base.settings.retention),
});

export const visits: Family<Visits> = ({ base, table }) => ({
  visits: visitStore(table, base.runtime, base.settings.retention),
});

export const counters: Family<Counters> = ({ base, table }) => ({
  counters: counterStore(table, base.runtime),
});

export const scheduling: Family<Scheduling> = ({ aws, config }) => ({
  scheduler: lazyPort<Scheduler>(async () => {
    const { eventBridgeScheduler } = await import('../scheduler.ts');
    return eventBridgeScheduler(aws, {
      group: config.SCHEDULER_GROUP,
      role: config.SCHEDULER_ROLE_ARN,
      queues: { deliver: config.DELIVER_QUEUE_ARN, bulk: config.BULK_QUEUE_ARN },
    });
  }, ['put', 'remove']),
});
